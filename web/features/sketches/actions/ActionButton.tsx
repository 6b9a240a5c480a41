import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './ActionBar.module.css'

type ActionButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & {
  icon: LucideIcon
  /** For given hearts and stars. */
  filled?: boolean
  /** The word or number, and the smaller text below. */
  name: string
  detail: string
}

export function ActionButton({ icon, filled, name, detail, ...rest }: ActionButtonProps) {
  return (
    <button {...rest} type="button" className={styles.action}>
      <Icon of={icon} filled={filled} />
      <b>{name}</b>
      <span>{detail}</span>
    </button>
  )
}
