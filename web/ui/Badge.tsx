import { numberText } from '../lib/format.ts'
import styles from './Badge.module.css'
import { Hidden } from './Hidden.tsx'

type BadgeProps = {
  count: number
  /** Shows only "+" from this count on. */
  plusFrom?: number
  /** Appends a plus to the count, because there may be more. */
  isCapped?: boolean
  /** The counted things, for screen readers: "unread". */
  label?: string
}

/** Small count on the accent colour; nothing at zero. */
export function Badge({ count, plusFrom, isCapped = false, label }: BadgeProps) {
  if (count <= 0) return null
  const plus = isCapped ? '+' : ''
  const shown = plusFrom !== undefined && count >= plusFrom ? '+' : numberText(count) + plus
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{shown}</span>
      <Hidden>{label ? ` ${count}${plus} ${label}` : ` ${count}${plus}`}</Hidden>
    </span>
  )
}
