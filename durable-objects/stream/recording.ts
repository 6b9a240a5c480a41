import { decodeSegment, encodeSegment, segmentLength } from '../../contract/socket/replay-segment.ts'
import { encodeFrame, type StreamFrame } from '../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../contract/socket/stream-messages.ts'
import { log } from '../realtime/log.ts'
import type { Broadcast } from './Broadcast.ts'
import { type FrameNumbers, isShown, type PassedFrame } from './frames.ts'
import type { StoredSegment, StreamStore } from './StreamStore.ts'
import { segmentKey } from './stream.ts'

/** A segment of pictures ends with the first key frame after so long; one is requested then. */
const SEGMENT_MS = 4000
/** Earlier key frames, sent for a viewer that needed one, begin no segment. */
const SEGMENT_MIN_MS = 2000
const SEGMENT_BYTES = 8 * 2 ** 20
const SEGMENT_FRAMES = 4096
/** Without a key frame a segment grows to three times the size; then pictures are left out until one comes. */
const PATIENCE = 3

/** Frames that are stored together; once they are, all frames before the numbers `next` are stored. */
export type Segment = StoredSegment & { frames: readonly Uint8Array[]; coding: CodecConfig; next: FrameNumbers }

/**
 * Collects frames into segments. A segment begins with a key frame, or, without pictures, has sound alone; pictures that
 * could not be decoded from its beginning are left out.
 */
export class Segmenter {
  #frames: Uint8Array[] = []
  #bytes = 0
  #startMs = 0
  #endMs = 0
  #hasPicture = false
  #pictureMs = 0
  #needsKey = false
  #coding: CodecConfig
  #next: FrameNumbers

  /** Continues after the stored segments, the last of which ends at `endMs`. */
  constructor({ next, coding, endMs }: { next: FrameNumbers; coding: CodecConfig; endMs: number }) {
    this.#next = next
    this.#coding = coding
    this.#endMs = endMs
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** True when the segment cannot end without a key frame, or pictures are left out. */
  get wantsKey(): boolean {
    return this.#needsKey || (this.#hasPicture && this.#isLong(1))
  }

  #isFull(part: number): boolean {
    return this.#bytes > part * SEGMENT_BYTES || this.#frames.length > part * SEGMENT_FRAMES
  }

