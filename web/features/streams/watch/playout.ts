import type { FrameKind, StreamFrame } from '../../../../contract/socket/stream.ts'

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

/** When a piece of sound begins, in seconds of the player's clock, and whether all that was to come before is dropped. */
export type ScheduledSound = { at: number; dropsOthers: boolean }

/** Sound waits so long before it is heard, so that pieces that come unevenly are heard evenly, in seconds. */
export const SOUND_DELAY_S = 0.12
/** More than this beyond that is sound that came all at once, and is caught up with. */
const AHEAD_MAX_S = 0.3

/** Puts pieces of sound after each other as they were made, beginning again where they come too late or far too early. */
export class SoundSchedule {
  /** So long sound waits, so that it keeps step with pictures that wait. */
  delay = SOUND_DELAY_S
  #offset: number | null = null

  /** Where a piece that was made at `madeAt` stands; all in seconds. */
  place(madeAt: number, now: number): ScheduledSound {
    const at = this.#offset === null ? Number.NEGATIVE_INFINITY : madeAt + this.#offset
    if (at >= now && at <= now + this.delay + AHEAD_MAX_S) return { at, dropsOthers: false }
    this.#offset = now + this.delay - madeAt
    return { at: now + this.delay, dropsOthers: at > now }
  }
}

/** What a frame is to one who has seen others: the next one, one after some that are missing, or one seen already. */
export type FrameOrder = 'next' | 'later' | 'again'

const NONE = { number: -1, timeUs: -1 }

/**
 * What was shown of a stream: it may come again after someone was away [2 §2]. A number that comes with a later time is
 * another frame: its publisher began anew where the one before was lost.
 */
export class ShownFrames {
  readonly #last: Partial<Record<FrameKind, { number: number; timeUs: number }>> = {}

  add({ kind, number, timeUs }: Pick<StreamFrame, 'kind' | 'number' | 'timeUs'>): FrameOrder {
    const last = this.#last[kind] ?? NONE
    if (number <= last.number && timeUs <= last.timeUs) return 'again'
    this.#last[kind] = { number, timeUs }
    return number === last.number + 1 ? 'next' : 'later'
  }
}
