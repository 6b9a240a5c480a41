/** Seven screens of a tablet in a second: nothing on them is seen. */
const FAST = 6
const REST_MS = 100

let last = { top: 0, at: 0 }
let fast = false

/** Notes where the window is each time it scrolls. */
export function noteScroll(top: number, now = performance.now()): void {
  fast = now > last.at && now - last.at < REST_MS && Math.abs(top - last.top) / (now - last.at) > FAST
  last = { top, at: now }
}

/** Whether the window is being thrown past what is on the page, faster than 6 pixels a millisecond. */
export function scrollsFast(now = performance.now()): boolean {
  return fast && now - last.at < REST_MS
}
