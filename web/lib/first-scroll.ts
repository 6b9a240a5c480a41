let isRestored = false
const waiting = new Set<() => void>()

/** Last scroll position of the first page before the router set it, in CSS px. */
let scrolledTo = 0
let stopWatching = () => {}

/** Records the scroll position of the first page until the router sets it. */
export function watchFirstScroll(): void {
  const note = () => {
    scrolledTo = window.scrollY
  }
  note()
  addEventListener('scroll', note, { passive: true })
  stopWatching = () => removeEventListener('scroll', note)
}

/**
 * True if the router must set the scroll position before the first page is painted: the page was opened before, its
 * address has a hash, or a function waits to scroll it.
 */
export function isFirstScrollUrgent(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return waiting.size > 0 || location.hash !== '' || visit?.type !== 'navigate'
}

/** Called before the router sets the scroll position, because a scroll in the same frame has fired no event yet. */
export function noteFirstScroll(): void {
  scrolledTo = window.scrollY || scrolledTo
}

/**
 * Called when the router has restored or reset the scroll position of the first page. Undoes a reset of a page that was
 * scrolled while it loaded.
 */
export function markScrollRestored(): void {
  stopWatching()
  if (scrolledTo > 0 && window.scrollY === 0) window.scrollTo({ top: scrolledTo, behavior: 'instant' })
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
