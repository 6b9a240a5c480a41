let isRestored = false
const waiting = new Set<() => void>()

/** Called when the router has restored or reset the scroll position of the first page. */
export function markScrollRestored(): void {
  isRestored = true
  for (const run of waiting) run()
  waiting.clear()
}

/**
 * Runs `run` at once, or on the first page after the router has set the scroll position, which would undo it. Returns
 * a function that cancels it.
 */
export function afterScrollRestored(run: () => void): () => void {
  if (isRestored) {
    run()
    return () => undefined
  }
  waiting.add(run)
  return () => waiting.delete(run)
}
