import { useEffect, useState } from 'react'
import { SPINNER_DELAY_MS } from '../../contract/limits.ts'
import { classes } from './classes.ts'
import { Hidden } from './Hidden.tsx'
import styles from './Spinner.module.css'

/** Spinner of 24 px; with reduced motion its label is shown instead. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={styles.spinner}>
      <Ring />
      <Hidden>{label}</Hidden>
      <span className={styles.text} aria-hidden="true">
        {label}
      </span>
    </span>
  )
}

/** Turning ring; `inherit` takes the text colour, for use inside a button. */
export function Ring({ size = 24, inherit }: { size?: 16 | 24; inherit?: boolean }) {
  return (
    <svg
      className={classes(styles.ring, inherit && styles.inherit)}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      strokeWidth={1.75}
      aria-hidden="true"
    >
      <circle cx={size / 2} cy={size / 2} r={size / 2 - 1.5} />
      <circle
        className={styles.quarter}
        cx={size / 2}
        cy={size / 2}
        r={size / 2 - 1.5}
        pathLength={4}
        strokeDasharray="1 3"
      />
    </svg>
  )
}

/** Spinner in the place of a dialog that is being loaded; hidden for the first quarter of a second. */
export function DialogSpinner() {
  return (
    <div className={styles.dialog}>
      <Spinner />
    </div>
  )
}

/** Spinner of a whole page; hidden for the first 1.5 s, so that quick pages do not flicker. */
export function PageSpinner() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SPINNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.page} role="status">
      {late && <Spinner />}
    </div>
  )
}
