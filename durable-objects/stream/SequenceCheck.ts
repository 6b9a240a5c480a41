import type { FrameKind } from '../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../contract/socket/stream-messages.ts'
import { TokenBucket } from '../realtime/TokenBucket.ts'
import { EVERY_KIND, type FrameNumbers, type PassedFrame } from './frames.ts'

/** A publisher's clock may be so far ahead of the object's. */
const CLOCK_AHEAD_MS = 10_000

/** Outcome of checking a frame: take it, skip it, or close the connection. */
export type Verdict = 'take' | 'skip' | 'wrong'

/** Checks a publisher's frames: each kind in the order of its numbers, each frame once, in the announced coding. */
export class SequenceCheck {
  #next: FrameNumbers
  coding: CodecConfig
  /** Kinds whose next number the publisher does not know yet. */
  readonly #unsynced = new Set<FrameKind>()

  constructor(next: FrameNumbers, coding: CodecConfig) {
    this.#next = next
    this.coding = coding
  }

  get next(): FrameNumbers {
    return this.#next
  }

  /** The publisher is about to be sent the numbers. Frames on their way with later numbers will be sent again. */
  resync(): void {
    for (const kind of EVERY_KIND) this.#unsynced.add(kind)
  }

  /** Checks a frame that arrives so many milliseconds after the stream began. */
  check(frame: PassedFrame, clockMs: number): Verdict {
    const { kind, number, timeUs } = frame
    if (number < this.#next[kind]) return 'skip'
    if (number > this.#next[kind]) return this.#unsynced.has(kind) ? 'skip' : 'wrong'
    if ((kind === 'picture' || kind === 'sound') && !this.coding[kind]) return 'wrong'
    if (timeUs / 1000 > clockMs + CLOCK_AHEAD_MS) return 'wrong'
    this.#unsynced.delete(kind)
    this.#next = { ...this.#next, [kind]: number + 1 }
    return 'take'
  }
}

/** A publisher who returns sends everything again that is not stored; then they send at the rate of a stream. */
const FRAMES = { capacity: 6000, perSecond: 400, debtMax: Number.POSITIVE_INFINITY }
const BYTES = { capacity: 32 * 2 ** 20, perSecond: 4 * 2 ** 20, debtMax: Number.POSITIVE_INFINITY }

/** Limits what a publisher sends, in frames and in bytes. */
export class PublisherRate {
  #frames = new TokenBucket(FRAMES)
  #bytes = new TokenBucket(BYTES)

  /** Counts a frame, also one that is too much; false for that. */
  take(bytes: number, now: number): boolean {
    this.#frames = this.#frames.spend(1, now) ?? this.#frames
    this.#bytes = this.#bytes.spend(bytes, now) ?? this.#bytes
    return this.#frames.tokens >= 0 && this.#bytes.tokens >= 0
  }
}
