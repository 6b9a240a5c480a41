import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useSearchParams } from 'react-router'
import type { CompoEntry, CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages, noEntriesText } from '../../lib/messages/compos.ts'
import { useUser } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EntryFigure } from './EntryFigure.tsx'
import { HowComputed } from './HowComputed.tsx'
import { ENTRY_SORTS, entriesQuery, entryListName, entrySortOf } from './queries.ts'
import styles from './Results.module.css'
import { ratioOf, type Section, sectionsOf, WALL_PLACES } from './sections.ts'

type ResultsProps = { compo: CompoInfo; result: NonNullable<CompoInfo['result']> }

/**
 * Entries of a closed compo: by place, as a wall of the first three above rows, or latest first. The address contains
 * the order.
 */
export function Results({ compo, result }: ResultsProps) {
  const [params, setParams] = useSearchParams()
  const user = useUser()
  const sort = entrySortOf(params)
  const list = entryListName(compo.id, sort)
  const query = useInfiniteQuery(entriesQuery(compo, sort))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const entries = [...new Map(items.map((item) => [item.entry, item])).values()]
  if (query.data && entries.length === 0 && !query.hasNextPage)
    return <EmptyState>{noEntriesText(user === null)}</EmptyState>
  return (
    <div className={styles.results}>
      <Segmented
        label="Order"
        options={ENTRY_SORTS}
        value={sort}
        onChange={(choice) => setParams(choice === 'place' ? {} : { sort: choice }, { preventScrollReset: true })}
      />
      {query.isPending && <Skeleton ratio={3} />}
      {sort === 'recent' ? (
        <section aria-label="Latest entries">
          <Rows entries={entries} size="large" list={list} />
        </section>
      ) : (
        sectionsOf(entries).map((section) => <ResultSection key={section.title} section={section} list={list} />)
      )}
      <div className={styles.more}>
        <ListEnd query={query} button="Show more" />
      </div>
      <HowComputed compoKey={compo.id} result={result} />
    </div>
  )
}

/** `list` is the name of the list in addresses of sketches. */
type ListedEntries = { entries: readonly CompoEntry[]; list: string }

function ResultSection({ section: { title, kind, entries }, list }: { section: Section; list: string }) {
  if (kind === 'wall') return <Wall title={title} entries={entries} list={list} />
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <h2>{title}</h2>
        {kind === 'rest' && <span className={styles.order}>in the order of their places</span>}
        {kind === 'disqualified' && <span className={styles.order}>{compoMessages.disqualified}</span>}
      </header>
      <Rows entries={entries} size={kind === 'numbered' ? 'large' : 'small'} list={list} />
    </section>
  )
}

/** Height of the first picture of the wall as a multiple of the others. */
const FIRST_LARGER = 1.38
/** Height of the second and third picture, in CSS pixels. */
const WALL_HEIGHT_MAX = 440

/** The first three entries side by side. Ties, or fewer entries, are shown as rows. */
function Wall({ title, entries, list }: { title: string } & ListedEntries) {
  const ratios = entries.map(({ sketch }, index) => ratioOf(sketch) * (index === 0 ? FIRST_LARGER : 1))
  const shape = {
    '--columns': ratios.map((ratio) => `minmax(0, ${ratio}fr)`).join(' '),
    '--wall': `${ratios.reduce((sum, ratio) => sum + ratio, 0) * WALL_HEIGHT_MAX}px`,
    '--second': `minmax(0, ${ratios[1]}fr) minmax(0, ${ratios[2]}fr)`,
  } as CSSProperties
  return (
    <section aria-label={title} className={styles.section}>
      {entries.length === WALL_PLACES ? (
        <ul className={styles.wall} style={shape}>
          {entries.map((entry) => (
            <EntryFigure key={entry.entry} entry={entry} size="wall" list={list} />
          ))}
        </ul>
      ) : (
        <Rows entries={entries} size="large" list={list} />
      )}
    </section>
  )
}

function Rows({ entries, size, list }: { size: 'large' | 'small' } & ListedEntries) {
  return (
    <ul className={styles.rows} data-size={size}>
      {entries.map((entry) => (
        <EntryFigure key={entry.entry} entry={entry} size={size} list={list} />
      ))}
    </ul>
  )
}
