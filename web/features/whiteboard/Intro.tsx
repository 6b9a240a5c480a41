import { Button } from '../../ui/Button.tsx'
import { PlainDialog } from '../../ui/PlainDialog.tsx'
import styles from './Whiteboard.module.css'

type IntroProps = {
  /** One is about to enter. */
  onNear: () => void
  onEnter: () => void
  onLeave: () => void
}

/** What one agrees to before one draws with others [2 §2 Whiteboard]. */
export function Intro({ onNear, onEnter, onLeave }: IntroProps) {
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
