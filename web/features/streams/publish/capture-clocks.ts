import { KEY_FRAME_INTERVAL_MS } from '../../../../contract/limits.ts'

/** Largest deviation between a source's timestamps and their arrival. */
const OFF_MAX_US = 150_000

/**
 * Places a source's timestamps on the stream's clock: evenly while they agree with their arrival, and never backwards.
 * All in microseconds.
 */
export class SourceClock {
  #offset: number | null = null
  #last = 0

  place(sourceUs: number, nowUs: number): number {
    if (this.#offset === null || Math.abs(sourceUs + this.#offset - nowUs) > OFF_MAX_US) this.#offset = nowUs - sourceUs
    this.#last = Math.max(this.#last, Math.round(sourceUs + this.#offset))
    return this.#last
  }
}

/** Interval of the checks for what is due. */
export const TICK_MS = 500

/**
 * Decides which pictures are key frames: on demand, and early enough that with a check each tick two are never too far
 * apart [2 §9]. Times are stream time in milliseconds.
 */
export class KeyClock {
  #lastMs = Number.NEGATIVE_INFINITY

  ask(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY
  }

  isDue(ms: number): boolean {
    return ms - this.#lastMs >= KEY_FRAME_INTERVAL_MS - TICK_MS
  }

  /** Returns true, and restarts the time, when the picture must be a key frame. */
  take(ms: number): boolean {
    const isDue = this.isDue(ms)
    if (isDue) this.#lastMs = ms
    return isDue
  }
}
