import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

type ChipProps = {
  name: string
  /** Fits into a text field. */
  small?: boolean
  onRemove: () => void
  children: ReactNode
}

/** Removable list item: a chosen tag, a part of a search. */
export function Chip({ name, small, onRemove, children }: ChipProps) {
  return (
    <li className={classes(styles.chip, small && styles.small)}>
      <span className={styles.content}>{children}</span>
      <button type="button" className={styles.remove} aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon of={X} size={16} />
      </button>
    </li>
  )
}
