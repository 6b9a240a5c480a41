import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { CloseReason } from '../../lib/live-connection.ts'
import { useLiveSession } from '../../lib/live-session.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { BoardBackground, BoardPreview, NoAccess } from './BoardPreview.tsx'
import { BoardSession } from './session/board-session.ts'
import styles from './Whiteboard.module.css'
import { Whiteboard } from './Whiteboard.tsx'

/** The connected board, or the reason why the connection was closed. */
export function MemberBoard({ user }: { user: CurrentUser }) {
  const [session] = useState(() => new BoardSession(user.id))
  const state = useLiveSession(session)
  const { connection } = state
  const reason = connection.state === 'closed' ? connection.reason : null
  const hasNoAccess = useRefetchedSession(reason)
  if (reason === null) return <Whiteboard user={user} session={session} state={state} />
  if (reason === 'forbidden') return hasNoAccess ? <NoAccess /> : <BoardBackground isWaiting />
  if (reason === 'login') return <BoardPreview />
  return (
    <div className={styles.closed} role="alert">
      <p>{reason === 'too_many_sockets' ? whiteboardMessages.tooManySockets : whiteboardMessages.reload}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}

/**
 * Refetches the session after a refusal, because the layout informs members who were banned or logged out. Returns true
 * if the member is neither.
 */
function useRefetchedSession(reason: CloseReason | null): boolean {
  const client = useQueryClient()
  const [hasNoAccess, setHasNoAccess] = useState(false)
  useEffect(() => {
    if (reason !== 'login' && reason !== 'forbidden') return
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
      ({ user, ban }) => setHasNoAccess(user !== null && ban === null),
      () => undefined,
    )
  }, [reason, client])
  return hasNoAccess
}
