/** Intervals between frames longer than this are pauses, and say nothing of the rate, in milliseconds. */
const INTERVAL_MAX_MS = 500
const FIRST_INTERVAL_MS = 100

/**
 * When pictures are shown [2 §9]. With an interpolation of 0 that is as they come; otherwise each waits for that many frames
 * to come after it, and they are shown in the pace in which they were made. All in milliseconds.
 */
export class Playout {
  readonly #interpolation: number
  #intervalMs = FIRST_INTERVAL_MS
  #lastMadeAt: number | null = null
  /** The least by which a picture came after it was made: the way without its unevenness. */
  #wayMs = Number.POSITIVE_INFINITY

  constructor(interpolation: number) {
    this.#interpolation = interpolation
  }

  get delayMs(): number {
    return this.#interpolation * this.#intervalMs
  }

  /** When to show a picture that was made at `madeAt` and came at `now`, by the clock of `now`. */
  dueAt(madeAt: number, now: number): number {
    if (this.#interpolation === 0) return now
    const interval = madeAt - (this.#lastMadeAt ?? madeAt)
    this.#lastMadeAt = madeAt
    if (interval > 0 && interval < INTERVAL_MAX_MS) this.#intervalMs += (interval - this.#intervalMs) / 8
    this.#wayMs = Math.min(this.#wayMs, now - madeAt)
    return Math.max(now, madeAt + this.#wayMs + this.delayMs)
  }
}
