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
