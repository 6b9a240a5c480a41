import { STREAM_KEY_MS } from '../../../../contract/limits.ts'

/** A source's own times may be off by so much from when they come. */
const OFF_MAX_US = 150_000

/**
 * Places what a source gives on the clock of the stream: by the source's own even times for as long as these agree with
 * when it comes, and never before what came before. All in microseconds.
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

/** It is looked so often whether something is due. */
export const TICK_MS = 500

/**
 * When a picture is to be one that needs none before it: on demand, and so early that with a look at every tick two are
 * never further apart than they may be [2 §9]. Times are of the stream, in milliseconds.
 */
export class KeyClock {
  #lastMs = Number.NEGATIVE_INFINITY

  ask(): void {
    this.#lastMs = Number.NEGATIVE_INFINITY
  }

  isDue(ms: number): boolean {
    return ms - this.#lastMs >= STREAM_KEY_MS - TICK_MS
  }

  /** Whether a picture of now is one; it is made then. */
  take(ms: number): boolean {
    const isDue = this.isDue(ms)
    if (isDue) this.#lastMs = ms
    return isDue
  }
}
