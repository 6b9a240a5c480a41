import { useEffect, useState } from 'react'
import { isFocusLost } from './useKeptFocus.ts'

/**
 * In a dialog: gives the focus back to what opened it, also where that was an entry of a menu, which is gone by then, to
 * the menu's button. The dialog itself tries it too early when it closes because something has succeeded: the page behind
 * it cannot be focused yet.
 */
export function FocusBack(): null {
  const [opener] = useState(openerOfNow)
  useEffect(
    () => () => {
      requestAnimationFrame(() => isFocusLost() && opener?.focus())
    },
    [opener],
  )
  return null
}

function openerOfNow(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return opener instanceof HTMLElement ? opener : null
}
