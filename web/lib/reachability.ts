/** Delays of tries after the browser says that the network is back, in milliseconds. The first requests may fail. */
export const TRIES_AFTER_MS = [0, 1000, 3000, 10_000]

/** Asks the site for a sign of life after each delay. True once it replies; false if it never does, or after `left`. */
export async function reachSite(afterMs: readonly number[], left?: AbortSignal): Promise<boolean> {
  for (const delay of afterMs) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    const isReachable = await isSiteReachable()
    if (left?.aborted) return false
    if (isReachable) return true
  }
  return false
}

async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
