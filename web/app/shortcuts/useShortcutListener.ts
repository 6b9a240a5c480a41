import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isPreferenceOn } from '../../lib/preferences.ts'
import { HEADER_SEARCH, SEARCH_FIELD } from '../../lib/search-fields.ts'
import { useUser } from '../../lib/session.ts'
import { isShortcut, pressedKeys, shortcutAction } from '../../lib/shortcuts.ts'
import { replayEarlyKeys } from './early-keys.ts'
import { type FirstKey, type KeyCommand, nextCommand } from './key-sequence.ts'
import { moveTileFocus } from './tile-focus.ts'

/** Listens for the site's keyboard shortcuts, unless the member turned them off. Also handles earlier key presses. */
export function useShortcutListener(): void {
  const navigate = useNavigate()
  const user = useUser()
  const run = (command: NonNullable<KeyCommand>): boolean => {
    if ('go' in command) void navigate(command.go)
    else if ('key' in command) {
      const action = shortcutAction(command.key)
      action?.()
      return action !== undefined || moveTileFocus(command.key)
    } else if (command.do === 'profile') {
      if (!user) return false
      void navigate(`/user/${user.id}`)
    } else if (!focusSearch()) {
      // The new page takes the focus first and passes it to the field.
      void navigate('/search', { state: { focus: true } })
    }
    return true
  }
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    let first: FirstKey = null
    const press = (event: KeyboardEvent) => {
      if (isPreferenceOn('keys-off') || !isShortcut(event)) return false
      const isHandled = pressedKeys(event).some((key) => {
        const next = nextCommand(first, key, event.timeStamp)
        first = next.first
        // Holding a key down moves on from tile to tile and repeats nothing else.
        return next.command && (event.repeat ? moveTileFocus(key) : latest.current(next.command))
      })
      if (isHandled) event.preventDefault()
      return isHandled
    }
    document.addEventListener('keydown', press)
    replayEarlyKeys(press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/**
 * Focuses the search field of the header, or in narrow windows that of the current page; a previous page may still be
 * shown while the next one loads.
 */
function focusSearch(): boolean {
  const header = document.querySelector<HTMLInputElement>(HEADER_SEARCH)
  if (header?.checkVisibility()) {
    header.focus()
    header.select()
    return true
  }
  const page = `[data-page="${CSS.escape(location.pathname)}"]`
  const field = document.querySelector<HTMLInputElement>(`main > ${page} ${SEARCH_FIELD}`)
  field?.focus()
  return field !== null
}
