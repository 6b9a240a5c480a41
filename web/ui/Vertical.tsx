import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gap.ts'
import styles from './layout.module.css'

/** Children under each other, as wide as the container unless `align` is "start". */
export function Vertical({
  gap = 16,
  align,
  className,
  ...rest
}: ComponentProps<'div'> & { gap?: Gap; align?: 'start' }) {
  return <div {...rest} className={classes(styles.vertical, gapClass(gap), align && styles[align], className)} />
}
