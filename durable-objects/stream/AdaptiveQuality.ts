import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import type { AckWindow } from '../realtime/AckWindow.ts'
import { UNREAD_BYTES } from '../realtime/SendBudget.ts'
import { type EncodedFrame, isSound, isVideoFrame } from './frames.ts'

/** Minimum and maximum of the unread bytes of one socket. */
const WINDOW_MIN = 2 ** 17
const WINDOW_MAX = 2 ** 20

/** The level is raised after this time without lag. Each premature raise doubles the time, up to the maximum. */
const RAISE_AFTER_MS = 2000
const RAISE_AFTER_MAX_MS = 60_000
/** A raise was premature if the level is lowered again within this time. */
const PREMATURE_MS = 30_000

/** The level is lowered when the oldest mark has been outstanding for this time. */
const OVERDUE_MS = 8000
/** Extra time to read the first group of pictures. */
const START_GRACE_MS = 5000

/** A viewer that lags on key frames is sent stills after this time. */
const LOWER_AFTER_MS = 8000
/** A viewer that lags on a reduced level is dropped after this time. */
const DROP_AFTER_MS = 30_000
/** A viewer that acknowledges nothing is dropped after this time, however little it was sent. */
const SILENT_MS = 60_000

/** Levels by how much they leave out. */
const REDUCTION: Readonly<Record<StreamLevel, number>> = { all: 0, keys: 1, stills: 2 }

/** Maximum number of unread bytes of one socket, if the object has this many sockets. */
export function windowBytes(sockets: number): number {
  return Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, UNREAD_BYTES / Math.max(1, sockets)))
}

/**
 * Conditions of sending a frame. `window` is the maximum number of unread bytes of the socket. `budget` are the bytes
 * that may be sent now without exceeding the maximum of the object. `isCoded` is false if stills replace encoded
 * pictures.
 */
export type SendContext = { window: number; budget: number; isCoded: boolean; now: number }

/**
 * Chooses the frames for a viewer by the data that it has read: everything, key frames only, or stills only. Pictures
 * stop at one window of unread data and sound at two, so sound has priority and the memory for a viewer is bounded.
 */
export class AdaptiveQuality {
  readonly #maxLevel: StreamLevel
  readonly #acks: AckWindow
  #level: StreamLevel
  #waitsForKeyFrame = true
  #hasMissedPicture = false
  #raisesAtKeyFrame = false
  /** Units up to the end of the first group, which does not count as unread. */
  #exemptUnits = 0
  #startedAt = 0
  #lastKeyFrame = { bytes: 0, end: 0 }
  /** Set while little is unread and no mark is overdue. */
  #calmSince: number | null = null
  #laggingSince: number | null = null
  #raiseAfterMs = RAISE_AFTER_MS
  #raisedAt = Number.NEGATIVE_INFINITY

  /** `maxLevel` is the level that the browser can show; `acks` belongs to the connection. */
  constructor(maxLevel: StreamLevel, acks: AckWindow) {
    this.#maxLevel = maxLevel
    this.#level = maxLevel
    this.#acks = acks
  }

  get level(): StreamLevel {
    return this.#level
  }

  get isReduced(): boolean {
    return this.#level !== this.#maxLevel
  }

