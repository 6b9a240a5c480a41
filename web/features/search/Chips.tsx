import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Chips.module.css'

export type Chip = { name: string; content: ReactNode; onRemove: () => void }

/** Parts of a search, each with a remove button. */
export function Chips({ label, chips, children }: { label: string; chips: readonly Chip[]; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chips.map(({ name, content, onRemove }) => (
            <li key={name} className={styles.chip}>
              <span className={styles.content}>{content}</span>
              <button type="button" className={styles.remove} aria-label={`Remove ${name}`} onClick={onRemove}>
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
