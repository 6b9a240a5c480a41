import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { idText } from '../../../../contract/http/common.ts'
import type { ShownStream, StreamPageReply } from '../../../../contract/http/streams.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { CallError } from '../../../lib/call.ts'
import { linkKeyIn, useLinkKeyInAddress } from '../../../lib/link-key.ts'
import { messages } from '../../../lib/messages/general.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { useFocusHeadingWhenLost } from '../../../ui/focus.ts'
import { lazyPage } from '../../../ui/lazy-component.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { EmbeddedRoom } from '../../chat/room/EmbeddedRoom.tsx'
import { streamQuery } from '../queries.ts'
import { LoginToWatch } from './LoginToWatch.tsx'
import { pollIntervalMs } from './poll-interval.ts'
import { StreamAnnounced } from './StreamAnnounced.tsx'
import { StreamEnded } from './StreamEnded.tsx'

// Loaded separately: the players are large, and a stream needs at most one.
const LiveStream = lazyPage(() => import('./LiveStream.tsx'), 'LiveStream', <PageSpinner />)
const Replay = lazyPage(() => import('../replay/Replay.tsx'), 'Replay', <PageSpinner />)

/** Refetch intervals after the end: until the site knows it, and until the artist has decided on the replay. */
const ENDING_MS = 2000
const DECIDING_MS = 15_000

/** Page of a stream: announced, live or ended [2 §2 Streams]. */
export function StreamPage() {
  const id = idText.safeParse(useParams().id).data
  return id === undefined ? <NoStream /> : <StreamById id={id} />
}

function NoStream() {
  return (
    <>
      <title>{`Not found – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{messages.notFound}</ErrorScreen>
    </>
  )
}

/** `hasWatched` means that the viewer watched the stream to its end. */
function refetchIntervalMs(page: StreamPageReply | undefined, hasWatched: boolean): number | false {
  if (!page || page.hidden) return false
  if (page.state === 'announced') return pollIntervalMs(page.startsAt, Date.now())
  if (!hasWatched) return false
  if (page.state === 'live') return ENDING_MS
  return page.undecided && page.replay === 'none' && DECIDING_MS
}

function StreamById({ id }: { id: number }) {
  useFocusHeadingWhenLost()
  const [hasWatched, setHasWatched] = useState(false)
  const {
    data: stream,
    error,
    refetch,
  } = useQuery({
    ...streamQuery(id, linkKeyIn(useLocation().search)),
    refetchInterval: ({ state }) => refetchIntervalMs(state.data, hasWatched),
  })
  // The page of a live stream needs no key: only a replay is unlisted.
  useLinkKeyInAddress(stream?.hidden === false && stream.replay !== 'none' ? stream.sketch?.linkKey : null)
  const end = useCallback(() => {
    setHasWatched(true)
    void refetch()
  }, [refetch])
  if (!stream && error instanceof CallError && error.status === 404) return <NoStream />
  if (!stream && error) throw error
  if (!stream) return <PageSpinner />
  if (stream.hidden && stream.notice === 'blocked') return <Navigate to="/" replace />
  if (stream.hidden) {
    return (
      <>
        <title>{`Hidden stream – ${PRODUCT_NAME}`}</title>
        <ErrorScreen>{streamMessages.mature}</ErrorScreen>
      </>
    )
  }
  return (
    <>
      <title>{`${stream.title} by ${stream.userNickname} – ${PRODUCT_NAME}`}</title>
      <LoadedStream {...{ stream, hasWatched }} onEnded={end} onReplay={() => setHasWatched(false)} />
    </>
  )
}

type LoadedStreamProps = { stream: ShownStream; hasWatched: boolean; onEnded: () => void; onReplay: () => void }

function LoadedStream({ stream, hasWatched, onEnded, onReplay }: LoadedStreamProps) {
  const user = useUser()
  if (stream.state === 'announced') return <StreamAnnounced stream={stream} />
  if (stream.state === 'ended') {
    // Viewers of the live stream keep the chat, and the replay does not start by itself.
    const chat = hasWatched && user?.chatId ? <EmbeddedRoom channel={stream.channel} user={user} /> : undefined
    return stream.replay === 'none' || (stream.replay === 'kept' && chat) ? (
      <StreamEnded {...{ stream, chat, onReplay }} />
    ) : (
      <Replay stream={stream} />
    )
  }
  if (user === undefined) return <PageSpinner />
  if (user === null || !user.chatId) return <LoginToWatch stream={stream} isMember={user !== null} />
  return <LiveStream stream={stream} user={user} onEnded={onEnded} />
}
