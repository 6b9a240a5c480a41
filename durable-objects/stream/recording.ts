import { STORAGE_MAX_BYTES } from '../../contract/limits.ts'
import { decodeSegment, encodeSegment, segmentLength } from '../../contract/socket/replay-segment.ts'
import { encodeFrame, type StreamFrame } from '../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../contract/socket/stream-messages.ts'
import { log } from '../realtime/log.ts'
import type { Broadcast } from './Broadcast.ts'
import { type EncodedFrame, type FrameNumbers, isVideoFrame } from './frames.ts'
import type { StoredSegment, StreamStore } from './StreamStore.ts'
import { segmentKey } from './stream.ts'

/** When a segment has this length, a key frame is requested, which starts the next segment. */
const SEGMENT_MS = 4000
/** Key frames before this length, sent for a viewer that needed one, do not start a segment. */
const SEGMENT_MIN_MS = 2000
const SEGMENT_BYTES = 8 * 2 ** 20
const SEGMENT_FRAMES = 4096
/**
 * A segment may exceed its limits by this factor while no key frame arrives. Then it ends, and pictures are dropped
 * until the next key frame.
 */
const OVERRUN_FACTOR = 3

/** Frames that are stored together. `next` are the numbers of the frames that follow the segment. */
export type Segment = StoredSegment & { frames: readonly Uint8Array[]; coding: CodecConfig; next: FrameNumbers }

/**
 * Collects frames into segments. A segment starts with a key frame, or has only sound. Pictures before the first key
 * frame cannot be decoded and are dropped.
 */
export class Segmenter {
  #frames: Uint8Array[] = []
  #bytes = 0
  #startMs = 0
  #endMs = 0
  #hasPicture = false
  #pictureMs = 0
  #skipsToKeyFrame = false
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

  /** True if a key frame is needed to end the segment, or to stop dropping pictures. */
  get needsKeyFrame(): boolean {
    return this.#skipsToKeyFrame || (this.#hasPicture && this.#isComplete(1))
  }

