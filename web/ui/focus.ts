import { useEffect, useRef, useState } from 'react'

/** Moves the focus to the page's heading when the focused element is removed, such as a button that was used up. */
export function useHeadingWhenFocusLost(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = () => {
      last.current = document.activeElement
    }
    note()
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (!isFocusLost() || last.current?.isConnected !== false || focusHeading()) return
    const drawn = new MutationObserver(() => (!isFocusLost() || focusHeading()) && drawn.disconnect())
    drawn.observe(document.body, { childList: true, subtree: true })
    return () => drawn.disconnect()
  })
}

/** Moves the focus to the page's heading after a dialog has closed, if the element that opened it no longer exists. */
export function useHeadingAfter(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    // The dialog returns the focus to its opener in the frame before.
    const look = () => requestAnimationFrame(() => isFocusLost() && focusHeading())
    return () => void requestAnimationFrame(look)
  }, [isOpen])
}

/** True while no element of the page has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

/** Focuses the field of a form by its name. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/**
 * In a dialog: returns the focus to the element that opened it. For a menu item, which is gone by then, that is the
 * menu's button. The dialog's own attempt comes too early when it closes after a success: the page behind it cannot be
 * focused yet.
 */
export function RestoreFocus(): null {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => isFocusLost() && opener?.focus())
    },
    [opener],
  )
  return null
}

function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return opener instanceof HTMLElement ? opener : null
}
