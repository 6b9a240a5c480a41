import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Radio } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import {
  type AnnouncedStream,
  announcedPage,
  livePage,
  type ReplayItem,
  type StreamsReply,
  streamCalendarPath,
} from '../../../../contract/http/streams.ts'
import { BOARD } from '../../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { clockWords, streamMessages, viewsInAll, watchingNow } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyPart } from '../../../ui/lazy-component.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { nextPagesQuery, replaysQuery, streamsQuery } from '../queries.ts'
import { startTimeText } from '../stream-fields.ts'
import { RemindButton } from './RemindButton.tsx'
import { ShowMore } from './ShowMore.tsx'
import { StreamCard } from './StreamCard.tsx'
import cards from './StreamCards.module.css'
import styles from './StreamsPage.module.css'
import { useNextPages } from './stream-pages.ts'

const AnnounceDialog = lazyPart(async () => ({ default: (await import('./AnnounceDialog.tsx')).AnnounceDialog }))

const COMING = [0, 1, 2, 3]

const liveFrom = (from: string) => nextPagesQuery('live', livePage, from)
const announcedFrom = (from: string) => nextPagesQuery('announced', announcedPage, from)

/** Page of live, announced and recorded streams, and of the whiteboard [2 §2 Streams]. */
export function StreamsPage() {
  const user = useUser()
  const [isAnnouncing, setAnnouncing] = useState(false)
  const { data, isError, refetch } = useQuery(streamsQuery)
  return (
    <div className={styles.page}>
      <title>{`Streams – ${PRODUCT_NAME}`}</title>
      <header className={styles.head}>
        <h1>Streams</h1>
        <div className={styles.buttons}>
          {user && <Button onClick={() => setAnnouncing(true)}>Announce one</Button>}
          <ButtonLink to="/stream/sheet" variant="primary" icon={Radio}>
            {data?.own?.live ? 'Go on with your stream' : 'Start a stream'}
          </ButtonLink>
        </div>
      </header>
      {isError && (
        <p role="alert" className={styles.failed}>
          {streamMessages.listFailed} <Button onClick={() => void refetch()}>Retry</Button>
        </p>
      )}
      {data?.own && data.own.pending.length > 0 && <Undecided recordings={data.own.pending} />}
      <LiveNow data={data} failed={isError} />
      {data && data.announced.length > 0 && <ToCome first={data.announced} cursor={data.cursors.announced} />}
      <Replays />
      <Suspense>{isAnnouncing && <AnnounceDialog onClose={() => setAnnouncing(false)} />}</Suspense>
    </div>
  )
}

function LiveNow({ data, failed }: { data: StreamsReply | undefined; failed: boolean }) {
  const title = useId()
  const { items, ...further } = useNextPages(data?.streams ?? [], data?.cursors.live ?? '', liveFrom)
  return (
    <section>
      <SectionTitle id={title}>Live now</SectionTitle>
      {!data && !failed && <Hidden role="status">Loading</Hidden>}
      {data?.streams.length === 0 && <p className={styles.quiet}>{streamMessages.nobodyLive}</p>}
      <ul className={cards.cards} aria-labelledby={title}>
        {!data && !failed && COMING.map((index) => <Coming key={index} />)}
        {items.map((stream) => (
          <StreamCard key={stream.id} stream={stream} tag="Live" facts={watchingNow(stream.watching)} />
        ))}
        {data && (
          <li className={cards.card}>
            <Link to="/whiteboard">
              <span className={classes(cards.picture, cards.board)}>
                <img src={data.whiteboard.preview} alt="" {...BOARD} />
              </span>
              <span className={cards.place}>Whiteboard</span>
            </Link>
            <p className={cards.facts}>The board that all members draw on together</p>
          </li>
        )}
      </ul>
      <ShowMore {...further} />
    </section>
  )
}

/** The member's recordings that wait for a decision. */
function Undecided({ recordings }: { recordings: readonly ReplayItem[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title}>Yours to keep or not</SectionTitle>
      <p className={styles.quiet}>{streamMessages.pendingReplay}</p>
      <ul className={cards.announced} aria-labelledby={title}>
        {recordings.map((recording) => (
          <li key={recording.id}>
            <div className={cards.words}>
              <Link to={`/stream/${recording.id}`} className={cards.title}>
                {recording.title}
              </Link>
              <p className={cards.facts}>
                <RelativeTime time={recording.date} />, {clockWords(recording.durationMs)}
              </p>
            </div>
            <ButtonLink to={`/stream/${recording.id}`} aria-label={`Decide on ${recording.title}`}>
              Decide
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ToCome({ first, cursor }: { first: readonly AnnouncedStream[]; cursor: string }) {
  const title = useId()
  const { items, ...further } = useNextPages(first, cursor, announcedFrom)
  const user = useUser()
  return (
    <section>
      <SectionTitle id={title}>To come</SectionTitle>
      <ul className={cards.announced} aria-labelledby={title}>
        {items.map((stream) => {
          const { id, startsAt, user: by } = stream
          return (
            <li key={id}>
              <AvatarLink userId={by.id} nickname={by.nickname} avatar={by.avatar} size={48} />
              <div className={cards.words}>
                <Link to={`/stream/${id}`} className={cards.title}>
                  {stream.title}
                </Link>
                <p className={cards.facts}>
                  <Link to={`/user/${by.id}`}>{by.nickname}</Link>,{' '}
                  <time dateTime={new Date(fromWireTime(startsAt)).toISOString()}>{startTimeText(startsAt)}</time>
                </p>
              </div>
              <div className={cards.buttons}>
                {by.id === user?.id ? (
                  <ButtonLink to={`/stream/sheet?announced=${id}`}>Start it now</ButtonLink>
                ) : (
                  <RemindButton stream={stream} />
                )}
                <ButtonLink
                  href={streamCalendarPath(id)}
                  icon={CalendarPlus}
                  aria-label={`Calendar file of ${stream.title}`}
                  download
                >
                  Calendar
                </ButtonLink>
              </div>
            </li>
          )
        })}
      </ul>
      <ShowMore {...further} />
    </section>
  )
}

function Replays() {
  const title = useId()
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(replaysQuery)
  const replays = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section>
      <SectionTitle id={title}>Replays</SectionTitle>
      {data && replays.length === 0 && <p className={styles.quiet}>{streamMessages.noReplays}</p>}
      <ul className={cards.cards} aria-labelledby={title}>
        {replays.map((replay) => (
          <StreamCard
            key={replay.id}
            stream={replay}
            tag={clockWords(replay.durationMs)}
            facts={viewsInAll(replay.totalViews)}
          />
        ))}
        {(!data || isFetching) && !isError && COMING.map((index) => <Coming key={index} />)}
      </ul>
      <ShowMore
        hasMore={hasNextPage}
        isFetching={isFetching}
        isError={isError}
        showMore={() => void (data ? fetchNextPage() : refetch())}
      />
    </section>
  )
}

function Coming() {
  return (
    <li aria-hidden="true" className={cards.card}>
      <Skeleton ratio={16 / 9} />
    </li>
  )
}