  /** True if the segment has reached its limits of size, multiplied by a factor. */
  #isFull(factor: number): boolean {
    return this.#bytes > factor * SEGMENT_BYTES || this.#frames.length > factor * SEGMENT_FRAMES
  }

  #isComplete(factor: number): boolean {
    return this.#isFull(factor) || this.#endMs - this.#startMs >= factor * SEGMENT_MS
  }

  /** Adds a frame. Returns the previous segment if the frame starts another one. */
  add(frame: EncodedFrame): Segment | null {
    const isPicture = isVideoFrame(frame, this.#coding.picture !== null)
    const ended = this.#endsBefore(frame, isPicture) ? this.end() : null
    this.#next = { ...this.#next, [frame.kind]: frame.number + 1 }
    if (isPicture) this.#skipsToKeyFrame = !frame.isKey && !this.#hasPicture
    if (!this.#skipsToKeyFrame || !isPicture) this.#append(frame, isPicture)
    return ended
  }

  #endsBefore({ isKey, timeUs }: EncodedFrame, isPicture: boolean): boolean {
    if (this.#isFull(OVERRUN_FACTOR)) return true
    if (!isPicture && !this.#hasPicture) return this.#isComplete(1)
    // Sound may continue after the pictures have stopped.
    if (!isPicture) return timeUs / 1000 - this.#pictureMs >= OVERRUN_FACTOR * SEGMENT_MS
    const factor = this.#coding.picture ? SEGMENT_MIN_MS / SEGMENT_MS : 1
    return isKey && (!this.#hasPicture || this.#isComplete(factor))
  }

  #append({ kind, timeUs, bytes }: EncodedFrame, isPicture: boolean): void {
    // Stills beside coded pictures are previews.
    if (kind === 'still' && !isPicture) return
    const ms = Math.floor(timeUs / 1000)
    if (this.#frames.length === 0) this.#startMs = Math.max(ms, this.#endMs)
    this.#endMs = Math.max(this.#endMs, this.#startMs, ms)
    if (isPicture) [this.#hasPicture, this.#pictureMs] = [true, Math.max(ms, this.#startMs)]
    this.#frames.push(bytes)
    this.#bytes += bytes.length
  }

  /** Sets the codecs of the following frames. Ends the current segment and returns it. */
  setCoding(coding: CodecConfig): Segment | null {
    const ended = this.end()
    this.#coding = coding
    return ended
  }

  /** Ends the current segment and returns it; null if it has no frames. */
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
/** Maximum number of bytes that wait for R2. Beyond it the recording loses segments, and the stream continues. */
const PENDING_MAX_BYTES = 32 * 2 ** 20

type UploaderDeps = { files: R2Bucket; store: StreamStore; streamId: number }

type UploaderEvents = {
  /** Gets the numbers before which all frames are stored or dropped. */
  onStored: (next: FrameNumbers) => void
  onFull: () => void
}

/** Puts segments into R2, in order, until one exceeds `recordingMaxBytes`. That one and all later ones are dropped. */
export class SegmentUploader {
  readonly #deps: UploaderDeps
  readonly #events: UploaderEvents
  #recordedBytes: number
  #pending: Segment[] = []
  #uploading: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(deps: UploaderDeps, events: UploaderEvents) {
    this.#deps = deps
    this.#events = events
    this.#recordedBytes = deps.store.recordedBytes()
  }

  add(segment: Segment): void {
    this.#pending.push(segment)
    while (this.#pending.length > 2 && this.#pendingBytes() > PENDING_MAX_BYTES) this.#dropOldest()
    void this.#upload()
  }

  /** Drops the oldest segment that is not being uploaded. */
  #dropOldest(): void {
    const [dropped] = this.#pending.splice(1, 1)
    if (dropped) log('error', 'stream segment dropped', { bytes: dropped.bytes })
  }

  #pendingBytes(): number {
    return this.#pending.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #upload(): Promise<void> {
    this.#uploading ??= this.#uploadAll().finally(() => {
      this.#uploading = null
    })
    return this.#uploading
  }

  async #uploadAll(): Promise<void> {
    for (let segment = this.#pending[0]; segment; segment = this.#pending[0]) {
      if (!(await this.#put(segment))) return this.#retry()
      this.#pending.shift()
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
      if (this.#fits(span.bytes)) {
        await files.put(segmentKey(streamId, store.segmentCount()), encodeSegment(frames))
        this.#addToStore(span, coding, next)
      } else store.values.set('next', next)
      this.#events.onStored(next)
      return true
    } catch (error) {
      log('error', 'stream segment', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  /** Drops a segment that the store refuses: it would refuse it again, and the stream could not end. */
  #addToStore(span: StoredSegment, coding: CodecConfig, next: FrameNumbers): void {
    try {
      this.#deps.store.addSegment(span, coding, next)
      this.#recordedBytes += span.bytes
    } catch {
      // Otherwise a restarted object would ask for the numbers of frames that the publisher no longer has.
      this.#deps.store.values.set('next', next)
      log('error', 'stream segment dropped', { bytes: span.bytes })
    }
  }

  #fits(bytes: number): boolean {
    const { values } = this.#deps.store
    if (values.get('isRecordingFull')) return false
    if (this.#recordedBytes + bytes <= (values.get('recordingMaxBytes') ?? STORAGE_MAX_BYTES)) return true
    values.set('isRecordingFull', true)
    this.#events.onFull()
    return false
  }

  /** Drops the pending segments. Waits for an upload that has begun. */
  async drop(): Promise<void> {
    this.#pending = []
    await this.#uploading
  }

  /** Tries to store all segments. False if some are still pending. */
  async flush(): Promise<boolean> {
    await this.#upload()
    return this.#pending.length === 0
  }
}

/** Number of segments in which the last key frame is searched. */
const SEGMENTS_SEARCHED = 3

/** Reads the pictures since the last recorded key frame, for new viewers after a restart of the object. */
export class RecordedPictures {
  readonly #deps: UploaderDeps & { broadcast: Broadcast }
  #isReading = false

  constructor(deps: UploaderDeps & { broadcast: Broadcast }) {
    this.#deps = deps
  }

  /**
   * Sends the pictures to waiting viewers, unless newer pictures have arrived, the codec has changed since, or the
   * recording has ended before the stream.
   */
  async restore(): Promise<void> {
    const { store, broadcast } = this.#deps
    if (store.values.get('isRecordingFull')) return
    const { coding } = store.values.get('codings')?.at(-1) ?? {}
    const isCurrent = JSON.stringify(coding) === JSON.stringify(broadcast.coding)
    if (broadcast.hasPictures || !isCurrent || this.#isReading) return
    this.#isReading = true
    const pictures = await this.#read(coding?.picture !== null)
    this.#isReading = false
    broadcast.restorePictures(pictures, Date.now())
  }

  async #read(isCoded: boolean): Promise<EncodedFrame[]> {
    const { files, store, streamId } = this.#deps
    const segments = store.segmentCount()
    try {
      for (let number = segments - 1; number >= Math.max(0, segments - SEGMENTS_SEARCHED); number--) {
        const file = await files.get(segmentKey(streamId, number))
        const frames = file && decodeSegment(new Uint8Array(await file.arrayBuffer()))
        const pictures = (frames ?? []).filter((frame) => isVideoFrame(frame, isCoded))
        const from = pictures.findLastIndex(({ isKey }) => isKey)
        if (from >= 0) return pictures.slice(from).map(encoded)
      }
    } catch (error) {
      log('error', 'stream restore', { reason: error instanceof Error ? error.name : 'unknown' })
    }
    return []
  }
}

function encoded(frame: StreamFrame): EncodedFrame {
  const { data: _, ...header } = frame
  return { ...header, bytes: encodeFrame(frame) }
}
