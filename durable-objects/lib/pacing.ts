const GATHER_MIN_MS = 5
const GATHER_MAX_MS = 50
/** Telling one listener takes a small part of this, so that most of the time is left for what comes. */
const GATHER_EACH_MS = 0.05

/**
 * For so long after something was told, what comes is gathered; what comes later is told at once. It takes the longer to
 * tell everyone the more they are, so it is done the less often.
 */
export function gatherMs(listeners: number): number {
  return Math.min(GATHER_MAX_MS, Math.max(GATHER_MIN_MS, listeners * GATHER_EACH_MS))
}
