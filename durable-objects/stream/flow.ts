import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import type { AckWindow } from '../realtime/AckWindow.ts'
import { isShown, isSound, type PassedFrame } from './frame.ts'

/** What all sockets of an object together may leave unread, and one of them at least and at most. */
export const UNREAD_BYTES = 64 * 2 ** 20
const WINDOW_MIN = 2 ** 17
const WINDOW_MAX = 2 ** 20

/** Who reads on is sent more after so long, and later the more often that was too early. */
const RISE_AFTER_MS = 2000
const RISE_LATEST_MS = 60_000
/** Who is sent less again within this was sent more too early. */
const TOO_EARLY_MS = 30_000

/** Who has not read for so long what they were sent is sent less; what they begin with may take longer. */
const LATE_MS = 8000
const BEGINS_WITHIN_MS = 5000

/** Who has lagged for so long is sent less, and then let go. */
const FALL_AFTER_MS = 8000
const LET_GO_AFTER_MS = 30_000
/** And so is who has not read for so long what they were sent, however little it is. */
const SILENT_MS = 60_000

const FEWER: Readonly<Record<StreamLevel, number>> = { all: 0, keys: 1, stills: 2 }

/** How many bytes one of so many sockets may leave unread before they are sent less. */
export function windowBytes(sockets: number): number {
  return Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, UNREAD_BYTES / Math.max(1, sockets)))
}

/**
 * Under which circumstances a frame is sent: `isCoded` where pictures are, rather than stills shown in their place; `room` is
 * how many bytes all sockets together may still be sent ahead.
 */
export type Sending = { window: number; room: number; isCoded: boolean; now: number }

/**
 * How much one viewer is sent, by what they have read: all, key frames alone, stills alone. Pictures stop at a window
 * of what is unread, sound at two, so that sound goes before pictures and what waits for a viewer is bounded.
 */
export class Flow {
  readonly #most: StreamLevel
  readonly #reading: AckWindow
  #level: StreamLevel
  #waitsForKey = true
  #misses = false
  #rises = false
  /** Up to here it was sent what one begins with, which does not count as unread. */
  #spared = 0
  #begunAt = 0
  /** How large the last key frame was, and how much they had been sent with it. */
  #key = { bytes: 0, end: 0 }
  #calmSince: number | null = null
  #behindSince: number | null = null
  #riseAfterMs = RISE_AFTER_MS
  #roseAt = Number.NEGATIVE_INFINITY

  /** `most` is what their browser can show; `reading` is of their socket. */
  constructor(most: StreamLevel, reading: AckWindow) {
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
  begun(goesOn: boolean, now: number): void {
    this.#spared = this.#reading.sent
    this.#begunAt = now
    this.#waitsForKey = !goesOn
    this.#misses = false
  }

  /** Whether there was no room for a picture: they go on with the group at hand once there is, or with the next key frame. */
  get misses(): boolean {
    return this.#misses
  }

  missPicture(): void {
    this.#waitsForKey = true
    this.#misses = true
  }

  #isLate(now: number): boolean {
    return Math.min(this.#reading.behindMs(now), now - this.#begunAt - BEGINS_WITHIN_MS) > LATE_MS
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
    const isRoomy = frame.bytes.length <= sending.room
    if (isSound(frame)) return isRoomy && this.unread <= 2 * sending.window
    const isPicture = isShown(frame, sending.isCoded)
    const wants = isPicture ? this.#takesPicture(frame, sending) : this.#takesStill(sending)
    if (wants && !isRoomy && isPicture && this.#level === 'all') this.missPicture()
    const takes = wants && isRoomy
    if (takes && frame.isKey) this.#key = { bytes: frame.bytes.length, end: this.#reading.sent + frame.bytes.length }
    return takes
  }

  /** Stills beside coded pictures are for who is sent no others. */
  #takesStill({ window, now }: Sending): boolean {
    return this.#level === 'stills' && this.#mayHave(window / 4, now)
  }

  #takesPicture({ isKey }: PassedFrame, { window, isCoded, now }: Sending): boolean {
    if (this.#level === 'all' && !this.#mayHave(window, now)) this.#fall('keys', now)
    if (this.#level === 'stills') return !isCoded && this.#mayHave(window / 8, now)
    if (this.#level === 'keys') return isKey && this.#mayHave(window / 4, now) && this.#takesKey(now)
    if (isKey) [this.#waitsForKey, this.#misses] = [false, false]
    return !this.#waitsForKey
  }

  /** Whether they have no more than so much unread, and that not for long. */
  #mayHave(unread: number, now: number): boolean {
    return this.unread <= unread && !this.#isLate(now)
  }

  #takesKey(now: number): boolean {
    if (this.#rises) this.#rise('all', now)
    return true
  }

  /** Looks at how they keep up, about once a second; false when they have lagged for too long, and are let go. */
  judge(window: number, now: number): boolean {
    if (this.#level === 'all' && !this.#mayHave(window, now)) this.#fall('keys', now)
    this.#calmSince = this.#mayHave(window / 8, now) ? (this.#calmSince ?? now) : null
    const isBehind = this.#level !== 'all' && this.unread > window / 2
    this.#behindSince = isBehind ? (this.#behindSince ?? now) : null
    if (this.#calmSince !== null && now - this.#calmSince >= this.#riseAfterMs) this.#mayRise(now)
    const behindMs = this.#behindSince === null ? 0 : now - this.#behindSince
    if (this.#level === 'keys' && behindMs > FALL_AFTER_MS) this.#fall('stills', now)
    return behindMs <= LET_GO_AFTER_MS && this.#reading.behindMs(now) <= SILENT_MS
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
    this.#misses = false
    const wasTooEarly = now - this.#roseAt < TOO_EARLY_MS
    this.#riseAfterMs = wasTooEarly ? Math.min(RISE_LATEST_MS, this.#riseAfterMs * 2) : RISE_AFTER_MS
    this.#level = level
    this.#rises = false
    this.#calmSince = null
  }
}
