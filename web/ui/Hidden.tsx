import type { ComponentProps } from 'react'
import styles from './Hidden.module.css'

/** Text for screen readers only. */
export function Hidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={styles.hidden} />
}
