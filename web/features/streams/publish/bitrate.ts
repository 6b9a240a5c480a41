export type NetworkSample = {
  /** Bytes that wait in the browser to be sent. */
  bufferedBytes: number
  /** Round trip in milliseconds; null before the first answer. */
  roundTripMs: number | null
  /** Viewers in sync, and viewers lagging. */
  inSync: number
  lagging: number
}

/** Current bitrate and its controller's state. */
export type AdaptiveBitrate = {
  bitrate: number
  /** Minimum round trip, in milliseconds. */
  shortestMs: number
  /** Consecutive seconds without congestion. */
  calmSeconds: number
}

export const BITRATE = { min: 150_000, start: 2_000_000, max: 6_000_000 }
/** Limit of the browser's send buffer, in seconds of the bitrate. */
const WAITING_SECONDS = 0.5
/** Congestion: a round trip longer than twice the minimum by this much. */
const LONGER_MS = 700
const CUT = 0.7
const STEP = 150_000
/** The bitrate rises only after this many calm seconds, because congestion shows late. */
const CALM_SECONDS = 3

/** Returns the highest useful bitrate for a picture size, in bits per second. */
export function bitrateFor(width: number, height: number): number {
  return Math.min(BITRATE.max, Math.max(500_000, Math.round(width * height * 2.5)))
}

export const firstBitrate = (most: number): AdaptiveBitrate => ({
  bitrate: Math.min(most, BITRATE.start),
  shortestMs: Number.POSITIVE_INFINITY,
  calmSeconds: 0,
})

/**
 * Computes the bitrate for the next second: congestion lowers it by a factor, and a calm period raises it by a step. A
 * few lagging viewers do not lower it; the server handles them [2 §2].
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
  { bufferedBytes, roundTripMs, inSync, lagging }: NetworkSample,
): boolean {
  if (bufferedBytes * 8 > bitrate * WAITING_SECONDS) return true
  if (roundTripMs !== null && roundTripMs > shortestMs * 2 + LONGER_MS) return true
  return lagging * 3 > inSync + lagging
}

const within = (bitrate: number, most: number) => Math.round(Math.min(most, Math.max(BITRATE.min, bitrate)))
