declare global {
  interface Window {
    /**
     * Key presses since the document began to load, collected by `theme.js`; undefined once the application listens.
     */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/**
 * Handles the key presses that came before the application listened, once, up to the first that acts: the rest were
 * meant for what it opened. If it focused a text field, such as that of the search, the text typed after it goes there.
 */
export function replayEarlyKeys(handle: (press: KeyboardEvent) => boolean): void {
  const presses = window.earlyKeys ?? []
  window.earlyKeys = undefined
  const focused = document.activeElement
  const acting = presses.findIndex(handle)
  const text = acting < 0 ? '' : typedText(presses.slice(acting + 1))
  const field = document.activeElement
  if (!text || field === focused || !isTextField(field)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The text of key presses up to Enter, without chords and without what was typed into a field. */
function typedText(presses: readonly KeyboardEvent[]): string {
  let text = ''
  for (const press of presses) {
    if (isTextField(press.target) || isChord(press)) continue
    if (press.key === 'Enter') break
    if (press.key === 'Backspace') text = text.slice(0, -1)
    else if ([...press.key].length === 1) text += press.key
  }
  return text
}

// Windows reports AltGr as Ctrl and Alt.
const isChord = (press: KeyboardEvent) =>
  press.metaKey || ((press.ctrlKey || press.altKey) && !press.getModifierState('AltGraph'))

const isTextField = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
