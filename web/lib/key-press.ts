const TYPED_IN = 'input:not([type=range]), textarea, select, [contenteditable], [role=menu], [role=radiogroup]'
const LIES_OVER = 'dialog[open], [role$=dialog], [role=menu]'

/** Whether a press is meant for the page: no modifier, nothing that is typed in, and nothing that lies over the page. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
  // Where `?` is typed with Shift, as on most keyboards, Shift is no modifier of it.
  if (event.shiftKey && event.key !== '?') return false
  // A slider is moved by arrows and the like, and takes no letters.
  const takes = event.key.length > 1 ? `${TYPED_IN}, input` : TYPED_IN
  if (event.target instanceof Element && event.target.closest(takes)) return false
  return !document.querySelector(LIES_OVER)
}
