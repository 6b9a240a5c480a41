import { type RefObject, useEffect, useState } from 'react'
import { isPreferenceOn } from '../../../lib/preferences.ts'
import { isOverlayOpen } from '../../../lib/shortcuts.ts'

const TAKES_TEXT = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'
const TAKES_SPACE = 'a[href], button, input, summary, [tabindex="0"]'

/**
 * True while Space is held, which pans the board. Text fields and controls that were reached by key keep the Space key.
 * After a mouse press on a control, Space pans while the mouse is over the stage.
 */
export function useSpaceHeld(stage: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    let held = false
    let movedByKey = false
    const change = (next: boolean) => {
      held = next
      setHeld(next)
    }
    const belongsToControl = (target: EventTarget | null) => {
      if (!(target instanceof Element)) return false
      if (target.closest(TAKES_TEXT)) return true
      return target.closest(TAKES_SPACE) !== null && (movedByKey || !stage.current?.matches(':hover'))
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab') movedByKey = true
      if (event.key !== ' ' || event.defaultPrevented || event.isComposing) return
      if (event.altKey || event.ctrlKey || event.metaKey || isPreferenceOn('keys-off')) return
      if (!held && (isOverlayOpen() || belongsToControl(event.target))) return
      // Space would scroll the page, or press the focused control.
      event.preventDefault()
      if (!held) change(true)
    }
    const release = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !held) return
      event.preventDefault()
      change(false)
    }
    const pressPointer = () => {
      movedByKey = false
    }
    document.addEventListener('keydown', press, { signal })
    document.addEventListener('keyup', release, { signal })
    document.addEventListener('pointerdown', pressPointer, { signal, capture: true })
    addEventListener('blur', () => change(false), { signal })
    return () => listeners.abort()
  }, [stage])
  return isHeld
}
