import type { ComponentProps, CSSProperties } from 'react'
import { classes } from './classes.ts'
import { type Gap, gapClass } from './gap.ts'
import styles from './layout.module.css'

type GridProps = ComponentProps<'div'> & {
  /** The least width of a column, in pixels. */
  least?: number
  gap?: Gap
}

/** As many equal columns as fit. */
export function Grid({ least = 200, gap = 16, className, style, ...rest }: GridProps) {
  const sized = { ...style, '--least': `${least}px` } as CSSProperties
  return <div {...rest} style={sized} className={classes(styles.grid, gapClass(gap), className)} />
}