  #isLong(part: number): boolean {
    return this.#isFull(part) || this.#endMs - this.#startMs >= part * SEGMENT_MS
  }

  add(frame: PassedFrame): Segment | null {
    const isPicture = isShown(frame, this.#coding.picture !== null)
    const ended = this.#endsBefore(frame, isPicture) ? this.end() : null
    this.#next = { ...this.#next, [frame.kind]: frame.number + 1 }
    if (isPicture) this.#needsKey = !frame.isKey && !this.#hasPicture
    if (!this.#needsKey || !isPicture) this.#keep(frame, isPicture)
    return ended
  }

  #endsBefore({ isKey, timeUs }: PassedFrame, isPicture: boolean): boolean {
    if (this.#isFull(PATIENCE)) return true
    if (!isPicture && !this.#hasPicture) return this.#isLong(1)
    // Sound continues after the pictures have stopped.
    if (!isPicture) return timeUs / 1000 - this.#pictureMs >= PATIENCE * SEGMENT_MS
    const part = this.#coding.picture ? SEGMENT_MIN_MS / SEGMENT_MS : 1
    return isKey && (!this.#hasPicture || this.#isLong(part))
  }

  #keep({ kind, timeUs, bytes }: PassedFrame, isPicture: boolean): void {
    // Stills beside coded pictures are previews.
    if (kind === 'still' && !isPicture) return
    const ms = Math.floor(timeUs / 1000)
    if (this.#frames.length === 0) this.#startMs = Math.max(ms, this.#endMs)
    this.#endMs = Math.max(this.#endMs, this.#startMs, ms)
    if (isPicture) [this.#hasPicture, this.#pictureMs] = [true, ms]
    this.#frames.push(bytes)
    this.#bytes += bytes.length
  }

  recode(coding: CodecConfig): Segment | null {
    const ended = this.end()
    this.#coding = coding
    return ended
  }

  end(): Segment | null {
    const frames = this.#frames
    if (frames.length === 0) return null
    const span = { startMs: this.#startMs, endMs: this.#endMs, bytes: segmentLength(frames) }
    this.#frames = []
    this.#bytes = 0
    this.#hasPicture = false
    return { ...span, frames, coding: this.#coding, next: this.#next }
  }
}

const UPLOAD_RETRY_MS = 1000
/** Maximum of bytes that wait for R2. Beyond it, segments are dropped from the recording and the stream continues. */
const WAITING_MAX_BYTES = 32 * 2 ** 20

type UploaderDeps = { files: R2Bucket; store: StreamStore; streamId: number }

/** Puts segments into R2, one after the other; `onStored` gets the numbers before which all frames are stored, or given up. */
export class SegmentUploader {
  readonly #deps: UploaderDeps
  readonly #onStored: (next: FrameNumbers) => void
  #waiting: Segment[] = []
  #uploading: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(deps: UploaderDeps, onStored: (next: FrameNumbers) => void) {
    this.#deps = deps
    this.#onStored = onStored
  }

  add(segment: Segment): void {
    this.#waiting.push(segment)
    while (this.#waiting.length > 2 && this.#waitingBytes() > WAITING_MAX_BYTES) this.#giveUp()
    void this.#upload()
  }

  #giveUp(): void {
    const [lost] = this.#waiting.splice(1, 1)
    if (lost) log('error', 'stream segment given up', { bytes: lost.bytes })
  }

  #waitingBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #upload(): Promise<void> {
    this.#uploading ??= this.#uploadAll().finally(() => {
      this.#uploading = null
    })
    return this.#uploading
  }

  async #uploadAll(): Promise<void> {
    for (let segment = this.#waiting[0]; segment; segment = this.#waiting[0]) {
      if (!(await this.#put(segment))) return this.#retry()
      this.#waiting.shift()
    }
  }

  #retry(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#upload()
    }, UPLOAD_RETRY_MS)
  }

  async #put({ frames, coding, next, ...span }: Segment): Promise<boolean> {
    const { files, store, streamId } = this.#deps
    try {
      await files.put(segmentKey(streamId, store.segmentCount()), encodeSegment(frames))
      store.addSegment(span, coding, next)
      this.#onStored(next)
      return true
    } catch (error) {
      log('error', 'stream segment', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  /** Tries to store everything; false where some of it has to wait. */
  async settled(): Promise<boolean> {
    await this.#upload()
    return this.#waiting.length === 0
  }
}

const SEARCHED_MAX = 3

/** The pictures since the last recorded key frame, for an object that was put out of memory. */
export class RecordedPictures {
  readonly #deps: UploaderDeps & { broadcast: Broadcast }
  #isReading = false

  constructor(deps: UploaderDeps & { broadcast: Broadcast }) {
    this.#deps = deps
  }

  /** Shows the pictures to waiting viewers, where they are in the current coding. */
  async restore(): Promise<void> {
    const { store, broadcast } = this.#deps
    const { coding } = store.values.get('codings')?.at(-1) ?? {}
    const isCurrent = JSON.stringify(coding) === JSON.stringify(broadcast.coding)
    if (!broadcast.isBlank || !isCurrent || this.#isReading) return
    this.#isReading = true
    const pictures = await this.#read(coding?.picture !== null)
    this.#isReading = false
    broadcast.restore(pictures, Date.now())
  }

  async #read(isCoded: boolean): Promise<PassedFrame[]> {
    const { files, store, streamId } = this.#deps
    const segments = store.segmentCount()
    try {
      for (let number = segments - 1; number >= Math.max(0, segments - SEARCHED_MAX); number--) {
        const file = await files.get(segmentKey(streamId, number))
        const frames = file && decodeSegment(new Uint8Array(await file.arrayBuffer()))
        const pictures = (frames ?? []).filter((frame) => isShown(frame, isCoded))
        const from = pictures.findLastIndex(({ isKey }) => isKey)
        if (from >= 0) return pictures.slice(from).map(encodedAgain)
      }
    } catch (error) {
      log('error', 'stream restore', { reason: error instanceof Error ? error.name : 'unknown' })
    }
    return []
  }
}

function encodedAgain(frame: StreamFrame): PassedFrame {
  const { data: _, ...header } = frame
  return { ...header, bytes: encodeFrame(frame) }
}
