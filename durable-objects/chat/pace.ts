/** How much one member may say: so many lines at once, then so many a second. */
export type PaceLimits = { atOnce: number; perSecond: number }

/** What a member has left of what they may say at once, when that was, and when they last said something. */
export type Pace = { left: number; at: number }

/** What is left by now of what a member may say at once; someone who said nothing lately has all of it. */
function leftBy(pace: Pace | undefined, limits: PaceLimits, now: number): number {
  if (!pace) return limits.atOnce
  return Math.min(limits.atOnce, pace.left + (Math.max(0, now - pace.at) / 1000) * limits.perSecond)
}

/** Whole seconds until a member may say something; 0 when they may now. */
export function secondsToWait(pace: Pace | undefined, limits: PaceLimits, slowSeconds: number, now: number): number {
  const left = leftBy(pace, limits, now)
  const refill = left >= 1 ? 0 : (1 - left) / limits.perSecond
  const slow = pace ? slowSeconds - (now - pace.at) / 1000 : 0
  return Math.max(0, Math.ceil(refill), Math.ceil(slow))
}

/** After a line; those who could say all at once again by now, and are not slowed, are forgotten. */
export function spent(
  paces: ReadonlyMap<number, Pace>,
  userId: number,
  limits: PaceLimits,
  slowSeconds: number,
  now: number,
): Map<number, Pace> {
  const forgottenAfterMs = rememberedMs(limits, slowSeconds)
  const next = new Map<number, Pace>()
  for (const [id, pace] of paces) if (now - pace.at < forgottenAfterMs) next.set(id, pace)
  next.set(userId, { left: leftBy(paces.get(userId), limits, now) - 1, at: now })
  return next
}

/** So long what someone said counts against what they may say next. */
export function rememberedMs(limits: PaceLimits, slowSeconds: number): number {
  return Math.max(slowSeconds, limits.atOnce / limits.perSecond) * 1000
}
