import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './FactList.module.css'

/** Facts as pairs of a name and a value; dense for long lists. */
export function FactList({ dense, children }: { dense?: boolean; children: ReactNode }) {
  return <dl className={classes(styles.facts, dense && styles.dense)}>{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
