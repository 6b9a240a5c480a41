import { type ConnectionLimits, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import { type BucketLimits, TokenBucket } from '../realtime/TokenBucket.ts'

/** How fast members may write; `TokenBucket.at` is when a member wrote last. */
export type SpeechLimits = Pick<BucketLimits, 'capacity' | 'perSecond'>

/** Buckets of the members who wrote lately. */
export type SpeechRates = ReadonlyMap<number, TokenBucket>

/** Whole seconds until a member may write; 0 when they may now. */
export function secondsToWait(bucket: TokenBucket | undefined, slowSeconds: number, now: number): number {
  if (!bucket) return 0
  const tokens = bucket.tokensAt(now)
  const refill = tokens >= 1 ? 0 : (1 - tokens) / bucket.limits.perSecond
  const slow = slowSeconds - (now - bucket.at) / 1000
  return Math.max(0, Math.ceil(refill), Math.ceil(slow))
}

/** The rates after a message. Members whose bucket is full again, and whom slow mode does not hold up, are forgotten. */
export function withMessage(
  rates: SpeechRates,
  userId: number,
  limits: SpeechLimits,
  slowSeconds: number,
  now: number,
): Map<number, TokenBucket> {
  const rememberedFor = rememberedMs(limits, slowSeconds)
  const next = new Map([...rates].filter(([, { at }]) => now - at < rememberedFor))
  // Stored messages have times in whole seconds, so counting them again may overdraw the bucket.
  const bucket = rates.get(userId) ?? new TokenBucket({ ...limits, debtMax: Number.POSITIVE_INFINITY })
  return next.set(userId, bucket.spend(1, now) ?? bucket)
}

/** How long a message counts against the next ones. */
export function rememberedMs(limits: SpeechLimits, slowSeconds: number): number {
  return Math.max(slowSeconds, limits.capacity / limits.perSecond) * 1000
}

/** Limits of a connection: the more messages a second a room allows, the more frames. */
export function limitsFor(linesPerSecond: number): ConnectionLimits {
  const { windowUnits, frames } = DEFAULT_LIMITS
  const { capacity, perSecond } = frames
  return { windowUnits, frames: { capacity: capacity * linesPerSecond, perSecond: perSecond * linesPerSecond } }
}
