import { fromWireTime } from '../../../../contract/time.ts'

const MINUTE_MS = 60_000
/** An announced stream is expected within this time around its start. */
const LIKELY_MS = { before: 5 * MINUTE_MS, after: 30 * MINUTE_MS }
const SOON_MS = 5000

export function pollIntervalMs(startsAt: string | null, now: number): number {
  const leftMs = startsAt === null ? Number.POSITIVE_INFINITY : fromWireTime(startsAt) - now
  if (leftMs < -LIKELY_MS.after) return MINUTE_MS
  if (leftMs < LIKELY_MS.before) return SOON_MS
  // Artists may begin early.
  return MINUTE_MS
}
