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
  #lastCapturedAt: number | null = null
  /** Minimum transmission time, without jitter. */
  #minTransitMs = Number.POSITIVE_INFINITY

  constructor(interpolation: number) {
    this.#interpolation = interpolation
  }

  get delayMs(): number {
    return this.#interpolation * this.#intervalMs
  }

  /** Time to show a picture with the stream time `capturedAt` that was received at `now`. */
  dueAt(capturedAt: number, now: number): number {
    if (this.#interpolation === 0) return now
    const interval = capturedAt - (this.#lastCapturedAt ?? capturedAt)
    this.#lastCapturedAt = capturedAt
    if (interval > 0 && interval < INTERVAL_MAX_MS) this.#intervalMs += (interval - this.#intervalMs) / 8
    this.#minTransitMs = Math.min(this.#minTransitMs, now - capturedAt)
    return Math.max(now, capturedAt + this.#minTransitMs + this.delayMs)
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

  startOf(capturedAt: number, now: number): ScheduledSound {
    const at = this.#offset === null ? Number.NEGATIVE_INFINITY : capturedAt + this.#offset
    if (at >= now && at <= now + this.delay + AHEAD_MAX_S) return { at, dropsOthers: false }
    this.#offset = now + this.delay - capturedAt
    return { at: now + this.delay, dropsOthers: at > now }
  }
}

export type FrameSuccession = 'next' | 'gap' | 'duplicate'

const NONE = { number: -1, timeUs: -1 }

/**
 * Detects duplicates after a reconnect, and gaps [2 §2]. A known number with a later time is a new frame, because the
 * publisher has restarted.
 */
export class FrameSequence {
  readonly #last: Partial<Record<FrameKind, { number: number; timeUs: number }>> = {}

  check({ kind, number, timeUs }: Pick<StreamFrame, 'kind' | 'number' | 'timeUs'>): FrameSuccession {
    const last = this.#last[kind] ?? NONE
    if (number <= last.number && timeUs <= last.timeUs) return 'duplicate'
    this.#last[kind] = { number, timeUs }
    return number === last.number + 1 ? 'next' : 'gap'
  }
}
