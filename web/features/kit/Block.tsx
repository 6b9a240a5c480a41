import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './KitPage.module.css'

export function Block({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={classes(styles.block, wide && styles.wide)} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  )
}
