import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { ANONYMOUS_NICKNAME } from '../../../contract/http/whiteboard.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPage, preload } from '../../ui/lazy-component.tsx'
import { NativeDialog } from '../../ui/NativeDialog.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { BoardBackground, BoardPreview, NoAccess } from './BoardPreview.tsx'
import styles from './Whiteboard.module.css'

type JoinDialogProps = {
  /** Called on hover or focus of the enter button. */
  onIntent: () => void
  onEnter: () => void
  onLeave: () => void
}

/** Rules that a member accepts before drawing [2 §2 Whiteboard]. */
export function JoinDialog({ onIntent, onEnter, onLeave }: JoinDialogProps) {
  const actions = (
    <>
      <Button onClick={onLeave}>Not now</Button>
      <Button variant="primary" onPointerEnter={onIntent} onFocus={onIntent} onClick={onEnter}>
        I'll be good, let me in!
      </Button>
    </>
  )
  return (
    <NativeDialog onClose={onLeave} title="Whiteboard Free Draw" actions={actions}>
      <div className={styles.text}>
        <p>Everyone draws on the same board at the same time, and everyone can see it.</p>
        <p>There is no undo. Leave room for others and respect their drawings.</p>
        <p>The community guidelines apply here too.</p>
      </div>
    </NativeDialog>
  )
}

// Loaded separately: the board's code is large, and only members who accepted the rules need it.
const loadBoard = () => import('./MemberBoard.tsx')
const MemberBoard = lazyPage(loadBoard, 'MemberBoard', <BoardBackground isWaiting />)

/** Page of the shared board, which fills the window [2 §2 Whiteboard]. */
export function WhiteboardPage() {
  const user = useUser()
  const [isForbidden, setForbidden] = useState(false)
  return (
    <>
      <title>{`${PRODUCT_NAME} Whiteboard`}</title>
      <div className={styles.page}>
        {user === undefined && <PageSpinner />}
        {user === null && <BoardPreview isSuspended={isForbidden} />}
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

/** The join dialog, then the board. */
function EnterBoard({ user, onForbidden }: { user: CurrentUser; onForbidden: () => void }) {
  const [hasEntered, setHasEntered] = useState(false)
  const navigate = useNavigate()
  if (hasEntered) return <MemberBoard user={user} onForbidden={onForbidden} />
  return (
    <>
      <BoardBackground />
      <JoinDialog
        onIntent={() => preload(loadBoard)}
        onEnter={() => setHasEntered(true)}
        onLeave={() => void navigate('/')}
      />
    </>
  )
}
