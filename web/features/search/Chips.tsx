import type { ReactNode } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import styles from './Chips.module.css'

export type ChipItem = { name: string; content: ReactNode; onRemove: () => void }

/** Parts of a search, each with a remove button. */
export function Chips({ label, chips, children }: { label: string; chips: readonly ChipItem[]; children?: ReactNode }) {
  return (
    <div className={styles.row}>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chips.map(({ name, content, onRemove }) => (
            <Chip key={name} name={name} onRemove={onRemove}>
              {content}
            </Chip>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}
