import { classes } from './classes.ts'
import styles from './Hairline.module.css'

/** A 1 px line between sections; `strong` is the line under a table's header. */
export function Hairline({ strong, className }: { strong?: boolean; className?: string }) {
  return <hr className={classes(styles.hairline, strong && styles.strong, className)} />
}
