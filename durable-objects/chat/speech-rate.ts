import { type ConnectionLimits, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import { type BucketLimits, TokenBucket } from '../realtime/TokenBucket.ts'

/** Messages that a member may send in a burst, and per second after it. */
export type SpeechEnv = { readonly CHAT_LINES_AT_ONCE: string; readonly CHAT_LINES_PER_SECOND: string }
export type SpeechLimits = Pick<BucketLimits, 'capacity' | 'perSecond'>

/** Buckets of members who wrote recently; `at` is the time of a member's last message. */
export type SpeechRates = ReadonlyMap<number, TokenBucket>

/** Seconds until a member may send the next line. */
export function secondsToWait(bucket: TokenBucket | undefined, slowSeconds: number, now: number): number {
  if (!bucket) return 0
  const tokens = bucket.tokensAt(now)
  const refill = tokens >= 1 ? 0 : (1 - tokens) / bucket.limits.perSecond
  const slow = slowSeconds - (now - bucket.at) / 1000
  return Math.max(0, Math.ceil(refill), Math.ceil(slow))
}

/** The rates after a member's line, without members whose last line no longer counts towards the limits. */
export function withMessage(
  rates: SpeechRates,
  userId: number,
  limits: SpeechLimits,
  slowSeconds: number,
  now: number,
): Map<number, TokenBucket> {
  const rememberedFor = rememberedMs(limits, slowSeconds)
  const next = new Map([...rates].filter(([, { at }]) => now - at < rememberedFor))
  // Allows debt, because times of stored lines are in whole seconds: when they are counted again after the object
  // wakes, permitted lines may seem to exceed the limit.
  const bucket = rates.get(userId) ?? new TokenBucket({ ...limits, debtMax: Number.POSITIVE_INFINITY })
  return next.set(userId, bucket.spend(1, now) ?? bucket)
}

/** Milliseconds for which a line counts towards the limits. */
export function rememberedMs(limits: SpeechLimits, slowSeconds: number): number {
  return Math.max(slowSeconds, limits.capacity / limits.perSecond) * 1000
}

export function speechLimits({ CHAT_LINES_AT_ONCE, CHAT_LINES_PER_SECOND }: SpeechEnv): SpeechLimits {
  return { capacity: Number(CHAT_LINES_AT_ONCE), perSecond: Number(CHAT_LINES_PER_SECOND) }
}

/** Limits of a connection's frames, in proportion to the limits of lines. */
export function connectionLimits(env: SpeechEnv): ConnectionLimits {
  const { windowUnits, frames } = DEFAULT_LIMITS
  const { capacity, perSecond } = frames
  const lines = speechLimits(env).perSecond
  return { windowUnits, frames: { capacity: capacity * lines, perSecond: perSecond * lines } }
}
