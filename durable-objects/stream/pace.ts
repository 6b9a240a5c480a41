/** What a publisher may send at once, when they come back with what was not kept, and then in a second. */
const AT_ONCE = { frames: 6000, bytes: 32 * 2 ** 20 }
const PER_SECOND = { frames: 400, bytes: 4 * 2 ** 20 }

/** How much a publisher may send, in frames and in bytes. */
export class PublisherPace {
  #left = AT_ONCE
  #at = 0

  /** Counts a frame; false when it is too much. */
  takes(bytes: number, now: number): boolean {
    const seconds = (now - this.#at) / 1000
    this.#at = now
    this.#left = {
      frames: Math.min(AT_ONCE.frames, this.#left.frames + seconds * PER_SECOND.frames) - 1,
      bytes: Math.min(AT_ONCE.bytes, this.#left.bytes + seconds * PER_SECOND.bytes) - bytes,
    }
    return this.#left.frames >= 0 && this.#left.bytes >= 0
  }
}
