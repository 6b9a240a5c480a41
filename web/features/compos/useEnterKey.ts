import { useEffect, useRef } from 'react'
import { isPreferenceOn } from '../../lib/preferences.ts'
import { isShortcut } from '../../lib/shortcuts.ts'

const USES_ENTER = 'a, button, summary'

/** Calls `onEnter` for the Enter key, except on links and buttons, which use it themselves. */
export function useEnterKey(onEnter: () => void): void {
  const latest = useRef(onEnter)
  latest.current = onEnter
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || isPreferenceOn('keys-off') || !isShortcut(event)) return
      if (event.target instanceof Element && event.target.closest(USES_ENTER)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
