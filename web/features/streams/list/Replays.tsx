import { useId } from 'react'
import type { ReplayItem } from '../../../../contract/http/streams.ts'
import { clockText, streamMessages, viewCountText } from '../../../lib/messages/streams.ts'
import { itemsOf, type Pages } from '../../../lib/paged-query.ts'
import type { PagedResult } from '../../../ui/ListEnd.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { StreamCard } from './StreamCard.tsx'
import cards from './StreamCards.module.css'
import { StreamListEnd } from './StreamListEnd.tsx'
import { StreamPlaceholders } from './StreamPlaceholders.tsx'
import styles from './StreamsPage.module.css'

type ReplaysResult = PagedResult & { data: Pages<{ items: readonly ReplayItem[] }> | undefined }

/** Recorded streams, the latest first. */
export function Replays({ query }: { query: ReplaysResult }) {
  const title = useId()
  const { data, hasNextPage, isError, isFetching } = query
  const replays = itemsOf(data)
  return (
    <section>
      <SectionTitle id={title}>Replays</SectionTitle>
      {data && replays.length === 0 && !hasNextPage && <p className={styles.hint}>{streamMessages.noReplays}</p>}
      <ul className={cards.cards} aria-labelledby={title}>
        {replays.map((replay) => (
          <StreamCard
            key={replay.id}
            stream={replay}
            tag={clockText(replay.durationMs)}
            facts={viewCountText(replay.totalViews)}
          />
        ))}
        {(!data || isFetching) && !isError && <StreamPlaceholders />}
      </ul>
      <StreamListEnd query={query} />
    </section>
  )
}
