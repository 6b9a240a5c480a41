import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '../../../contract/http/session.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { NoAccess, Preview } from './OnlyLooking.tsx'
import { useBoardSession } from './useBoardSession.ts'
import styles from './Whiteboard.module.css'
import { Whiteboard } from './Whiteboard.tsx'

/** The board for a member, for as long as it lets them in. */
export function Entrance({ user }: { user: CurrentUser }) {
  const [session, state] = useBoardSession(user)
  const { connection } = state
  const client = useQueryClient()
  const isLoggedOut = connection.state === 'closed' && connection.why === 'login'
  useEffect(() => {
    if (isLoggedOut) void client.invalidateQueries(sessionQuery)
  }, [isLoggedOut, client])
  if (connection.state !== 'closed') return <Whiteboard user={user} session={session} state={state} />
  if (connection.why === 'forbidden') return <NoAccess />
  if (isLoggedOut) return <Preview />
  return (
    <div className={styles.closed} role="alert">
      <p>{whiteboardMessages.reload}</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}
