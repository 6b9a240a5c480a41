/** What the way to the viewers was like in the last second. */
export type NetworkSample = {
  /** Bytes that wait in this browser to be sent. */
  bufferedBytes: number
  /** How long it took for an answer to come back, in milliseconds; null before there was one. */
  roundTripMs: number | null
  /** How many viewers keep up, and how many do not. */
  keepUp: number
  lag: number
}

/** How much the pictures may take, and what that was learned from. */
export type AdaptiveBitrate = {
  /** Bits a second. */
  bitrate: number
  /** The shortest round trip so far, in milliseconds. */
  shortestMs: number
  /** For how many seconds in a row nothing was in the way. */
  calmSeconds: number
}

export const BITRATE = { min: 150_000, start: 2_000_000, max: 6_000_000 }
/** What waits may be as much as is coded in so many seconds. */
const WAITING_SECONDS = 0.5
/** A round trip is too long from this beyond the shortest one, which grows with what it carries. */
const LONGER_MS = 700
const CUT = 0.7
const STEP = 150_000
/** It rises only after so many calm seconds: what is cut today shows in the way only after a while. */
const CALM_SECONDS = 3

/** What a picture of so many pixels can make use of at most, in bits a second. */
export function bitrateFor(width: number, height: number): number {
  return Math.min(BITRATE.max, Math.max(500_000, Math.round(width * height * 2.5)))
}

export const firstBitrate = (most: number): AdaptiveBitrate => ({
  bitrate: Math.min(most, BITRATE.start),
  shortestMs: Number.POSITIVE_INFINITY,
  calmSeconds: 0,
})

/**
 * The rate after another second: it goes down by a part at once where the way is full, and up by a step where it was free
 * for a while. A viewer who lags while most others keep up is not the way of all, and is left to the object [2 §2].
 */
export function nextBitrate(rate: AdaptiveBitrate, way: NetworkSample, most: number): AdaptiveBitrate {
  const shortestMs = Math.min(rate.shortestMs, way.roundTripMs ?? Number.POSITIVE_INFINITY)
  if (isFull(rate.bitrate, shortestMs, way))
    return { bitrate: within(rate.bitrate * CUT, most), shortestMs, calmSeconds: 0 }
  const calmSeconds = rate.calmSeconds + 1
  const step = calmSeconds > CALM_SECONDS ? STEP : 0
  return { bitrate: within(rate.bitrate + step, most), shortestMs, calmSeconds }
}

function isFull(
  bitrate: number,
  shortestMs: number,
  { bufferedBytes, roundTripMs, keepUp, lag }: NetworkSample,
): boolean {
  if (bufferedBytes * 8 > bitrate * WAITING_SECONDS) return true
  if (roundTripMs !== null && roundTripMs > shortestMs * 2 + LONGER_MS) return true
  return lag * 3 > keepUp + lag
}

const within = (bitrate: number, most: number) => Math.round(Math.min(most, Math.max(BITRATE.min, bitrate)))
