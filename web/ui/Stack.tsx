import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './layout.module.css'

/** Children on top of each other, all in one cell. */
export function Stack({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes(styles.stack, className)} />
}
