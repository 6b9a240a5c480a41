import { Search } from 'lucide-react'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SearchBox.module.css'

type SearchBoxProps = Omit<ComponentProps<'input'>, 'onSubmit' | 'className'> & {
  onSubmit?: FormEventHandler
  /** Hides the hint at the key that focuses the field. */
  hasNoKey?: boolean
  /** Suggestions below the field. */
  children?: ReactNode
}

/** Search field of the header. As a plain form it also works before the application starts. */
export function SearchBox({ onSubmit, hasNoKey, children, ...field }: SearchBoxProps) {
  return (
    <search className={styles.search}>
      <form action="/search" onSubmit={onSubmit}>
        <Icon of={Search} size={16} className={styles.icon} />
        <input
          {...field}
          name="query"
          className={styles.input}
          role="combobox"
          aria-label="Search sketches and artists"
          aria-expanded={field['aria-expanded'] ?? false}
          aria-autocomplete="list"
          placeholder="Search sketches and artists"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_QUERY_MAX}
        />
        {!hasNoKey && (
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        )}
      </form>
      {children}
    </search>
  )
}
