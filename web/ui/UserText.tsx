import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './UserText.module.css'

/** A paragraph that a member wrote, with its line breaks. */
export function UserText({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={classes(styles.text, className)}>{children}</p>
}
