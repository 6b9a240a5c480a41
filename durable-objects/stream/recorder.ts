import { segmentBytes } from '../../contract/socket/segment.ts'
import type { Coding } from '../../contract/socket/stream-messages.ts'
import { type FrameNumbers, isShown, type PassedFrame } from './frame.ts'
import type { SavedSegment } from './store.ts'

/** A segment lasts about so long, of pictures from one key frame to another, after which one is asked for. */
const SEGMENT_MS = 4000
/** Key frames that come sooner for someone who waits begin no segment of their own. */
const SEGMENT_MIN_MS = 2000
const SEGMENT_BYTES = 8 * 2 ** 20
const SEGMENT_FRAMES = 4096
/** Where no key frame comes, a segment has three times as much; pictures are then left out until one does. */
const PATIENCE = 3

/** Frames that are put into R2 together; once they are, all frames before the numbers `next` are kept. */
export type Segment = SavedSegment & { frames: readonly Uint8Array[]; coding: Coding; next: FrameNumbers }

/**
 * Gathers frames into segments. A segment begins with a key frame, or where there are no pictures, holds sound alone; what
 * could not be shown from where it begins is left out.
 */
export class Recorder {
  #frames: Uint8Array[] = []
  #bytes = 0
  #startMs = 0
  #endMs = 0
  #hasPicture = false
  /** When its last picture was made. */
  #pictureMs = 0
  /** Pictures that cannot be recorded until a key frame comes. */
  #misses = false
  #coding: Coding
  #next: FrameNumbers

  /** Goes on after what is kept, whose last segment ends at `endMs`. */
  constructor({ next, coding, endMs }: { next: FrameNumbers; coding: Coding; endMs: number }) {
    this.#next = next
    this.#coding = coding
    this.#endMs = endMs
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** Whether the segment cannot end, or pictures are left out, for want of a key frame. */
  get wantsKey(): boolean {
    return this.#misses || (this.#hasPicture && this.#isLong(1))
  }

  #isFull(part: number): boolean {
    return this.#bytes > part * SEGMENT_BYTES || this.#frames.length > part * SEGMENT_FRAMES
  }

  #isLong(part: number): boolean {
    return this.#isFull(part) || this.#endMs - this.#startMs >= part * SEGMENT_MS
  }

  /** Takes a frame; answers the segment that ended before it, if one did. */
  add(frame: PassedFrame): Segment | null {
    const isPicture = isShown(frame, this.#coding.picture !== null)
    const ended = this.#endsBefore(frame, isPicture) ? this.end() : null
    this.#next = { ...this.#next, [frame.kind]: frame.number + 1 }
    if (isPicture) this.#misses = !frame.isKey && !this.#hasPicture
    if (!this.#misses || !isPicture) this.#keep(frame, isPicture)
    return ended
  }

  #endsBefore({ isKey, timeUs }: PassedFrame, isPicture: boolean): boolean {
    if (this.#isFull(PATIENCE)) return true
    if (!isPicture && !this.#hasPicture) return this.#isLong(1)
    // Sound that goes on where pictures have ceased.
    if (!isPicture) return timeUs / 1000 - this.#pictureMs >= PATIENCE * SEGMENT_MS
    const part = this.#coding.picture ? SEGMENT_MIN_MS / SEGMENT_MS : 1
    return isKey && (!this.#hasPicture || this.#isLong(part))
  }

  #keep({ kind, timeUs, bytes }: PassedFrame, isPicture: boolean): void {
    // Stills beside coded pictures are for lists.
    if (kind === 'still' && !isPicture) return
    const ms = Math.floor(timeUs / 1000)
    if (this.#frames.length === 0) this.#startMs = Math.max(ms, this.#endMs)
    this.#endMs = Math.max(this.#endMs, this.#startMs, ms)
    if (isPicture) [this.#hasPicture, this.#pictureMs] = [true, ms]
    this.#frames.push(bytes)
    this.#bytes += bytes.length
  }

  /** What follows is coded so; answers the segment that ended with it, if one did. */
  recode(coding: Coding): Segment | null {
    const ended = this.end()
    this.#coding = coding
    return ended
  }

  /** Ends the segment here; answers it, null where it holds nothing. */
  end(): Segment | null {
    const frames = this.#frames
    if (frames.length === 0) return null
    const span = { startMs: this.#startMs, endMs: this.#endMs, bytes: segmentBytes(frames) }
    this.#frames = []
    this.#bytes = 0
    this.#hasPicture = false
    return { ...span, frames, coding: this.#coding, next: this.#next }
  }
}
