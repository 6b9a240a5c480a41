import { useEffect, useRef, useState } from 'react'

/** Moves the focus to the page's heading when the focused element is removed. */
export function useFocusHeadingWhenLost(): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const rememberFocus = () => {
      last.current = document.activeElement
    }
    rememberFocus()
    document.addEventListener('focusin', rememberFocus)
    return () => document.removeEventListener('focusin', rememberFocus)
  }, [])
  useEffect(() => {
    if (!isFocusLost() || last.current?.isConnected !== false || focusHeading()) return
    const drawn = new MutationObserver(() => (!isFocusLost() || focusHeading()) && drawn.disconnect())
    drawn.observe(document.body, { childList: true, subtree: true })
    return () => drawn.disconnect()
  })
}

/** Moves the focus to the page's heading after a dialog has closed, if its opener no longer exists. */
export function useFocusHeadingAfterClose(isOpen: boolean): void {
  useFocusAfterClose(isOpen, focusHeading)
}

/** Calls `moveFocus` after a dialog or a form has closed, if the focus was lost: its opener no longer exists. */
export function useFocusAfterClose(isOpen: boolean, moveFocus: () => void): void {
  const latest = useRef(moveFocus)
  latest.current = moveFocus
  useEffect(() => {
    if (!isOpen) return
    // A dialog returns the focus to its opener one frame earlier.
    const focusLater = () => requestAnimationFrame(() => isFocusLost() && latest.current())
    return () => void requestAnimationFrame(focusLater)
  }, [isOpen])
}

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Moves the focus to the page's heading; false if there is none. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

/** Moves the focus to a heading or another element that the Tab key passes over; false if there is none. */
export function focusById(id: string): boolean {
  const element = document.getElementById(id)
  element?.setAttribute('tabindex', '-1')
  element?.focus()
  return element !== null
}

/** Moves the focus to a field by name, or to the first of a group. For a drop-down, the name is on a hidden field. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name)
  const field = found instanceof RadioNodeList ? found[0] : found
  if (!(field instanceof HTMLElement)) return
  const hidden = field.closest('[aria-hidden="true"]')
  const shown = hidden ? hidden.parentElement?.querySelector('button') : field
  shown?.focus()
}

/**
 * In a dialog: returns the focus to the element that opened it, or to the menu's button if that was a menu item. The
 * dialog's own attempt fails after a success: the page behind it cannot be focused yet.
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
