import styles from './Badge.module.css'
import { Hidden } from './Hidden.tsx'

type BadgeProps = {
  count: number
  /** From this count on only "+" is shown; the chat says 10. */
  plusFrom?: number
  /** What is counted, for screen readers: "unread". */
  label?: string
}

/** A small count on the accent; nothing at zero. */
export function Badge({ count, plusFrom, label }: BadgeProps) {
  if (count <= 0) return null
  const shown = plusFrom !== undefined && count >= plusFrom ? '+' : count.toLocaleString('en')
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{shown}</span>
      <Hidden>{label ? ` ${count} ${label}` : ` ${count}`}</Hidden>
    </span>
  )
}
