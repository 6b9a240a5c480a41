import { STREAM_KEY_MS } from '../../../../contract/limits.ts'

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
