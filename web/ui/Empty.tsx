import type { ReactNode } from 'react'
import { ConstructionHead } from './ConstructionHead.tsx'
import { classes } from './classes.ts'
import styles from './Empty.module.css'

/** Nothing here yet: the drawing, one sentence, one button at most. */
export function Empty({
  children,
  action,
  className,
}: {
  children: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={classes(styles.empty, className)}>
      <ConstructionHead />
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
