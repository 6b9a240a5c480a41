import { classes } from './classes.ts'
import styles from './Hairline.module.css'

/** Line of 1 px between sections; `strong` is for table headers. */
export function Hairline({ strong, className }: { strong?: boolean; className?: string }) {
  return <hr className={classes(styles.hairline, strong && styles.strong, className)} />
}
