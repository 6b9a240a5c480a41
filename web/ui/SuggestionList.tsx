import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './SuggestionList.module.css'

type Suggestion = { key: string | number; content: ReactNode; isActive: boolean; onSelect: () => void }

type SuggestionListProps = {
  /** Prefix of the element ids: the list is `ID-list`, an option is `ID-KEY`. */
  id: string
  label: string
  suggestions: readonly Suggestion[]
  /** Opens above the field, for one at the foot of something. */
  above?: boolean
}

/** Suggestions under a field in a positioned container; the field keeps the focus and handles the keys. */
export function SuggestionList({ id, label, suggestions, above }: SuggestionListProps) {
  return (
    <div id={`${id}-list`} className={classes(styles.list, above && styles.above)} role="listbox" aria-label={label}>
      {suggestions.map(({ key, content, isActive, onSelect }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={key}
          id={`${id}-${key}`}
          ref={(option) => (isActive ? option?.scrollIntoView({ block: 'nearest' }) : undefined)}
          className={styles.option}
          role="option"
          aria-selected={isActive}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSelect}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
