import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback, useState } from 'react'
import { Navigate } from 'react-router'
import type { ShownStream } from '../../../contract/http/stream.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { messages } from '../../lib/messages.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { PageSpinner } from '../../ui/PageSpinner.tsx'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'
import { Ended } from './Ended.tsx'
import { Outside } from './Outside.tsx'
import { streamQuery } from './queries.ts'

const Live = lazy(async () => ({ default: (await import('./watch/Live.tsx')).Live }))
const Replay = lazy(async () => ({ default: (await import('./replay/Replay.tsx')).Replay }))
const Announced = lazy(async () => ({ default: (await import('./list/Announced.tsx')).AnnouncedPage }))

/** Looks so often whether a stream that is over is known to be. */
const ENDING_MS = 2000

/** The page of a stream: announced, live or ended [2 §2 Streams]. */
export function OneStream({ id }: { id: number }) {
  useKeptFocus()
  const [isOver, setOver] = useState(false)
  const {
    data: stream,
    error,
    refetch,
  } = useQuery({
    ...streamQuery(id),
    refetchInterval: ({ state }) =>
      isOver && state.data?.hidden === false && state.data.state === 'live' ? ENDING_MS : false,
  })
  const end = useCallback(() => {
    setOver(true)
    void refetch()
  }, [refetch])
  if (!stream && error instanceof CallError && error.status === 404)
    return <ErrorScreen>{messages.notFound}</ErrorScreen>
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
      <Shown stream={stream} onEnded={end} />
    </>
  )
}

function Shown({ stream, onEnded }: { stream: ShownStream; onEnded: () => void }) {
  const user = useUser()
  if (stream.state === 'announced') return <Announced stream={stream} />
  if (stream.state === 'ended') return stream.replay === 'none' ? <Ended stream={stream} /> : <Replay stream={stream} />
  if (user === undefined) return <PageSpinner />
  if (user === null || !user.chatId) return <Outside stream={stream} isMember={user !== null} />
  return <Live stream={stream} user={user} onEnded={onEnded} />
}
