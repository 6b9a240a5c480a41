import { decodeFrame, FRAME_KINDS, type FrameKind, type StreamFrame } from '../../contract/socket/stream-frame.ts'
import type { CodecConfig, StreamLevel } from '../../contract/socket/stream-messages.ts'
import { TokenBucket } from '../realtime/TokenBucket.ts'

/** A frame to pass on: the fields of its header, and all bytes as they came. */
export type PassedFrame = Omit<StreamFrame, 'data'> & { bytes: Uint8Array<ArrayBuffer> }

export function passedFrame(raw: ArrayBuffer): PassedFrame | null {
  const bytes = new Uint8Array(raw)
  const frame = decodeFrame(bytes)
  if (!frame) return null
  const { data, ...header } = frame
  return header.kind === 'still' && !isWebP(data) ? null : { ...header, bytes }
}

export type FrameNumbers = Readonly<Record<FrameKind, number>>

export const FIRST_NUMBERS: FrameNumbers = { picture: 0, sound: 0, still: 0, soundFile: 0 }

const EVERY_KIND = Object.keys(FRAME_KINDS) as FrameKind[]

/** True for a frame that the stream shows: a coded picture, or without these a still. */
export function isShown({ kind }: Pick<PassedFrame, 'kind'>, isCoded: boolean): boolean {
  return kind === (isCoded ? 'picture' : 'still')
}

export const isSound = ({ kind }: Pick<PassedFrame, 'kind'>) => kind === 'sound' || kind === 'soundFile'

const ASCII = new TextDecoder('latin1')
const isWebP = (data: Uint8Array) =>
  ASCII.decode(data.subarray(0, 4)) === 'RIFF' && ASCII.decode(data.subarray(8, 12)) === 'WEBP'

/** A group that grows past this is reduced to its key frame. */
const GROUP_MAX_BYTES = 2 ** 20

/** The frames that a new viewer begins with: those from the last key frame on, and the last still. */
export class GroupOfPictures {
  #frames: PassedFrame[] = []
  #bytes = 0
  #isWhole = false
  #still: PassedFrame | null = null

  add(frame: PassedFrame, isCoded: boolean): void {
    if (frame.kind === 'still') this.#still = frame
    if (!isShown(frame, isCoded)) return
    if (frame.isKey) this.#start(frame)
    else if (this.#isWhole) this.#append(frame)
  }

  #start(key: PassedFrame): void {
    this.#frames = [key]
    this.#bytes = key.bytes.length
    this.#isWhole = true
  }

  #append(frame: PassedFrame): void {
    this.#bytes += frame.bytes.length
    this.#isWhole = this.#bytes <= GROUP_MAX_BYTES
    if (this.#isWhole) this.#frames.push(frame)
    else this.#frames.length = 1
  }

  clear(): void {
    this.#frames = []
    this.#isWhole = false
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** The frames for a viewer of a level; `goesOn` is false where the next pictures need another key frame. */
  begin(level: StreamLevel): { frames: readonly PassedFrame[]; goesOn: boolean } {
    if (level === 'stills') return { frames: this.#still ? [this.#still] : [], goesOn: true }
    if (level === 'keys') return { frames: this.#frames.slice(0, 1), goesOn: true }
    return { frames: this.#frames, goesOn: this.#isWhole }
  }
}

const CLOCK_AHEAD_MS = 10_000

export type Verdict = 'take' | 'skip' | 'wrong'

/** Checks a publisher's frames: each kind in the order of its numbers, each frame once, in the announced coding. */
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

  /** The publisher is about to be sent the numbers. Frames on their way with later numbers will be sent again. */
  resync(): void {
    for (const kind of EVERY_KIND) this.#unsynced.add(kind)
  }

  check(frame: PassedFrame, clockMs: number): Verdict {
    const { kind, number, timeUs } = frame
    if (number < this.#next[kind]) return 'skip'
    if (number > this.#next[kind]) return this.#unsynced.has(kind) ? 'skip' : 'wrong'
    if ((kind === 'picture' || kind === 'sound') && !this.coding[kind]) return 'wrong'
    if (timeUs / 1000 > clockMs + CLOCK_AHEAD_MS) return 'wrong'
    this.#unsynced.delete(kind)
    this.#next = { ...this.#next, [kind]: number + 1 }
    return 'take'
  }
}

/** A publisher who returns sends everything again that is not stored; then they send at the rate of a stream. */
const FRAMES = { capacity: 6000, perSecond: 400, debtMax: Number.POSITIVE_INFINITY }
const BYTES = { capacity: 32 * 2 ** 20, perSecond: 4 * 2 ** 20, debtMax: Number.POSITIVE_INFINITY }

export class PublisherRate {
  #frames = new TokenBucket(FRAMES)
  #bytes = new TokenBucket(BYTES)

  /** Counts a frame; false if it exceeds the rate. */
  take(bytes: number, now: number): boolean {
    this.#frames = this.#frames.spend(1, now) ?? this.#frames
    this.#bytes = this.#bytes.spend(bytes, now) ?? this.#bytes
    return this.#frames.tokens >= 0 && this.#bytes.tokens >= 0
  }
}
