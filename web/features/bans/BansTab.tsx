import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { banFilter } from '../../../contract/http/bans.ts'
import { listMessages } from '../../lib/messages/bans.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { peopleQuery } from '../users/people.ts'
import { BanRow } from './BanRow.tsx'
import { bansQuery } from './queries.ts'

const FILTERS = [
  { value: 'current', label: 'In force' },
  { value: 'waiting', label: 'To confirm' },
  { value: 'all', label: 'All' },
] as const

/** Bans and warnings for staff, who confirm and lift them here [2 §2]. The filter is in the address. */
export function BansTab() {
  const [params, setParams] = useSearchParams()
  const filter = banFilter.safeParse(params.get('bans')).data ?? 'current'
  const query = useInfiniteQuery(bansQuery(filter))
  const bans = itemsOf(query.data)
  const confirmers = [...new Set(bans.flatMap(({ confirmedById }) => confirmedById ?? []))]
  const people = useQuery({ ...peopleQuery(confirmers), enabled: confirmers.length > 0 }).data
  const choose = (value: string) =>
    // Rendered at once, or the pressed button would be unpressed until the list has loaded.
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), bans: value }), {
      replace: true,
      flushSync: true,
    })
  return (
    <>
      <Segmented label="Bans to show" options={FILTERS} value={filter} onChange={choose} />
      {query.data && bans.length === 0 && <EmptyState>{listMessages.none[filter]}</EmptyState>}
      <ul aria-label="Bans and warnings">
        {bans.map((ban) => (
          <BanRow
            key={ban.id}
            ban={ban}
            confirmer={people?.get(ban.confirmedById ?? 0)?.nickname ?? 'another member'}
          />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}
