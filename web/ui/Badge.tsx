import { numberText } from '../lib/format.ts'
import styles from './Badge.module.css'
import { Hidden } from './Hidden.tsx'

type BadgeProps = {
  count: number
  /** Shows only "+" from this count on. */
  plusFrom?: number
  /** The counted things, for screen readers: "unread". */
  label?: string
}

/** Small count on the accent colour; nothing at zero. */
export function Badge({ count, plusFrom, label }: BadgeProps) {
  if (count <= 0) return null
  const shown = plusFrom !== undefined && count >= plusFrom ? '+' : numberText(count)
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{shown}</span>
      <Hidden>{label ? ` ${count} ${label}` : ` ${count}`}</Hidden>
    </span>
  )
}
