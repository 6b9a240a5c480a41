import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gap.ts'
import styles from './layout.module.css'

type HorizontalProps = ComponentProps<'div'> & {
  gap?: Gap
  /** Centred by default. */
  align?: 'centre' | 'start' | 'baseline'
  justify?: 'start' | 'between' | 'end'
}

/** Children side by side on one line; Flow is the one that wraps. */
export function Horizontal({ gap = 8, align = 'centre', justify = 'start', className, ...rest }: HorizontalProps) {
  const placed = classes(align !== 'centre' && styles[align], justify !== 'start' && styles[justify])
  return <div {...rest} className={classes(styles.horizontal, gapClass(gap), placed, className)} />
}
