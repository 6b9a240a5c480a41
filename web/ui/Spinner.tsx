import { Hidden } from './Hidden.tsx'
import { Ring } from './Ring.tsx'
import styles from './Spinner.module.css'

/** A 24 px ring for something on its way; people who asked for less motion read "Loading" instead. */
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
