import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useId, useState } from 'react'
import {
  type AnnouncedStream,
  announcedStreamsReply,
  liveStreamsReply,
  type ReplayItem,
  type StreamsReply,
} from '../../../../contract/http/streams.ts'
import { BOARD } from '../../../../contract/limits.ts'
import { clockText, streamMessages, viewerCountText } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Link } from '../../../ui/Link.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Flow } from '../../../ui/layout.tsx'
import { Page, PageHead } from '../../../ui/Page.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { nextPagesQuery, replaysQuery, streamsQuery } from '../queries.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { AnnouncedStreams } from './AnnouncedStreams.tsx'
import { Replays } from './Replays.tsx'
import { StreamCard } from './StreamCard.tsx'
import cards from './StreamCards.module.css'
import { StreamListEnd } from './StreamListEnd.tsx'
import { StreamPlaceholders } from './StreamPlaceholders.tsx'
import styles from './StreamsPage.module.css'
import { useNextPages } from './stream-pages.ts'

const liveFrom = (from: string) => nextPagesQuery('live', liveStreamsReply, from)
const announcedFrom = (from: string) => nextPagesQuery('announced', announcedStreamsReply, from)

/** Prefetches the page's lists while it renders. */
export function loadStreams(client: QueryClient): null {
  void client.prefetchQuery(streamsQuery)
  void client.prefetchInfiniteQuery(replaysQuery)
  return null
}

/** Page of live, announced and recorded streams, and of the whiteboard [2 §2 Streams]. */
export function StreamsPage() {
  const user = useUser()
  const [isAnnouncing, setAnnouncing] = useState(false)
  const { data, isError, refetch } = useQuery(streamsQuery)
  const replays = useInfiniteQuery(replaysQuery)
  return (
    <Page title="Streams" gap={32}>
      <PageHead title="Streams">
        <Flow>
          {/* Members get its place before their session has loaded. */}
          {user !== null && (
            <Button disabled={!user} onClick={() => setAnnouncing(true)}>
              Schedule a stream
            </Button>
          )}
          <ButtonLink to="/stream/sheet" variant="primary" icon={Radio}>
            {data?.own?.live ? 'Resume your stream' : 'Start a stream'}
          </ButtonLink>
        </Flow>
      </PageHead>
      {isError && <LoadFailure onRetry={() => void refetch()}>{streamMessages.listFailed}</LoadFailure>}
      {data || isError ? (
        <>
          {data?.own && data.own.pending.length > 0 && <UnpublishedRecordings recordings={data.own.pending} />}
          {data && <LiveNow data={data} />}
          {data && (data.announced.length > 0 || data.cursors.announced) && (
            <UpcomingStreams first={data.announced} cursor={data.cursors.announced} />
          )}
          <Replays query={replays} />
        </>
      ) : (
        <LoadingStreams />
      )}
      {isAnnouncing && <AnnounceDialog onClose={() => setAnnouncing(false)} />}
    </Page>
  )
}

/**
 * Replaces all lists while they load: their lengths are unknown, and a list that arrived later would push down the next
 * one.
 */
function LoadingStreams() {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title}>Live now</SectionTitle>
      <Hidden role="status">Loading</Hidden>
      <ul className={cards.cards} aria-labelledby={title}>
        <StreamPlaceholders />
      </ul>
    </section>
  )
}

function LiveNow({ data }: { data: StreamsReply }) {
  const title = useId()
  const { items, query } = useNextPages(data.streams, data.cursors.live, liveFrom)
  return (
    <section>
      <SectionTitle id={title}>Live now</SectionTitle>
      {items.length === 0 && !query.hasNextPage && <p className={styles.hint}>{streamMessages.noneLive}</p>}
      <ul className={cards.cards} aria-labelledby={title}>
        {items.map((stream) => (
          <StreamCard key={stream.id} stream={stream} tag="Live" facts={viewerCountText(stream.watching)} />
        ))}
        <li className={cards.card}>
          <Link to="/whiteboard">
            <span className={classes(cards.picture, cards.board)}>
              <img src={data.whiteboard.preview} alt="" {...BOARD} />
            </span>
            <span className={cards.place}>Whiteboard</span>
          </Link>
          <p className={cards.facts}>One shared board for all members</p>
        </li>
      </ul>
      <StreamListEnd query={query} />
    </section>
  )
}

/** Own recordings that wait for a decision. */
function UnpublishedRecordings({ recordings }: { recordings: readonly ReplayItem[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title}>Unpublished recordings</SectionTitle>
      <p className={styles.hint}>{streamMessages.recordingPending}</p>
      <ul className={cards.announcements} aria-labelledby={title}>
        {recordings.map((recording) => (
          <li key={recording.id}>
            <div className={cards.text}>
              <Link to={`/stream/${recording.id}`} className={cards.title}>
                {recording.title}
              </Link>
              <p className={cards.facts}>
                <RelativeTime time={recording.date} />, {clockText(recording.durationMs)}
              </p>
            </div>
            <ButtonLink to={`/stream/${recording.id}`} aria-label={`Choose what to do with ${recording.title}`}>
              Choose
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function UpcomingStreams({ first, cursor }: { first: readonly AnnouncedStream[]; cursor: string }) {
  const title = useId()
  const { items, query } = useNextPages(first, cursor, announcedFrom)
  // All of them may be by blocked artists.
  if (items.length === 0 && !query.hasNextPage) return null
  return (
    <section>
      <SectionTitle id={title}>Upcoming</SectionTitle>
      <AnnouncedStreams streams={items} labelledBy={title} />
      <StreamListEnd query={query} />
    </section>
  )
}
