import { MARK_INTERVAL_UNITS } from '../../contract/socket/sockets.ts'

/**
 * Counts what a client was sent and has not read, in bytes. Sockets do not report this, so random marks are sent
 * between frames. A client that returns a mark has read everything before it. Counts start at zero when the object
 * wakes, and older marks are ignored.
 */
export class AckWindow {
  readonly #marks = new Map<number, { sent: number; at: number }>()
  #sent = 0
  #read = 0
  /**
   * The count at the last mark. It starts at random, so that clients with the same traffic do not reply all at once.
   */
  #sentAtMark = -Math.floor(Math.random() * MARK_INTERVAL_UNITS)

  get sent(): number {
    return this.#sent
  }

  get read(): number {
    return this.#read
  }

  get unread(): number {
    return this.#sent - this.#read
  }

  /** Age of the oldest outstanding mark in milliseconds; 0 without one. */
  behindMs(now: number): number {
    const [oldest] = this.#marks.values()
    return oldest ? now - oldest.at : 0
  }

  count(units: number): void {
    this.#sent += units
  }

  /**
   * Returns a new mark if one is due, else null. A mark is due every `MARK_INTERVAL_UNITS`; with `soon`, as soon as
   * anything was sent.
   */
  nextMark(now: number, soon = false): number | null {
    if (this.#sent - Math.max(0, this.#sentAtMark) === 0) return null
    if (!soon && this.#sent - this.#sentAtMark < MARK_INTERVAL_UNITS) return null
    const mark = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
    this.#marks.set(mark, { sent: this.#sent, at: now })
    this.#sentAtMark = this.#sent
    return mark
  }

  /** True for a mark that was sent and not acknowledged. */
  has(mark: number): boolean {
    return this.#marks.has(mark)
  }

  /** Unknown and repeated marks change nothing. */
  acknowledge(mark: number): void {
    const known = this.#marks.get(mark)
    if (!known) return
    this.#read = known.sent
    for (const [earlier] of this.#marks) {
      this.#marks.delete(earlier)
      if (earlier === mark) return
    }
  }
}
