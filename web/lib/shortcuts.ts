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

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'>

/** Shortcut keys by their place, for layouts that type other characters there. */
const KEYS_BY_PLACE: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Equal: '+',
  Minus: '-',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Digit${digit}`, String(digit)])),
}

const SYMBOL = /^[\d\p{P}\p{S}]$/u
const BRACKET = /^[[\]]$/

/**
 * Returns the shortcut keys that a press can mean: the typed character, then the key at that place of a US keyboard.
 * Returns none for chords. AltGr and Shift make no chord where they type a symbol, such as `[` on a German keyboard.
 */
export function pressedKeys(press: KeyPress): readonly string[] {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = press
  const hasAltGr = press.getModifierState('AltGraph')
  if (altKey || ctrlKey || metaKey || shiftKey || hasAltGr) return isTyped(press, hasAltGr) ? [key] : []
  const typed = key.length === 1 ? key.toLowerCase() : key
  const byPlace = KEYS_BY_PLACE[code]
  if (byPlace === undefined || byPlace === typed) return [typed]
  return typed === 'Dead' ? [byPlace] : [typed, byPlace]
}

/** True if the held modifiers serve to type the symbol. */
function isTyped({ key, code, altKey, ctrlKey, metaKey }: KeyPress, hasAltGr: boolean): boolean {
  if (metaKey) return false
  if (!altKey && !ctrlKey && !hasAltGr) return SYMBOL.test(key)
  // Windows reports AltGr as Ctrl and Alt. On a Mac, Option types a bracket with another key than that of a bracket.
  const isThirdLevel = hasAltGr || (altKey && (ctrlKey || !code.startsWith('Bracket')))
  return isThirdLevel && BRACKET.test(key)
}

/** True for a key press that is no chord, outside text fields, while no dialog or menu is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  const [key] = pressedKeys(event)
  if (key === undefined || event.defaultPrevented || event.isComposing) return false
  // A slider uses the named keys, such as arrows, but no letters.
  const takes = key.length > 1 ? `${TAKES_LETTERS}, input` : TAKES_LETTERS
  if (event.target instanceof Element && event.target.closest(takes)) return false
  return !isOverlayOpen()
}
