import { classes } from './classes.ts'
import styles from './Spinner.module.css'

/** The turning ring alone; `inherit` takes the text colour, for use inside a button. */
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
