import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './SearchField.module.css'

type SearchFieldProps = {
  label: string
  /** Current search; the field follows it, for example when the user goes back. */
  query: string
  onSearch: (query: string) => void
  /** Allows an empty query. */
  allowsEmpty?: boolean
  hint?: ReactNode
  placeholder?: string
}

/** Search field with a button; an empty query is ignored [1 §5]. */
export function SearchField({ label, query, onSearch, allowsEmpty, hint, placeholder }: SearchFieldProps) {
  const [typed, setTyped] = useState({ text: query, of: query })
  if (typed.of !== query) setTyped({ text: query, of: query })
  const text = typed.of === query ? typed.text : query
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (trimmed || allowsEmpty) onSearch(trimmed)
  }
  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          className={styles.field}
          label={label}
          hint={hint}
          type="search"
          name="query"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setTyped({ text: target.value.slice(0, SEARCH_QUERY_MAX), of: query })}
        />
        <Button type="submit" variant="primary" icon={Search}>
          Search
        </Button>
      </form>
    </search>
  )
}
