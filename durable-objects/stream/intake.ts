import type { FrameKind } from '../../contract/socket/stream.ts'
import type { Coding } from '../../contract/socket/stream-messages.ts'
import { EVERY_KIND, type FrameNumbers, type PassedFrame } from './frame.ts'

/** A publisher's clock may be so far ahead of the object's. */
const CLOCK_AHEAD_MS = 10_000

/** What to do with a frame: take it, leave it out, or close for it. */
export type Verdict = 'take' | 'leave' | 'wrong'

/** Judges what a publisher sends: frames of a kind come in the order of their numbers, each once, in the coding said. */
export class Intake {
  #next: FrameNumbers
  coding: Coding
  /** Kinds whose publisher does not know yet where it is to go on. */
  readonly #astray = new Set<FrameKind>()

  constructor(next: FrameNumbers, coding: Coding) {
    this.#next = next
    this.coding = coding
  }

  get next(): FrameNumbers {
    return this.#next
  }

  /** Its publisher is about to be told the numbers; what is on its way with later ones will be sent again. */
  expectAnew(): void {
    for (const kind of EVERY_KIND) this.#astray.add(kind)
  }

  /** What to do with a frame that comes so many milliseconds after the stream began. */
  judge(frame: PassedFrame, clockMs: number): Verdict {
    const { kind, number, timeUs } = frame
    if (number < this.#next[kind]) return 'leave'
    if (number > this.#next[kind]) return this.#astray.has(kind) ? 'leave' : 'wrong'
    if ((kind === 'picture' || kind === 'sound') && !this.coding[kind]) return 'wrong'
    if (timeUs / 1000 > clockMs + CLOCK_AHEAD_MS) return 'wrong'
    this.#astray.delete(kind)
    this.#next = { ...this.#next, [kind]: number + 1 }
    return 'take'
  }
}
