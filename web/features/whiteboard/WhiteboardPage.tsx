import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { CurrentUser } from '../../../contract/http/session.ts'
import { ANONYMOUS, BOARD_PICTURE_PATH } from '../../../contract/http/whiteboard.ts'
import { BOARD } from '../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { sessionQuery, signInAddress, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PageSpinner } from '../../ui/PageSpinner.tsx'
import { show } from '../../ui/toast.ts'
import { Bar } from './Bar.tsx'
import { HistoryPage } from './HistoryPage.tsx'
import { useBoardSession } from './useBoardSession.ts'
import styles from './Whiteboard.module.css'
import { Whiteboard } from './Whiteboard.tsx'

/** Whom the board is not for is told so, and is home after so long [2 §2 Whiteboard]. */
const HOME_AFTER_MS = 250

/** The whiteboard, and its history [2 §2 Whiteboard]. One route for both: the first page carries every route. */
export function WhiteboardPage() {
  const { view } = useParams()
  if (view === 'history') return <HistoryPage />
  if (view) throw new Response(null, { status: 404 })
  return <BoardPage />
}

/** The board that all members draw on together, in place of the site's header and all. */
function BoardPage() {
  const user = useUser()
  return (
    <>
      <title>{`${PRODUCT_NAME} Whiteboard`}</title>
      <div className={styles.page}>
        {user === undefined && <PageSpinner />}
        {user === null && <Preview />}
        {user && (user.nickname === ANONYMOUS || !user.chatId ? <NoAccess /> : <Entrance user={user} />)}
      </div>
    </>
  )
}

function Entrance({ user }: { user: CurrentUser }) {
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

/** The board as it is for those who may only look at it. */
function Preview() {
  return (
    <>
      <Bar />
      <div className={styles.preview}>
        <img src={BOARD_PICTURE_PATH} alt="Shared drawing" {...BOARD} />
        <p>{whiteboardMessages.loginNeeded}</p>
        <ButtonLink href={signInAddress()} variant="primary">
          Login with Google
        </ButtonLink>
      </div>
    </>
  )
}

function NoAccess() {
  const navigate = useNavigate()
  useEffect(() => {
    show(whiteboardMessages.noAccess, { kind: 'error' })
    const leave = setTimeout(() => void navigate('/', { replace: true }), HOME_AFTER_MS)
    return () => clearTimeout(leave)
  }, [navigate])
  return <Bar />
}
