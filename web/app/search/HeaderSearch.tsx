import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePreference } from '../../lib/preferences.ts'
import { rememberSearch } from '../../lib/recent-searches.ts'
import { useUser } from '../../lib/session.ts'
import { lazyComponent, preload } from '../../ui/lazy-component.tsx'
import { followEarlyField } from './early-field.ts'
import { SearchBox } from './SearchBox.tsx'
import { type SuggestionKeys, searchAddress } from './search-address.ts'

const loadSuggestions = () => import('./SearchSuggestions.tsx')
const SearchSuggestions = lazyComponent(loadSuggestions, 'SearchSuggestions')

/**
 * Search field of the header, a combobox by the WAI-ARIA pattern: the focus stays in the field, arrows choose. On the
 * search page it shows the current search.
 */
export function HeaderSearch() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const query = useCurrentQuery()
  const user = useUser()
  const userId = user === undefined ? undefined : (user?.id ?? 0)
  const field = useRef<HTMLInputElement>(null)
  const [readEarlyField] = useState(followEarlyField)
  const [typed, setTyped] = useState({ text: query, of: query })
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const keys = useRef<SuggestionKeys>(null)
  const id = useId()
  if (typed.of !== query) setTyped({ text: query, of: query })
  useLayoutEffect(() => {
    const { text, hadFocus } = readEarlyField()
    if (text) setTyped((typed) => ({ ...typed, text }))
    if (hadFocus) field.current?.focus()
  }, [readEarlyField])
  useEffect(() => {
    if (query && userId !== undefined) rememberSearch(userId, query)
  }, [query, userId])
  const close = () => {
    setOpen(false)
    setActive(undefined)
  }
  const goTo = (address: string) => {
    close()
    // The next page takes the focus, unless the member returns to this field before it is shown.
    if (!address.startsWith(`${pathname}?`)) field.current?.blur()
    void navigate(address)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.text.trim()
    if (text) goTo(searchAddress(text))
  }
  const press = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Escape' && isOpen) close()
    else if (key === 'Escape') setTyped({ text: '', of: query })
    else if (!isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) setOpen(true)
    else if (!isOpen || !keys.current?.(key)) return
    event.preventDefault()
  }
  return (
    <SearchBox
      ref={field}
      hasNoKey={usePreference('keys-off')}
      value={typed.text}
      aria-expanded={isOpen}
      aria-controls={isOpen ? `${id}-list` : undefined}
      aria-activedescendant={active}
      onSubmit={submit}
      onPointerEnter={() => preload(loadSuggestions)}
      onFocus={() => setOpen(true)}
      onClick={() => setOpen(true)}
      onBlur={close}
      onKeyDown={press}
      onChange={({ target }) => {
        setTyped({ text: target.value, of: query })
        setActive(undefined)
        setOpen(true)
      }}
    >
      {isOpen && (
        <SearchSuggestions id={id} text={typed.text} active={active} onActive={setActive} keys={keys} onGo={goTo} />
      )}
    </SearchBox>
  )
}

/** The search of the search page; empty elsewhere. */
function useCurrentQuery(): string {
  const { pathname, search } = useLocation()
  return pathname === '/search' ? (new URLSearchParams(search).get('query')?.trim() ?? '') : ''
}
