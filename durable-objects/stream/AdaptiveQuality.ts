import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import type { AckWindow } from '../realtime/AckWindow.ts'
import { isShown, isSound, type PassedFrame } from './frames.ts'

/** Bytes that all sockets of an object together may leave unread, and one of them at least and at most. */
export const UNREAD_BYTES = 64 * 2 ** 20
const WINDOW_MIN = 2 ** 17
const WINDOW_MAX = 2 ** 20

/** A viewer that keeps up is sent more after this time. Each premature rise lengthens it. */
const RISE_AFTER_MS = 2000
const RISE_LATEST_MS = 60_000
/** A rise was too early when the viewer is sent less again within this time. */
const TOO_EARLY_MS = 30_000

/** A viewer that has read nothing for so long is sent less; the first group may take longer. */
const LATE_MS = 8000
const BEGINS_WITHIN_MS = 5000

/** A viewer that has lagged for so long is sent less, and then dropped. */
const FALL_AFTER_MS = 8000
const DROP_AFTER_MS = 30_000
/** A viewer that has read nothing for so long is dropped, however little it was sent. */
const SILENT_MS = 60_000

const FEWER: Readonly<Record<StreamLevel, number>> = { all: 0, keys: 1, stills: 2 }

export function windowBytes(sockets: number): number {
  return Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, UNREAD_BYTES / Math.max(1, sockets)))
}

/**
 * Circumstances of sending a frame. `isCoded` is false where stills are shown in place of pictures; `room` is how many bytes
 * all sockets together may still be sent ahead.
 */
export type Sending = { window: number; room: number; isCoded: boolean; now: number }

/**
 * Chooses what a viewer is sent by what it has read: everything, key frames, or stills. Pictures stop at one window of
 * unread data and sound at two, so that sound has priority and the memory for a viewer is bounded.
 */
export class AdaptiveQuality {
  readonly #most: StreamLevel
  readonly #acks: AckWindow
  #level: StreamLevel
  #waitsForKey = true
  #misses = false
  #risesWithKey = false
  /** Units up to the end of the first group, which does not count as unread. */
  #spared = 0
  #begunAt = 0
  #key = { bytes: 0, end: 0 }
  #calmSince: number | null = null
  #behindSince: number | null = null
  #riseAfterMs = RISE_AFTER_MS
  #roseAt = Number.NEGATIVE_INFINITY

  /** `most` is the level that the browser can show; `acks` is the connection's. */
  constructor(most: StreamLevel, acks: AckWindow) {
    this.#most = most
    this.#level = most
    this.#acks = acks
  }

  get level(): StreamLevel {
    return this.#level
  }

  get lags(): boolean {
    return this.#level !== this.#most
  }

  /** Unread bytes without the first group and the last key frame, which may be larger than a window. */
  get unread(): number {
    const read = Math.max(this.#acks.read, this.#spared)
    return Math.max(0, this.#acks.sent - read - (read < this.#key.end ? this.#key.bytes : 0))
  }

  /** The first group is sent; `goesOn` where pictures continue without another key frame. */
  onBegun(goesOn: boolean, now: number): void {
    this.#spared = this.#acks.sent
    this.#begunAt = now
    this.#waitsForKey = !goesOn
    this.#misses = false
  }

  /** True after a picture found no room: the viewer continues with the current group once there is, or the next key frame. */
  get misses(): boolean {
    return this.#misses
  }

  missPicture(): void {
    this.#waitsForKey = true
    this.#misses = true
  }

  #isLate(now: number): boolean {
    return Math.min(this.#acks.behindMs(now), now - this.#begunAt - BEGINS_WITHIN_MS) > LATE_MS
  }

  get waitsForKey(): boolean {
    return this.#waitsForKey
  }

  waitForKey(): void {
    this.#waitsForKey = true
  }

  takes(frame: PassedFrame, sending: Sending): boolean {
    const isRoomy = frame.bytes.length <= sending.room
    if (isSound(frame)) return isRoomy && this.unread <= 2 * sending.window
    const isPicture = isShown(frame, sending.isCoded)
    const wants = isPicture ? this.#takesPicture(frame, sending) : this.#takesStill(sending)
    if (wants && !isRoomy && isPicture && this.#level === 'all') this.missPicture()
    const takes = wants && isRoomy
    if (takes && frame.isKey) this.#key = { bytes: frame.bytes.length, end: this.#acks.sent + frame.bytes.length }
    return takes
  }

  #takesStill({ window, now }: Sending): boolean {
    return this.#level === 'stills' && this.#isWithin(window / 4, now)
  }

  #takesPicture({ isKey }: PassedFrame, { window, isCoded, now }: Sending): boolean {
    if (this.#level === 'all' && !this.#isWithin(window, now)) this.#fall('keys', now)
    if (this.#level === 'stills') return !isCoded && this.#isWithin(window / 8, now)
    if (this.#level === 'keys') return isKey && this.#isWithin(window / 4, now) && this.#takesKey(now)
    if (isKey) [this.#waitsForKey, this.#misses] = [false, false]
    return !this.#waitsForKey
  }

  /** True with no more than so much unread, and that not for long. */
  #isWithin(unread: number, now: number): boolean {
    return this.unread <= unread && !this.#isLate(now)
  }

  #takesKey(now: number): boolean {
    if (this.#risesWithKey) this.#rise('all', now)
    return true
  }

  /** Adjusts the level, about once a second; false when the viewer has lagged for too long. */
  judge(window: number, now: number): boolean {
    if (this.#level === 'all' && !this.#isWithin(window, now)) this.#fall('keys', now)
    this.#calmSince = this.#isWithin(window / 8, now) ? (this.#calmSince ?? now) : null
    const isBehind = this.#level !== 'all' && this.unread > window / 2
    this.#behindSince = isBehind ? (this.#behindSince ?? now) : null
    if (this.#calmSince !== null && now - this.#calmSince >= this.#riseAfterMs) this.#mayRise(now)
    const behindMs = this.#behindSince === null ? 0 : now - this.#behindSince
    if (this.#level === 'keys' && behindMs > FALL_AFTER_MS) this.#fall('stills', now)
    return behindMs <= DROP_AFTER_MS && this.#acks.behindMs(now) <= SILENT_MS
  }

  #mayRise(now: number): void {
    if (this.#level === 'stills' && FEWER[this.#most] < FEWER.stills) this.#rise('keys', now)
    else if (this.#level === 'keys' && this.#most === 'all') this.#risesWithKey = true
  }

  #rise(level: StreamLevel, now: number): void {
    this.#level = level
    this.#risesWithKey = false
    this.#waitsForKey = false
    this.#calmSince = null
    this.#roseAt = now
  }

  #fall(level: StreamLevel, now: number): void {
    this.#misses = false
    const wasTooEarly = now - this.#roseAt < TOO_EARLY_MS
    this.#riseAfterMs = wasTooEarly ? Math.min(RISE_LATEST_MS, this.#riseAfterMs * 2) : RISE_AFTER_MS
    this.#level = level
    this.#risesWithKey = false
    this.#calmSince = null
  }
}
