/**
 * Calls a function at an interval, also while the page is hidden and its own timers are throttled, until the returned
 * function is called.
 */
export function tickSteadily(everyMs: number, tick: () => void): () => void {
  const worker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = tick
  worker.postMessage(everyMs)
  return () => worker.terminate()
}
