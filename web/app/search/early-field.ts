import { HEADER_SEARCH } from '../../lib/search-fields.ts'

/**
 * Follows the search field that the build rendered, which stays usable until the application replaces it. Returns a
 * function that reads what was typed into it, also after it was replaced, and whether it had the focus until then.
 */
export function followEarlyField(): () => { text: string; hadFocus: boolean } {
  const field = document.querySelector<HTMLInputElement>(HEADER_SEARCH)
  let hadFocus = field !== null && document.activeElement === field
  field?.addEventListener('focus', () => {
    hadFocus = true
  })
  field?.addEventListener('blur', () => {
    // In some browsers a field that is removed loses the focus first. By the time this runs it is known to be removed.
    queueMicrotask(() => {
      hadFocus &&= !field.isConnected
    })
  })
  return () => ({ text: field?.value ?? '', hadFocus })
}
