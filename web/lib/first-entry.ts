/**
 * Key of the history entry at which this document was opened. The router names all such entries "default", which would
 * make them share one scroll position.
 */
export const firstEntryKey = keyOfThisEntry()

function keyOfThisEntry(): string {
  const key: string = history.state?.key ?? crypto.randomUUID()
  history.replaceState({ ...history.state, key }, '')
  return key
}
