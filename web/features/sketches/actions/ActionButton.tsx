import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './ActionBar.module.css'

type ActionButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & {
  icon: LucideIcon
  /** Given, as a heart or a star is. */
  filled?: boolean
  /** The word or the number, and the smaller one under it. */
  name: string
  detail: string
}

/** One of the acts in the bar under the artist's name. */
export function ActionButton({ icon, filled, name, detail, ...rest }: ActionButtonProps) {
  return (
    <button {...rest} type="button" className={styles.action}>
      <Icon of={icon} filled={filled} />
      <b>{name}</b>
      <span>{detail}</span>
    </button>
  )
}
