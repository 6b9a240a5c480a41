/** Speed above which pictures cannot be recognised: about seven tablet screens a second. */
const FAST_PX_PER_MS = 6
const REST_MS = 100

let last = { top: 0, at: 0 }
let fast = false

/** Records the window's scroll position; called on each scroll event. */
export function recordScroll(top: number, now = performance.now()): void {
  fast = now > last.at && now - last.at < REST_MS && Math.abs(top - last.top) / (now - last.at) > FAST_PX_PER_MS
  last = { top, at: now }
}

/** True while the window scrolls faster than 6 pixels a millisecond. */
export function isScrollingFast(now = performance.now()): boolean {
  return fast && now - last.at < REST_MS
}
