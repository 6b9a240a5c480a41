import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Navigate } from 'react-router'
import type { ShownStream, StreamPage } from '../../../contract/http/streams.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { messages } from '../../lib/messages/errors.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/Empty.tsx'
import { useHeadingWhenFocusLost } from '../../ui/focus.ts'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { Ended } from './Ended.tsx'
import { nextLookMs } from './list/next-look.ts'
import { Outside } from './Outside.tsx'
import { streamQuery } from './queries.ts'
import { StreamChat } from './StreamChat.tsx'

const Live = lazyPage(async () => ({ default: (await import('./watch/Live.tsx')).Live }))
const Replay = lazyPage(async () => ({ default: (await import('./replay/Replay.tsx')).Replay }))
const Announced = lazyPage(async () => ({ default: (await import('./list/Announced.tsx')).AnnouncedPage }))

/** Looks so often whether a stream that is over is known to be, and then whether its replay is kept. */
const ENDING_MS = 2000
const DECIDING_MS = 15_000

/** The page of a stream: announced, live or ended [2 §2 Streams]; null is a number that no stream has. */
export function OneStream({ id }: { id: number | null }) {
  return id === null ? <NoStream /> : <Known id={id} />
}

function NoStream() {
  return (
    <>
      <title>{`Not found – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{messages.notFound}</ErrorScreen>
    </>
  )
}

/** How long until it is looked again what has become of a stream; `wasThere` says that it was watched to its end. */
function lookAgainMs(page: StreamPage | undefined, wasThere: boolean): number | false {
  if (!page || page.hidden) return false
  if (page.state === 'announced') return nextLookMs(page.startsAt, Date.now())
  if (!wasThere) return false
  if (page.state === 'live') return ENDING_MS
  return page.undecided && page.replay === 'none' && DECIDING_MS
}

function Known({ id }: { id: number }) {
  useHeadingWhenFocusLost()
  const [wasThere, setWasThere] = useState(false)
  const {
    data: stream,
    error,
    refetch,
  } = useQuery({
    ...streamQuery(id),
    refetchInterval: ({ state }) => lookAgainMs(state.data, wasThere),
  })
  const end = useCallback(() => {
    setWasThere(true)
    void refetch()
  }, [refetch])
  if (!stream && error instanceof CallError && error.status === 404) return <NoStream />
  if (!stream && error)
    return (
      <ErrorScreen action={<Button onClick={() => void refetch()}>Retry</Button>}>{messages.pageFailed}</ErrorScreen>
    )
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
      <Shown {...{ stream, wasThere }} onEnded={end} onReplay={() => setWasThere(false)} />
    </>
  )
}

type ShownProps = { stream: ShownStream; wasThere: boolean; onEnded: () => void; onReplay: () => void }

function Shown({ stream, wasThere, onEnded, onReplay }: ShownProps) {
  const user = useUser()
  if (stream.state === 'announced') return <Announced stream={stream} />
  if (stream.state === 'ended') {
    // Those who were there go on talking; a replay does not begin by itself.
    const chat = wasThere && user?.chatId ? <StreamChat channel={stream.channel} user={user} /> : undefined
    return stream.replay === 'none' || (stream.replay === 'kept' && chat) ? (
      <Ended {...{ stream, chat, onReplay }} />
    ) : (
      <Replay stream={stream} />
    )
  }
  if (user === undefined) return <PageSpinner />
  if (user === null || !user.chatId) return <Outside stream={stream} isMember={user !== null} />
  return <Live stream={stream} user={user} onEnded={onEnded} />
}
