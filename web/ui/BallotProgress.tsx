import styles from './BallotProgress.module.css'
import { classes } from './classes.ts'

/** Progress of a compo's ballot, a tick for each set of sketches. `current` counts from 1; `total + 1` means done. */
export function BallotProgress({ current, total }: { current: number; total: number }) {
  const sets = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div
      className={styles.ticks}
      role="progressbar"
      aria-label="Ballot"
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={Math.min(current, total)}
      aria-valuetext={current > total ? 'Done' : `Set ${current} of ${total}`}
    >
      {sets.map((set) => (
        <span
          key={set}
          className={classes(styles.tick, set < current && styles.done, set === current && styles.current)}
        />
      ))}
    </div>
  )
}
