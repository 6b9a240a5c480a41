import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MS = 60_000
const INTERVAL_MS = 50

/** Repeats `look` until it returns something true; returns that. Errors of `look` count as not yet. */
export async function until<T>(
  condition: string,
  look: () => Promise<T | false | null | undefined | 0 | ''>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  let last: unknown
  for (const end = performance.now() + timeoutMs; performance.now() < end; await setTimeout(INTERVAL_MS)) {
    try {
      const found = await look()
      if (found) return found
      last = undefined
    } catch (error) {
      last = error
    }
  }
  throw new Error(`not within ${timeoutMs / 1000} s: ${condition}`, { cause: last })
}
