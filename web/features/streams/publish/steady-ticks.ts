/** Calls so often also in a page that is not seen, whose own timers rest for a minute, until what is answered is called. */
export function tickSteadily(everyMs: number, tick: () => void): () => void {
  const worker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = tick
  worker.postMessage(everyMs)
  return () => worker.terminate()
}
