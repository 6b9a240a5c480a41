const GATHER_MIN_MS = 5
const GATHER_MAX_MS = 50
/** So many tellings a second, each of one thing to one listener, are let pass for each millisecond that is gathered. */
const TELLINGS_EACH_MS = 5000

/** How much came lately: things a second, each of which counts for about a second. */
export type Flow = { perSecond: number; at: number }

export const NO_FLOW: Flow = { perSecond: 0, at: 0 }

/** The flow once so many things came at a time, in milliseconds since 1970. */
export function flowed({ perSecond, at }: Flow, things: number, now: number): Flow {
  return { perSecond: perSecond * Math.exp((at - now) / 1000) + things, at: now }
}

/**
 * For so long after something was told, what comes is gathered; what comes later is told at once. The more there is to
 * tell, to the more listeners, the longer it is gathered.
 */
export function gatherMs({ perSecond }: Flow, listeners: number): number {
  return Math.min(GATHER_MAX_MS, Math.max(GATHER_MIN_MS, (perSecond * listeners) / TELLINGS_EACH_MS))
}
