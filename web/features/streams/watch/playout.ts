import type { FrameKind, StreamFrame } from '../../../../contract/socket/stream-frame.ts'

/** Longer intervals are pauses and do not affect the frame rate, in milliseconds. */
const INTERVAL_MAX_MS = 500
const FIRST_INTERVAL_MS = 100

/**
 * Schedules pictures [2 §9]. With an interpolation of 0 they are shown at once; otherwise each waits for that many
 * later frames, at the original frame rate. All in milliseconds.
 */
export class Playout {
  readonly #interpolation: number
  #intervalMs = FIRST_INTERVAL_MS
  #lastMadeAt: number | null = null
  /** Minimum transmission time, without jitter. */
  #minTransitMs = Number.POSITIVE_INFINITY

  constructor(interpolation: number) {
    this.#interpolation = interpolation
  }

  get delayMs(): number {
    return this.#interpolation * this.#intervalMs
  }

  /** Time to show a picture made at `madeAt` and received at `now`. */
  dueAt(madeAt: number, now: number): number {
    if (this.#interpolation === 0) return now
    const interval = madeAt - (this.#lastMadeAt ?? madeAt)
    this.#lastMadeAt = madeAt
    if (interval > 0 && interval < INTERVAL_MAX_MS) this.#intervalMs += (interval - this.#intervalMs) / 8
    this.#minTransitMs = Math.min(this.#minTransitMs, now - madeAt)
    return Math.max(now, madeAt + this.#minTransitMs + this.delayMs)
  }
}

/** Start of a sound chunk in seconds, and whether earlier chunks are dropped. */
export type ScheduledSound = { at: number; dropsOthers: boolean }

/** Delay of sound against jitter, in seconds. */
export const SOUND_DELAY_S = 0.12
/** Sound further ahead than this arrived in a burst and is rescheduled, in seconds. */
const AHEAD_MAX_S = 0.3

/** Schedules sound chunks back to back, and restarts when one is late or far too early. */
export class SoundSchedule {
  /** Delay in seconds; grows with the delay of the pictures to stay in sync. */
  delay = SOUND_DELAY_S
  #offset: number | null = null

  place(madeAt: number, now: number): ScheduledSound {
    const at = this.#offset === null ? Number.NEGATIVE_INFINITY : madeAt + this.#offset
    if (at >= now && at <= now + this.delay + AHEAD_MAX_S) return { at, dropsOthers: false }
    this.#offset = now + this.delay - madeAt
    return { at: now + this.delay, dropsOthers: at > now }
  }
}

export type FrameOrder = 'next' | 'later' | 'again'

const NONE = { number: -1, timeUs: -1 }

/**
 * Detects repeated frames after a reconnect [2 §2]. A known number with a later time is a new frame, because the
 * publisher has restarted.
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
