import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './SuggestionList.module.css'
import { SuggestionOption } from './SuggestionOption.tsx'

type Suggestion = { key: string | number; content: ReactNode; isActive: boolean; onSelect: () => void }

type SuggestionListProps = {
  /** Prefix of the element ids: the list is `ID-list`, an option is `ID-KEY`. */
  id: string
  label: string
  suggestions: readonly Suggestion[]
  /** Opens above the field, for one at the foot of something. */
  above?: boolean
}

/** Suggestions under a field in a positioned container. */
export function SuggestionList({ id, label, suggestions, above }: SuggestionListProps) {
  return (
    <div id={`${id}-list`} className={classes(styles.list, above && styles.above)} role="listbox" aria-label={label}>
      {suggestions.map(({ key, content, ...option }) => (
        <SuggestionOption key={key} id={`${id}-${key}`} className={styles.option} {...option}>
          {content}
        </SuggestionOption>
      ))}
    </div>
  )
}
