import { useQuery } from '@tanstack/react-query'
import type { CompoVoters } from '../../../contract/http/compos.ts'
import { countText, numberText, percentText } from '../../lib/format.ts'
import { compoMessages, deviationText } from '../../lib/messages/compos.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { votersQuery } from './queries.ts'
import styles from './Voters.module.css'

type Voter = CompoVoters['items'][number]

const COLUMNS: readonly Column<Voter>[] = [
  {
    key: 'voter',
    label: 'Member',
    cell: ({ voter }) => (voter ? <MemberLink {...voter} className={styles.member} /> : 'Deleted member'),
  },
  { key: 'deviation', label: 'Deviation', number: true, cell: ({ deviation }) => deviationText(deviation) },
  { key: 'likelihood', label: 'Likelihood', number: true, cell: ({ likelihood }) => percentText(likelihood) },
  { key: 'sets', label: 'Sets', number: true, cell: ({ sets }) => numberText(sets) },
  { key: 'picks', label: 'Picks', number: true, cell: ({ picks }) => numberText(picks) },
]

/** Voters whose picks fit the result least, for staff. */
export function Voters({ compoKey }: { compoKey: string }) {
  const { data, isError, refetch } = useQuery(votersQuery(compoKey))
  if (!data && isError) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <Skeleton ratio={3} />
  if (data.items.length === 0) return <EmptyState>{compoMessages.noVoters}</EmptyState>
  return (
    <section className={styles.voters} aria-label="Voters">
      <p className={styles.hint}>{compoMessages.votersHint}</p>
      {data.voters > data.items.length && (
        <p className={styles.hint}>
          The first {numberText(data.items.length)} of {countText(data.voters, 'voter')}
        </p>
      )}
      <Table
        label="Voters, the least likely picks first"
        columns={COLUMNS}
        rows={data.items}
        rowKey={(row) => data.items.indexOf(row)}
      />
    </section>
  )
}
