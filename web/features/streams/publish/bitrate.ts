export type NetworkSample = {
  /** Bytes that wait in the browser to be sent. */
  bufferedBytes: number
  /** Round trip in milliseconds; null before the first reply. */
  roundTripMs: number | null
  /** Viewers in sync, and viewers lagging. */
  inSync: number
  lagging: number
}

/** Current bitrate and its controller's state. */
export type AdaptiveBitrate = {
  bitrate: number
  /** Minimum round trip, in milliseconds. */
  minRoundTripMs: number
  /** Consecutive seconds without congestion. */
  stableSeconds: number
}

export const BITRATE = { min: 150_000, start: 2_000_000, max: 6_000_000 }
/** Limit of the browser's send buffer, in seconds of the bitrate. */
const BUFFERED_SECONDS_MAX = 0.5
/** Congestion: a round trip longer than twice the minimum by this much. */
const CONGESTION_MS = 700
const CONGESTION_FACTOR = 0.7
const STEP = 150_000
/** The bitrate rises only after this many seconds without congestion, because congestion shows late. */
const STABLE_SECONDS = 3

/** Returns the highest useful bitrate for a picture size, in bits per second. */
export function bitrateFor(width: number, height: number): number {
  return Math.min(BITRATE.max, Math.max(500_000, Math.round(width * height * 2.5)))
}

export const firstBitrate = (maxBitrate: number): AdaptiveBitrate => ({
  bitrate: Math.min(maxBitrate, BITRATE.start),
  minRoundTripMs: Number.POSITIVE_INFINITY,
  stableSeconds: 0,
})

/**
 * Computes the bitrate for the next second: congestion lowers it by a factor, and a period without congestion raises
 * it by a step. A few lagging viewers do not lower it; the server handles them [2 §2].
 */
export function nextBitrate(rate: AdaptiveBitrate, sample: NetworkSample, maxBitrate: number): AdaptiveBitrate {
  const minRoundTripMs = Math.min(rate.minRoundTripMs, sample.roundTripMs ?? Number.POSITIVE_INFINITY)
  if (isCongested(rate.bitrate, minRoundTripMs, sample))
    return { bitrate: clamp(rate.bitrate * CONGESTION_FACTOR, maxBitrate), minRoundTripMs, stableSeconds: 0 }
  const stableSeconds = rate.stableSeconds + 1
  const step = stableSeconds > STABLE_SECONDS ? STEP : 0
  return { bitrate: clamp(rate.bitrate + step, maxBitrate), minRoundTripMs, stableSeconds }
}

function isCongested(
  bitrate: number,
  minRoundTripMs: number,
  { bufferedBytes, roundTripMs, inSync, lagging }: NetworkSample,
): boolean {
  if (bufferedBytes * 8 > bitrate * BUFFERED_SECONDS_MAX) return true
  if (roundTripMs !== null && roundTripMs > minRoundTripMs * 2 + CONGESTION_MS) return true
  return lagging * 3 > inSync + lagging
}

const clamp = (bitrate: number, maxBitrate: number) => Math.round(Math.min(maxBitrate, Math.max(BITRATE.min, bitrate)))
