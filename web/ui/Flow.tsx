import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gap.ts'
import styles from './layout.module.css'

/** Children side by side, wrapping. */
export function Flow({
  gap = 8,
  justify = 'start',
  className,
  ...rest
}: ComponentProps<'div'> & { gap?: Gap; justify?: 'start' | 'between' | 'end' }) {
  const placed = justify !== 'start' && styles[justify]
  return <div {...rest} className={classes(styles.flow, gapClass(gap), placed, className)} />
}
