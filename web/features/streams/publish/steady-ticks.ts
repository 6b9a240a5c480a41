/**
 * Calls a function at an interval until the returned function is called. A worker keeps the interval while the page is
 * hidden and its timers are throttled.
 */
export function tickSteadily(intervalMs: number, tick: () => void): () => void {
  const worker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = tick
  worker.postMessage(intervalMs)
  return () => worker.terminate()
}