  /** Unread bytes without the first group and the last key frame, which may be larger than a window. */
  get unread(): number {
    const read = Math.max(this.#acks.read, this.#exemptUnits)
    return Math.max(0, this.#acks.sent - read - (read < this.#lastKeyFrame.end ? this.#lastKeyFrame.bytes : 0))
  }

  /**
   * Called after the current group of pictures was sent. `continues` is false if the next picture must be a key frame.
   */
  onStarted(continues: boolean, now: number): void {
    this.#exemptUnits = this.#acks.sent
    this.#startedAt = now
    this.#waitsForKeyFrame = !continues
    this.#hasMissedPicture = false
  }

  /**
   * True after a picture did not fit. The viewer continues with the current group when it fits, or with a key frame.
   */
  get hasMissedPicture(): boolean {
    return this.#hasMissedPicture
  }

  onPictureMissed(): void {
    this.#waitsForKeyFrame = true
    this.#hasMissedPicture = true
  }

  #isOverdue(now: number): boolean {
    return Math.min(this.#acks.behindMs(now), now - this.#startedAt - START_GRACE_MS) > OVERDUE_MS
  }

  get waitsForKeyFrame(): boolean {
    return this.#waitsForKeyFrame
  }

  waitForKeyFrame(): void {
    this.#waitsForKeyFrame = true
  }

  /** Decides whether to send a frame. */
  accepts(frame: EncodedFrame, context: SendContext): boolean {
    const fits = frame.bytes.length <= context.budget
    if (isSound(frame)) return fits && this.unread <= 2 * context.window
    const isVideo = isVideoFrame(frame, context.isCoded)
    const isWanted = isVideo ? this.#wantsVideo(frame, context) : this.#wantsStill(context)
    if (isWanted && !fits && isVideo && this.#level === 'all') this.onPictureMissed()
    const isAccepted = isWanted && fits
    if (isAccepted && frame.isKey)
      this.#lastKeyFrame = { bytes: frame.bytes.length, end: this.#acks.sent + frame.bytes.length }
    return isAccepted
  }

  #wantsStill({ window, now }: SendContext): boolean {
    return this.#level === 'stills' && this.#isInSync(window / 4, now)
  }

  #wantsVideo({ isKey }: EncodedFrame, { window, isCoded, now }: SendContext): boolean {
    if (this.#level === 'all' && !this.#isInSync(window, now)) this.#lower('keys', now)
    if (this.#level === 'stills') return !isCoded && this.#isInSync(window / 8, now)
    if (this.#level === 'keys') {
      const isWanted = isKey && this.#isInSync(window / 4, now)
      if (isWanted && this.#raisesAtKeyFrame) this.#raise('all', now)
      return isWanted
    }
    if (isKey) [this.#waitsForKeyFrame, this.#hasMissedPicture] = [false, false]
    return !this.#waitsForKeyFrame
  }

  /** True with at most this many bytes unread, and no mark overdue. */
  #isInSync(unreadMax: number, now: number): boolean {
    return this.unread <= unreadMax && !this.#isOverdue(now)
  }

  /** Adjusts the level, about once a second. False when the viewer has lagged for too long and should be dropped. */
  adjust(window: number, now: number): boolean {
    if (this.#level === 'all' && !this.#isInSync(window, now)) this.#lower('keys', now)
    this.#calmSince = this.#isInSync(window / 8, now) ? (this.#calmSince ?? now) : null
    const isLagging = this.#level !== 'all' && this.unread > window / 2
    this.#laggingSince = isLagging ? (this.#laggingSince ?? now) : null
    if (this.#calmSince !== null && now - this.#calmSince >= this.#raiseAfterMs) this.#prepareRaise(now)
    const laggingMs = this.#laggingSince === null ? 0 : now - this.#laggingSince
    if (this.#level === 'keys' && laggingMs > LOWER_AFTER_MS) this.#lower('stills', now)
    return laggingMs <= DROP_AFTER_MS && this.#acks.behindMs(now) <= SILENT_MS
  }

  /** Raises stills to key frames immediately, and key frames to everything with the next key frame. */
  #prepareRaise(now: number): void {
    if (this.#level === 'stills' && REDUCTION[this.#maxLevel] < REDUCTION.stills) this.#raise('keys', now)
    else if (this.#level === 'keys' && this.#maxLevel === 'all') this.#raisesAtKeyFrame = true
  }

  #raise(level: StreamLevel, now: number): void {
    this.#level = level
    this.#raisesAtKeyFrame = false
    this.#waitsForKeyFrame = false
    this.#calmSince = null
    this.#raisedAt = now
  }

  #lower(level: StreamLevel, now: number): void {
    this.#hasMissedPicture = false
    const wasPremature = now - this.#raisedAt < PREMATURE_MS
    this.#raiseAfterMs = wasPremature ? Math.min(RAISE_AFTER_MAX_MS, this.#raiseAfterMs * 2) : RAISE_AFTER_MS
    this.#level = level
    this.#raisesAtKeyFrame = false
    this.#calmSince = null
  }
}
