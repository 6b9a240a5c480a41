import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isChosen } from '../../lib/choices.ts'
import { isForPage } from '../../lib/key-press.ts'
import { pageKey } from '../../lib/keys.ts'
import { useUser } from '../../lib/session.ts'
import { SEARCH_FIELD } from '../search-field.ts'
import { type Begun, pressed, type Wanted } from './sequence.ts'
import { moveAmongTiles } from './tiles.ts'

/** Hears every key that is meant for the page and does what it is for, unless keys are turned off. */
export function usePresses(): void {
  const navigate = useNavigate()
  const user = useUser()
  const act = (wanted: NonNullable<Wanted>): boolean => {
    if ('go' in wanted) void navigate(wanted.go)
    else if ('key' in wanted) {
      const run = pageKey(wanted.key)
      run?.()
      return run !== undefined || moveAmongTiles(wanted.key)
    } else if (wanted.do === 'profile') {
      if (!user) return false
      void navigate(`/user/${user.id}`)
    } else toSearch(navigate)
    return true
  }
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    let begun: Begun = null
    const press = (event: KeyboardEvent) => {
      if (isChosen('keys-off') || !isForPage(event)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const next = pressed(begun, key, event.timeStamp)
      begun = next.begun
      // A key held down goes on from tile to tile, and does nothing else twice.
      const acts = next.wanted && (event.repeat ? moveAmongTiles(key) : latest.current(next.wanted))
      if (acts) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function toSearch(navigate: ReturnType<typeof useNavigate>): void {
  // The new page takes the focus first, and gives it on.
  if (!focusSearch()) void navigate('/search', { state: { focus: true } })
}

/** The page that is drawn may still be the one before, while the address is that of the next. */
function focusSearch(): boolean {
  const page = `[data-page="${CSS.escape(location.pathname)}"]`
  const field = document.querySelector<HTMLInputElement>(`main > ${page} ${SEARCH_FIELD}`)
  field?.focus()
  return field !== null
}
