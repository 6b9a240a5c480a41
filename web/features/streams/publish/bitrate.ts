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
const BUFFERED_SECONDS_MAX = 0.5
/** Congestion: a round trip longer than twice the minimum by this much. */
const CONGESTION_MS = 700
const CONGESTION_FACTOR = 0.7
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
export function nextBitrate(rate: AdaptiveBitrate, sample: NetworkSample, most: number): AdaptiveBitrate {
  const shortestMs = Math.min(rate.shortestMs, sample.roundTripMs ?? Number.POSITIVE_INFINITY)
  if (isCongested(rate.bitrate, shortestMs, sample))
    return { bitrate: clamp(rate.bitrate * CONGESTION_FACTOR, most), shortestMs, calmSeconds: 0 }
  const calmSeconds = rate.calmSeconds + 1
  const step = calmSeconds > CALM_SECONDS ? STEP : 0
  return { bitrate: clamp(rate.bitrate + step, most), shortestMs, calmSeconds }
}

function isCongested(
  bitrate: number,
  shortestMs: number,
  { bufferedBytes, roundTripMs, inSync, lagging }: NetworkSample,
): boolean {
  if (bufferedBytes * 8 > bitrate * BUFFERED_SECONDS_MAX) return true
  if (roundTripMs !== null && roundTripMs > shortestMs * 2 + CONGESTION_MS) return true
  return lagging * 3 > inSync + lagging
}

const clamp = (bitrate: number, most: number) => Math.round(Math.min(most, Math.max(BITRATE.min, bitrate)))
