import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import type { Reading } from '../lib/reading.ts'
import { isShown, isSound, type PassedFrame } from './frame.ts'

/** What all viewers of an object together may leave unread, and one of them at least and at most. */
const UNREAD_BYTES = 64 * 2 ** 20
const WINDOW_MIN = 2 ** 17
const WINDOW_MAX = 2 ** 20

/** Who reads on is sent more after so long, and later the more often that was too early. */
const RISE_AFTER_MS = 2000
const RISE_LATEST_MS = 60_000
/** Who is sent less again within this was sent more too early. */
const TOO_EARLY_MS = 30_000

/** Who has lagged for so long is sent less, and then let go. */
const FALL_AFTER_MS = 8000
const LET_GO_AFTER_MS = 30_000

const FEWER: Readonly<Record<StreamLevel, number>> = { all: 0, keys: 1, stills: 2 }

/** How many bytes one of so many viewers may leave unread before they are sent less. */
export function windowBytes(viewers: number): number {
  return Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, UNREAD_BYTES / Math.max(1, viewers)))
}

/** Under which circumstances a frame is sent: `isCoded` where pictures are, rather than stills shown in their place. */
export type Sending = { window: number; isCoded: boolean; now: number }

/**
 * How much one viewer is sent, by what they have read: all, key frames alone, stills alone. Pictures stop at a window
 * of what is unread, sound at two, so that sound goes before pictures and what waits for a viewer is bounded.
 */
export class Flow {
  readonly #most: StreamLevel
  readonly #reading: Reading
  #level: StreamLevel
  #waitsForKey = true
  #rises = false
  /** Up to here it was sent what one begins with, which does not count as unread. */
  #spared = 0
  /** How large the last key frame was, and how much they had been sent with it. */
  #key = { bytes: 0, end: 0 }
  #calmSince: number | null = null
  #behindSince: number | null = null
  #riseAfterMs = RISE_AFTER_MS
  #roseAt = Number.NEGATIVE_INFINITY

  /** `most` is what their browser can show; `reading` is of their socket. */
  constructor(most: StreamLevel, reading: Reading) {
    this.#most = most
    this.#level = most
    this.#reading = reading
  }

  get level(): StreamLevel {
    return this.#level
  }

  /** Whether they are sent less than their browser could show. */
  get lags(): boolean {
    return this.#level !== this.#most
  }

  /** What they have unread, but for what they began with and for the last key frame, which may be larger than a window. */
  get unread(): number {
    const read = Math.max(this.#reading.read, this.#spared)
    return Math.max(0, this.#reading.sent - read - (read < this.#key.end ? this.#key.bytes : 0))
  }

  /** All that was sent until now is what one begins with; `goesOn` where pictures go on without another key frame. */
  begun(goesOn: boolean): void {
    this.#spared = this.#reading.sent
    this.#waitsForKey = !goesOn
  }

  get waitsForKey(): boolean {
    return this.#waitsForKey
  }

  /** Pictures go on with the next key frame only. */
  waitForKey(): void {
    this.#waitsForKey = true
  }

  /** Whether they are sent a frame. Who has too much unread is sent less from it on. */
  takes(frame: PassedFrame, sending: Sending): boolean {
    if (isSound(frame)) return this.unread <= 2 * sending.window
    const takes = isShown(frame, sending.isCoded) ? this.#takesPicture(frame, sending) : this.#takesStill(sending)
    if (takes && frame.isKey) this.#key = { bytes: frame.bytes.length, end: this.#reading.sent + frame.bytes.length }
    return takes
  }

  /** Stills beside coded pictures are for who is sent no others. */
  #takesStill({ window }: Sending): boolean {
    return this.#level === 'stills' && this.unread <= window / 4
  }

  #takesPicture({ isKey }: PassedFrame, { window, isCoded, now }: Sending): boolean {
    if (this.#level === 'all' && this.unread > window) this.#fall('keys', now)
    if (this.#level === 'stills') return !isCoded && this.unread <= window / 8
    if (this.#level === 'keys') return isKey && this.unread <= window / 4 && this.#takesKey(now)
    if (isKey) this.#waitsForKey = false
    return !this.#waitsForKey
  }

  #takesKey(now: number): boolean {
    if (this.#rises) this.#rise('all', now)
    return true
  }

  /** Looks at how they keep up, about once a second; false when they have lagged for too long, and are let go. */
  judge(window: number, now: number): boolean {
    if (this.#level === 'all' && this.unread > window) this.#fall('keys', now)
    this.#calmSince = this.unread <= window / 8 ? (this.#calmSince ?? now) : null
    const isBehind = this.#level !== 'all' && this.unread > window / 2
    this.#behindSince = isBehind ? (this.#behindSince ?? now) : null
    if (this.#calmSince !== null && now - this.#calmSince >= this.#riseAfterMs) this.#mayRise(now)
    const behindMs = this.#behindSince === null ? 0 : now - this.#behindSince
    if (this.#level === 'keys' && behindMs > FALL_AFTER_MS) this.#fall('stills', now)
    return behindMs <= LET_GO_AFTER_MS
  }

  #mayRise(now: number): void {
    if (this.#level === 'stills' && FEWER[this.#most] < FEWER.stills) this.#rise('keys', now)
    else if (this.#level === 'keys' && this.#most === 'all') this.#rises = true
  }

  #rise(level: StreamLevel, now: number): void {
    this.#level = level
    this.#rises = false
    this.#waitsForKey = false
    this.#calmSince = null
    this.#roseAt = now
  }

  #fall(level: StreamLevel, now: number): void {
    const wasTooEarly = now - this.#roseAt < TOO_EARLY_MS
    this.#riseAfterMs = wasTooEarly ? Math.min(RISE_LATEST_MS, this.#riseAfterMs * 2) : RISE_AFTER_MS
    this.#level = level
    this.#rises = false
    this.#calmSince = null
  }
}
