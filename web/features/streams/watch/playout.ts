import type { FrameKind, StreamFrame } from '../../../../contract/socket/stream-frame.ts'

/** Longer intervals between frames are pauses and do not affect the frame rate, in milliseconds. */
const INTERVAL_MAX_MS = 500
const FIRST_INTERVAL_MS = 100

/**
 * Decides when pictures are shown [2 §9]. With an interpolation of 0 they are shown at once; otherwise each waits for
 * that many later frames, at the pace in which they were made. All in milliseconds.
 */
export class Playout {
  readonly #interpolation: number
  #intervalMs = FIRST_INTERVAL_MS
  #lastMadeAt: number | null = null
  /** Shortest delay between making and receiving a picture: the network without jitter. */
  #wayMs = Number.POSITIVE_INFINITY

  constructor(interpolation: number) {
    this.#interpolation = interpolation
  }

  get delayMs(): number {
    return this.#interpolation * this.#intervalMs
  }

  /** Returns when to show a picture made at `madeAt` and received at `now`, by the clock of `now`. */
  dueAt(madeAt: number, now: number): number {
    if (this.#interpolation === 0) return now
    const interval = madeAt - (this.#lastMadeAt ?? madeAt)
    this.#lastMadeAt = madeAt
    if (interval > 0 && interval < INTERVAL_MAX_MS) this.#intervalMs += (interval - this.#intervalMs) / 8
    this.#wayMs = Math.min(this.#wayMs, now - madeAt)
    return Math.max(now, madeAt + this.#wayMs + this.delayMs)
  }
}

/** Start of a sound chunk by the player's clock, in seconds, and whether earlier chunks are dropped. */
export type ScheduledSound = { at: number; dropsOthers: boolean }

/** Sound is delayed by this many seconds against jitter. */
export const SOUND_DELAY_S = 0.12
/** Sound further ahead than this arrived in a burst and is caught up with, in seconds. */
const AHEAD_MAX_S = 0.3

/** Schedules sound chunks in sequence, and starts anew when one is late or far too early. */
export class SoundSchedule {
  /** Delay in seconds; it grows with the delay of the pictures to stay in sync. */
  delay = SOUND_DELAY_S
  #offset: number | null = null

  /** Returns the start of a chunk made at `madeAt`; all in seconds. */
  place(madeAt: number, now: number): ScheduledSound {
    const at = this.#offset === null ? Number.NEGATIVE_INFINITY : madeAt + this.#offset
    if (at >= now && at <= now + this.delay + AHEAD_MAX_S) return { at, dropsOthers: false }
    this.#offset = now + this.delay - madeAt
    return { at: now + this.delay, dropsOthers: at > now }
  }
}

/** Order of a frame: the next one, one after missing frames, or a repetition. */
export type FrameOrder = 'next' | 'later' | 'again'

const NONE = { number: -1, timeUs: -1 }

/**
 * Recognises repeated frames, which arrive after a reconnect [2 §2]. A known number with a later time is a new frame,
 * because its publisher has restarted.
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
