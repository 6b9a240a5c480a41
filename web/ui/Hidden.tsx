import type { ComponentProps } from 'react'
import styles from './Hidden.module.css'

/** Class of parts for screen readers only. */
export const hiddenClass = styles.hidden

/** Text for screen readers only. */
export function Hidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={hiddenClass} />
}
