/** What a publisher who comes back may send at once, and then in a second: more than the largest pictures need. */
const BYTES_AT_ONCE = 32 * 2 ** 20
const BYTES_PER_SECOND = 4 * 2 ** 20

/** How many bytes may come: so many at once, and then so many a second. */
export class BytePace {
  #left = BYTES_AT_ONCE
  #at = 0

  /** Counts bytes; false when they are too many. */
  takes(bytes: number, now: number): boolean {
    const refilled = ((now - this.#at) / 1000) * BYTES_PER_SECOND
    this.#left = Math.min(BYTES_AT_ONCE, this.#left + refilled) - bytes
    this.#at = now
    return this.#left >= 0
  }
}
