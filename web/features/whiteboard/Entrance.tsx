import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { Closed } from '../../lib/live-connection.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FromTheDoor, NoAccess, Preview } from './OnlyLooking.tsx'
import { useBoardSession } from './useBoardSession.ts'
import styles from './Whiteboard.module.css'
import { Whiteboard } from './Whiteboard.tsx'

type EntranceProps = {
  user: CurrentUser
  /** The board, which had let them in, does so no longer. */
  onForbidden: () => void
}

/** The board for a member, for as long as it lets them in. */
export function Entrance({ user, onForbidden }: EntranceProps) {
  const [session, state] = useBoardSession(user)
  const { connection } = state
  const why = connection.state === 'closed' ? connection.why : null
  const hasNoAccess = useSessionAnew(why)
  useEffect(() => {
    if (why === 'forbidden') onForbidden()
  }, [why, onForbidden])
  if (why === null) return <Whiteboard user={user} session={session} state={state} />
  if (why === 'forbidden') return hasNoAccess ? <NoAccess /> : <FromTheDoor isWaiting />
  if (why === 'login') return <Preview />
  return (
    <div className={styles.closed} role="alert">
      <p>{whiteboardMessages.reload}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}

/**
 * Asks for the session anew once one is refused: who was banned or logged out elsewhere is told so by the whole page.
 * Answers whether it came and says neither.
 */
function useSessionAnew(why: Closed | null): boolean {
  const client = useQueryClient()
  const [saysNeither, setSaysNeither] = useState(false)
  useEffect(() => {
    if (why !== 'login' && why !== 'forbidden') return
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
      ({ user, ban }) => setSaysNeither(user !== null && ban === null),
      () => undefined,
    )
  }, [why, client])
  return saysNeither
}
