import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { ANONYMOUS_NICKNAME } from '../../../contract/http/whiteboard.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { PlainDialog } from '../../ui/PlainDialog.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { BoardBackground, NoAccess, Preview } from './BoardPreview.tsx'
import styles from './Whiteboard.module.css'

type IntroProps = {
  /** Called when the member is about to enter. */
  onNear: () => void
  onEnter: () => void
  onLeave: () => void
}

/** The rules that a member agrees to before drawing [2 §2 Whiteboard]. */
export function JoinDialog({ onNear, onEnter, onLeave }: IntroProps) {
  const actions = (
    <>
      <Button onClick={onLeave}>Not now</Button>
      <Button variant="primary" onPointerEnter={onNear} onFocus={onNear} onClick={onEnter}>
        I'll be good, let me in!
      </Button>
    </>
  )
  return (
    <PlainDialog onClose={onLeave} title="Whiteboard Free Draw" actions={actions}>
      <div className={styles.words}>
        <p>Everyone draws on the same board, at the same time, and everyone sees it.</p>
        <p>There is no undo. Leave room for others, and leave their drawings be.</p>
        <p>What breaks the guidelines of the site breaks them here as well.</p>
      </div>
    </PlainDialog>
  )
}

const loadEntrance = () => import('./MemberBoard.tsx')
const MemberBoard = lazyPage(async () => ({ default: (await loadEntrance()).MemberBoard }))
const HistoryPage = lazyPage(async () => ({ default: (await import('./history/HistoryPage.tsx')).HistoryPage }))

/** Pages of the whiteboard and of its history [2 §2 Whiteboard]. */
export function WhiteboardPage() {
  const { view } = useParams()
  if (view && view !== 'history') throw new Response(null, { status: 404 })
  return <Suspense fallback={<PageSpinner />}>{view ? <HistoryPage /> : <BoardPage />}</Suspense>
}

/** The page of the board that all members draw on; it fills the window. */
function BoardPage() {
  const user = useUser()
  const [isForbidden, setForbidden] = useState(false)
  return (
    <>
      <title>{`${PRODUCT_NAME} Whiteboard`}</title>
      <div className={styles.page}>
        {user === undefined && <PageSpinner />}
        {user === null && <Preview isSuspended={isForbidden} />}
        {user &&
          (user.nickname === ANONYMOUS_NICKNAME || !user.chatId ? (
            <NoAccess />
          ) : (
            <EnterBoard user={user} onForbidden={() => setForbidden(true)} />
          ))}
      </div>
    </>
  )
}

/** The join dialog, then the board, whose code is loaded when the member is about to enter. */
function EnterBoard({ user, onForbidden }: { user: CurrentUser; onForbidden: () => void }) {
  const [isLetIn, setLetIn] = useState(false)
  const navigate = useNavigate()
  if (isLetIn)
    return (
      <Suspense fallback={<BoardBackground isWaiting />}>
        <MemberBoard user={user} onForbidden={onForbidden} />
      </Suspense>
    )
  return (
    <>
      <BoardBackground />
      <JoinDialog
        onNear={() => void loadEntrance()}
        onEnter={() => setLetIn(true)}
        onLeave={() => void navigate('/')}
      />
    </>
  )
}
