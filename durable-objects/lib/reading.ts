import { MARK_EVERY_UNITS } from '../../contract/socket/sockets.ts'

/**
 * How much of what was sent on a socket was read, in letters of texts and bytes of frames. Sockets do not tell, so marks
 * that cannot be guessed are sent among the rest: one that comes back says that all before it was read. Counts begin anew
 * when the object has slept; marks of before that are none any more.
 */
export class Reading {
  /** After how much each mark was sent that has not come back, and when, in their order. */
  readonly #marks = new Map<number, { sent: number; at: number }>()
  #sent = 0
  #read = 0
  /** The first mark comes after a part by chance, or all who were sent the same would answer at once. */
  #markedAt = -Math.floor(Math.random() * MARK_EVERY_UNITS)

  get sent(): number {
    return this.#sent
  }

  get read(): number {
    return this.#read
  }

  get unread(): number {
    return this.#sent - this.#read
  }

  /** For how many milliseconds there has been a mark that has not come back. */
  behindMs(now: number): number {
    const [oldest] = this.#marks.values()
    return oldest ? now - oldest.at : 0
  }

  /** So much was sent. */
  count(units: number): void {
    this.#sent += units
  }

  /** The mark to send now: when enough was sent since the last, or, where it is wanted `soon`, anything was. */
  nextMark(now: number, soon = false): number | null {
    if (this.#sent - Math.max(0, this.#markedAt) === 0) return null
    if (!soon && this.#sent - this.#markedAt < MARK_EVERY_UNITS) return null
    const mark = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
    this.#marks.set(mark, { sent: this.#sent, at: now })
    this.#markedAt = this.#sent
    return mark
  }

  /** A mark came back; what is none, or came back before, says nothing. */
  returned(mark: number): void {
    const known = this.#marks.get(mark)
    if (!known) return
    this.#read = known.sent
    for (const [earlier] of this.#marks) {
      this.#marks.delete(earlier)
      if (earlier === mark) return
    }
  }
}
