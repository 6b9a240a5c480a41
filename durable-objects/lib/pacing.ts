/** What comes is gathered for no longer than this before it is sent. */
export const GATHER_MAX_MS = 50
const GATHER_MIN_MS = 5

/**
 * How long to gather after a flush: not at all while things come one by one, longer each time that several came
 * together, up to 50 ms.
 */
export function nextGatherMs(gatherMs: number, gathered: number): number {
  if (gathered > 1) return Math.min(GATHER_MAX_MS, Math.max(GATHER_MIN_MS, gatherMs * 2))
  return Math.floor(gatherMs / 2)
}
