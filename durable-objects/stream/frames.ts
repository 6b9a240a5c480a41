import { imageDimensionsFromData } from 'image-dimensions'
import {
  PUBLISHER_BYTES,
  PUBLISHER_FRAMES,
  PUBLISHER_PAUSES,
  PUBLISHER_PIXELS,
  PUBLISHER_SOUND_FILES,
} from '../../contract/limits.ts'
import {
  decodeFrame,
  encodeFrame,
  FRAME_HEADER_BYTES,
  FRAME_KINDS,
  type FrameKind,
  type StreamFrame,
} from '../../contract/socket/stream-frame.ts'
import type { CodecConfig, StreamLevel } from '../../contract/socket/stream-messages.ts'
import { type BucketLimits, TokenBucket } from '../realtime/TokenBucket.ts'
import { isPicture } from './picture-header.ts'
import { isSoundFile } from './sound-file.ts'
import { pixelsOf } from './still.ts'

/** A frame with its decoded header and all its bytes, which are forwarded unchanged. */
export type EncodedFrame = Omit<StreamFrame, 'data'> & { bytes: Uint8Array<ArrayBuffer> }

/**
 * Decodes the header of a frame, reduces a still to its pixels, and empties a sound file that viewers should not
 * decode. Null if the frame is malformed.
 */
export function parseFrame(raw: ArrayBuffer): EncodedFrame | null {
  const bytes = new Uint8Array(raw)
  const frame = decodeFrame(bytes)
  if (!frame) return null
  const { data, ...header } = frame
  if (header.kind === 'soundFile' && !isSoundFile(data)) return withoutSound({ ...header, bytes })
  if (header.kind !== 'still') return { ...header, bytes }
  const pixels = pixelsOf(data)
  return pixels && { ...header, bytes: encodeFrame({ ...header, data: pixels }) }
}

/** A file that no browser can decode. */
const NO_SOUND = Uint8Array.of(0)

/** The frame of a sound file without its sound. */
export function withoutSound({ bytes: _, ...header }: EncodedFrame): EncodedFrame {
  return { ...header, bytes: encodeFrame({ ...header, data: NO_SOUND }) }
}

/** A frame number for each kind of frame. */
export type FrameNumbers = Readonly<Record<FrameKind, number>>

export const FIRST_NUMBERS: FrameNumbers = { picture: 0, sound: 0, still: 0, soundFile: 0 }

const ALL_KINDS = Object.keys(FRAME_KINDS) as FrameKind[]

/** True for a frame that viewers see: an encoded picture, or a still if the stream has no encoded pictures. */
export function isVideoFrame({ kind }: Pick<EncodedFrame, 'kind'>, isCoded: boolean): boolean {
  return kind === (isCoded ? 'picture' : 'still')
}

export const isSound = ({ kind }: Pick<EncodedFrame, 'kind'>) => kind === 'sound' || kind === 'soundFile'

/** A larger group is reduced to its key frame. */
const GROUP_MAX_BYTES = 2 ** 20

/** The frames with which a new viewer starts: the pictures since the last key frame, and the last still. */
export class GroupOfPictures {
  #frames: EncodedFrame[] = []
  #bytes = 0
  /** False after the group has exceeded its size, until the next key frame. */
  #isComplete = false
  #still: EncodedFrame | null = null

  add(frame: EncodedFrame, isCoded: boolean): void {
    if (frame.kind === 'still') this.#still = frame
    if (!isVideoFrame(frame, isCoded)) return
    if (frame.isKey) this.#start(frame)
    else if (this.#isComplete) this.#append(frame)
  }

  #start(key: EncodedFrame): void {
    this.#frames = [key]
    this.#bytes = key.bytes.length
    this.#isComplete = true
  }

  #append(frame: EncodedFrame): void {
    this.#bytes += frame.bytes.length
    this.#isComplete = this.#bytes <= GROUP_MAX_BYTES
    if (this.#isComplete) this.#frames.push(frame)
    else this.#frames.length = 1
  }

