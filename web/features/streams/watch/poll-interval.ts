import { fromWireTime } from '../../../../contract/time.ts'

const MINUTE_MS = 60_000
/** From so long before its time on until so long after, a stream that is announced is likely to begin. */
const LIKELY_MS = { before: 5 * MINUTE_MS, after: 30 * MINUTE_MS }
const SOON_MS = 5000

/** How long to wait before it is looked again whether an announced stream has begun, in milliseconds. */
export function pollIntervalMs(startsAt: string | null, now: number): number {
  const leftMs = startsAt === null ? Number.POSITIVE_INFINITY : fromWireTime(startsAt) - now
  if (leftMs < -LIKELY_MS.after) return MINUTE_MS
  if (leftMs < LIKELY_MS.before) return SOON_MS
  // An artist may begin before the time that they named.
  return MINUTE_MS
}
