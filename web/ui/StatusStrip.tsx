import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './StatusStrip.module.css'

/** State of a live page, announced to screen readers: paragraphs that hold text and plain buttons. */
export function StatusStrip({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={classes(styles.strip, className)}>
      {children}
    </div>
  )
}