  clear(): void {
    this.#frames = []
    this.#isComplete = false
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** The frames for a new viewer. `continues` is false if the next pictures need another key frame. */
  framesFor(level: StreamLevel): { frames: readonly EncodedFrame[]; continues: boolean } {
    if (level === 'stills') return { frames: this.#still ? [this.#still] : [], continues: true }
    if (level === 'keys') return { frames: this.#frames.slice(0, 1), continues: true }
    return { frames: this.#frames, continues: this.#isComplete }
  }
}

/** A frame's time may be ahead of the stream's clock by this. */
const CLOCK_AHEAD_MS = 10_000

export type SequenceResult = 'accept' | 'skip' | 'invalid' | 'bad picture'

/**
 * Checks a publisher's frames: no gaps and no repetitions within a kind, only in codecs that the publisher has set, and
 * pictures that are shown and no larger than declared.
 */
export class SequenceCheck {
  #next: FrameNumbers
  coding: CodecConfig
  /** Kinds whose next number the publisher does not know yet. */
  readonly #unsynced = new Set<FrameKind>()

  constructor(next: FrameNumbers, coding: CodecConfig) {
    this.#next = next
    this.coding = coding
  }

  get next(): FrameNumbers {
    return this.#next
  }

  /**
   * Called before the publisher is sent the next numbers. Frames with higher numbers that are already in transit are
   * skipped, because the publisher sends them again.
   */
  resync(): void {
    for (const kind of ALL_KINDS) this.#unsynced.add(kind)
  }

  check(frame: EncodedFrame, clockMs: number): SequenceResult {
    const { kind, number, timeUs } = frame
    if (number < this.#next[kind]) return 'skip'
    if (number > this.#next[kind]) return this.#unsynced.has(kind) ? 'skip' : 'invalid'
    if (kind === 'sound' && !this.coding.sound) return 'invalid'
    if (kind === 'picture' && !this.coding.picture) return 'invalid'
    if (kind === 'picture' && !isPictureOf(frame, this.coding)) return 'bad picture'
    if (timeUs / 1000 > clockMs + CLOCK_AHEAD_MS) return 'invalid'
    this.#unsynced.delete(kind)
    this.#next = { ...this.#next, [kind]: number + 1 }
    return 'accept'
  }
}

const isPictureOf = ({ bytes, isKey }: EncodedFrame, { picture }: CodecConfig) =>
  picture !== null && isPicture(bytes.subarray(FRAME_HEADER_BYTES), isKey, picture)

/** Lets the balance fall without limit, so that refused frames count too. */
const withUnlimitedDebt = (limits: BucketLimits) => ({ ...limits, debtMax: Number.POSITIVE_INFINITY })

/**
 * The rate limit of a publisher's frames, bytes and pixels. If the member's last stream has just ended, at `lastEndAt`, the
 * burst begins with one second of the rate. Otherwise each new stream would have a burst of its own.
 */
export class PublisherRate {
  #frames: TokenBucket
  #bytes: TokenBucket
  #pixels: TokenBucket
  #soundFiles: TokenBucket
  #pauses = new TokenBucket(PUBLISHER_PAUSES)

  constructor(lastEndAt: number | null = null) {
    const bucket = (limits: BucketLimits) =>
      lastEndAt === null ? new TokenBucket(limits) : new TokenBucket(limits, limits.perSecond, lastEndAt)
    this.#frames = bucket(withUnlimitedDebt(PUBLISHER_FRAMES))
    this.#bytes = bucket(withUnlimitedDebt(PUBLISHER_BYTES))
    this.#pixels = bucket(withUnlimitedDebt(PUBLISHER_PIXELS))
    this.#soundFiles = bucket(PUBLISHER_SOUND_FILES)
  }

  /** Counts a frame. False if it exceeds the limit. */
  spend(bytes: number, now: number): boolean {
    this.#frames = this.#frames.spend(1, now) ?? this.#frames
    this.#bytes = this.#bytes.spend(bytes, now) ?? this.#bytes
    return this.#frames.tokens >= 0 && this.#bytes.tokens >= 0
  }

  /** Counts the declared pixels of a picture: a few bytes can have millions. False if they exceed the limit. */
  spendPicture({ picture }: CodecConfig, now: number): boolean {
    return this.#spendPixels(picture, now)
  }

  /** Counts the pixels of a still, like those of a picture. False if they exceed the limit. */
  spendStill({ bytes }: EncodedFrame, now: number): boolean {
    return this.#spendPixels(imageDimensionsFromData(bytes.subarray(FRAME_HEADER_BYTES)), now)
  }

  #spendPixels(size: { width: number; height: number } | null | undefined, now: number): boolean {
    const pixels = size ? size.width * size.height : 0
    this.#pixels = this.#pixels.spend(pixels, now) ?? this.#pixels
    return this.#pixels.tokens >= 0
  }

  /** Counts a sound file. False if viewers should not have to decode it. */
  spendSoundFile(now: number): boolean {
    const after = this.#soundFiles.spend(1, now)
    this.#soundFiles = after ?? this.#soundFiles
    return after !== null
  }

  /** Counts a pause. False if it exceeds the limit. */
  spendPause(now: number): boolean {
    const after = this.#pauses.spend(1, now)
    this.#pauses = after ?? this.#pauses
    return after !== null
  }
}
