/**
 * Calls a function once the browser is idle, after two seconds at the latest. Returns a function that cancels the call.
 */
export function whenIdle(start: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(start, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(start, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
