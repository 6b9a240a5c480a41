import { KEY_FRAME_INTERVAL_MS, STREAM_PREVIEW_INTERVAL_MS } from '../../../../contract/limits.ts'

/** Largest deviation between a source's timestamps and their arrival. */
const OFF_MAX_US = 150_000

/**
 * Maps a source's timestamps to stream time, in microseconds: with a constant offset while they agree with their
 * arrival, and never backwards.
 */
export class SourceClock {
  #offset: number | null = null
  #last = 0

  /** Stream time of data with the source's timestamp `sourceUs` that arrived at the stream time `nowUs`. */
  timeOf(sourceUs: number, nowUs: number): number {
    if (this.#offset === null || Math.abs(sourceUs + this.#offset - nowUs) > OFF_MAX_US) this.#offset = nowUs - sourceUs
    this.#last = Math.max(this.#last, Math.round(sourceUs + this.#offset))
    return this.#last
  }
}

/** Interval of the check for key frames and stills. */
export const TICK_MS = 500

/**
 * Schedules key frames: on demand, and early enough for the maximum interval [2 §9]. Times are stream time in
 * milliseconds.
 */
export class KeyFrameClock {
  #lastMs = Number.NEGATIVE_INFINITY

  request(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY
  }

  isDue(ms: number): boolean {
    return ms - this.#lastMs >= KEY_FRAME_INTERVAL_MS - TICK_MS
  }

  /** True when the picture must be a key frame; restarts the interval. */
  take(ms: number): boolean {
    const isDue = this.isDue(ms)
    if (isDue) this.#lastMs = ms
    return isDue
  }
}

/** Interval of stills while a viewer watches them; they are otherwise only previews. */
const WATCHED_STILL_INTERVAL_MS = 1000

/** Schedules stills beside encoded pictures, by stream time in milliseconds. */
export class StillClock {
  /** True while a viewer watches stills. */
  isWatched = false
  #lastMs = Number.NEGATIVE_INFINITY

  isDue(ms: number): boolean {
    return ms - this.#lastMs >= (this.isWatched ? WATCHED_STILL_INTERVAL_MS : STREAM_PREVIEW_INTERVAL_MS)
  }

  restart(ms: number): void {
    this.#lastMs = ms
  }
}
