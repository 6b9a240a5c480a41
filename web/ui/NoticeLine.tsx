import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './NoticeLine.module.css'

type NoticeLineProps = {
  /** Accessible name. */
  label: string
  /** Text of the line. */
  text: ReactNode
  /** Buttons of the next steps. */
  children?: ReactNode
  onDismiss?: () => void
}

/** Line above a page that says what happened, with the next steps. */
export function NoticeLine({ label, text, children, onDismiss }: NoticeLineProps) {
  return (
    <section className={styles.notice} aria-label={label}>
      <p role="status">{text}</p>
      {children}
      {onDismiss && <IconButton icon={X} aria-label="Dismiss" className={styles.dismiss} onClick={onDismiss} />}
    </section>
  )
}
