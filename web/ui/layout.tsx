import type { ComponentProps, CSSProperties } from 'react'
import { classes } from './classes.ts'
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

type GridProps = ComponentProps<'div'> & {
  /** Minimum width of a column, in pixels. */
  minColumnWidth?: number
  gap?: Gap
}

export function Grid({ minColumnWidth = 200, gap = 16, className, style, ...rest }: GridProps) {
  const sized = { ...style, '--least': `${minColumnWidth}px` } as CSSProperties
  return <div {...rest} style={sized} className={classes(styles.grid, gapClass(gap), className)} />
}

type HorizontalProps = ComponentProps<'div'> & {
  gap?: Gap
  /** Centred by default. */
  align?: 'centre' | 'start' | 'baseline'
  justify?: 'start' | 'between' | 'end'
}

/** Children in one line, without wrapping. */
export function Horizontal({ gap = 8, align = 'centre', justify = 'start', className, ...rest }: HorizontalProps) {
  const placed = classes(align !== 'centre' && styles[align], justify !== 'start' && styles[justify])
  return <div {...rest} className={classes(styles.horizontal, gapClass(gap), placed, className)} />
}

/** Children in a column, as wide as the container unless `align` is "start". */
export function Vertical({
  gap = 16,
  align,
  className,
  ...rest
}: ComponentProps<'div'> & { gap?: Gap; align?: 'start' }) {
  return <div {...rest} className={classes(styles.vertical, gapClass(gap), align && styles[align], className)} />
}

/** Children on top of each other, all in one cell. */
export function Stack({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes(styles.stack, className)} />
}

/** Steps of the spacing scale, in pixels. */
export type Gap = 0 | 4 | 8 | 12 | 16 | 24 | 32

export function gapClass(gap: Gap): string | undefined {
  return styles[`gap${gap}`]
}
