import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  /** Width divided by height. */
  ratio?: number
  className?: string
}

/** Placeholder of a picture, of the same size. Announce "Loading" once for the whole list, not here. */
export function Skeleton({ width, height, ratio, className }: SkeletonProps) {
  return (
    <span
      className={classes(styles.skeleton, className)}
      style={{ width, height, aspectRatio: ratio }}
      aria-hidden="true"
    />
  )
}
