import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './UserText.module.css'

/** Paragraph written by a member, with its line breaks. */
export function UserText({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={classes(styles.text, className)}>{children}</p>
}
