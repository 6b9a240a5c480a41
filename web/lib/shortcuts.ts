import { useLayoutEffect, useRef } from 'react'

/** Actions by key, as `KeyboardEvent.key` names it. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

const registered = new Set<{ current: Shortcuts }>()

/** Registers shortcuts while the component is mounted; app/shortcuts/shortcut-list.ts lists them for its dialog. */
export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys)
  latest.current = keys
  useLayoutEffect(() => {
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [])
}

/** Returns the action registered for a key. */
export function shortcutAction(key: string): (() => void) | undefined {
  for (const { current } of registered) if (current[key]) return current[key]
}

const TAKES_LETTERS = 'input:not([type=range]), textarea, select, [contenteditable], [role=menu], [role=radiogroup]'
const OVERLAY = 'dialog[open], [role$=dialog], [role=menu]'

/** True while a dialog or menu is open; it handles the keys itself. */
export const isOverlayOpen = () => document.querySelector(OVERLAY) !== null

/** True for a key press without modifiers, outside text fields, while no dialog or menu is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
  // Most keyboards need Shift to type `?`.
  if (event.shiftKey && event.key !== '?') return false
  // A slider uses the named keys, such as arrows, but no letters.
  const takes = event.key.length > 1 ? `${TAKES_LETTERS}, input` : TAKES_LETTERS
  if (event.target instanceof Element && event.target.closest(takes)) return false
  return !isOverlayOpen()
}

/** Selector of the header's search field, which is only shown in wide windows. */
export const HEADER_SEARCH = 'header [name="query"]'

/** Selector of a page's search field. */
export const SEARCH_FIELD = 'input[type="search"]'
