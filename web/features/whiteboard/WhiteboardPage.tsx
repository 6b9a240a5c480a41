import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ANONYMOUS_NICKNAME } from '../../../contract/board/preview.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPage, preload } from '../../ui/lazy-component.tsx'
import { NativeDialog } from '../../ui/NativeDialog.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { hasAcceptedRulesToday, rememberAcceptedRules } from './accepted-rules.ts'
import { BoardBackground, BoardPreview, NoAccess } from './BoardPreview.tsx'
import styles from './Whiteboard.module.css'

type EnterProps = {
  /** Called on hover or focus of the button. */
  onIntent: () => void
  onEnter: () => void
}

function EnterButton({ onIntent, onEnter }: EnterProps) {
  return (
    <Button variant="primary" onPointerEnter={onIntent} onFocus={onIntent} onClick={onEnter}>
      I'll be good, let me in!
    </Button>
  )
}

const GUIDELINES_APPLY = (
  <>
    The <Link to="/guidelines">community guidelines</Link> apply here too.
  </>
)

/** Rules that a member accepts before drawing [2 §2 Whiteboard]. */
export function JoinDialog({ onLeave, ...enter }: EnterProps & { onLeave: () => void }) {
  const actions = (
    <>
      <Button onClick={onLeave}>Not now</Button>
      <EnterButton {...enter} />
    </>
  )
  return (
    <NativeDialog onClose={onLeave} title="Whiteboard Free Draw" actions={actions}>
      <div className={styles.text}>
        <p>Everyone draws on the same board at the same time, and everyone can see it.</p>
        <p>There is no undo. Leave room for others and respect their drawings.</p>
        <p>{GUIDELINES_APPLY}</p>
      </div>
    </NativeDialog>
  )
}

/** The rules in one line, for members who accepted them today. */
function RulesLine(enter: EnterProps) {
  return (
    <div className={styles.rules}>
      <p>There is no undo. {GUIDELINES_APPLY}</p>
      <EnterButton {...enter} />
    </div>
  )
}

// Loaded separately: the board's code is large, and only members who accepted the rules need it.
const loadBoard = () => import('./MemberBoard.tsx')
const MemberBoard = lazyPage(loadBoard, 'MemberBoard', <BoardBackground isWaiting />)

/** Page of the shared board, which fills the window [2 §2 Whiteboard]. */
export function WhiteboardPage() {
  const user = useUser()
  return (
    <>
      <title>{`${PRODUCT_NAME} Whiteboard`}</title>
      <div className={styles.page}>
        {user === undefined && <PageSpinner />}
        {user === null && <BoardPreview />}
        {user && (user.nickname === ANONYMOUS_NICKNAME || !user.chatId ? <NoAccess /> : <EnterBoard user={user} />)}
      </div>
    </>
  )
}

/**
 * The rules, then the board. They are a dialog once a day and browser, and after that a line beside the same button.
 */
function EnterBoard({ user }: { user: CurrentUser }) {
  const [hasEntered, setHasEntered] = useState(false)
  const [isAsked] = useState(() => !hasAcceptedRulesToday())
  const navigate = useNavigate()
  const enter = () => {
    rememberAcceptedRules()
    setHasEntered(true)
  }
  const onIntent = () => preload(loadBoard)
  if (hasEntered) return <MemberBoard user={user} />
  if (!isAsked) return <BoardBackground line={<RulesLine onIntent={onIntent} onEnter={enter} />} />
  return (
    <>
      <BoardBackground />
      <JoinDialog onIntent={onIntent} onEnter={enter} onLeave={() => void navigate('/')} />
    </>
  )
}
