import {
  FRAME_HEADER_BYTES,
  FRAME_KINDS,
  FRAME_MAX_BYTES,
  type FrameKind,
  type StreamFrame,
} from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'

/** Number of the next frame of each kind. */
export type NextNumbers = Readonly<Record<FrameKind, number>>

/** A frame that may be resent, with its coding. */
export type UnsentFrame = { frame: StreamFrame; coding: CodecConfig }

const KINDS = Object.keys(FRAME_KINDS) as FrameKind[]

/**
 * Frames that the server has not confirmed [2 §2]. Numbers them without gaps, limits their size, and returns the frames
 * to resend after a reconnection.
 */
export class UnsentFrames {
  readonly #maxBytes: number
  #frames: UnsentFrame[] = []
  #bytes = 0
  #next: Record<FrameKind, number> = { picture: 0, sound: 0, still: 0, soundFile: 0 }
  #needsKey = true

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** True when the next picture must be a key frame, because one before it was dropped. */
  get needsKeyFrame(): boolean {
    return this.#needsKey
  }

  /** Numbers and stores a frame; null when it is too large, the buffer is full, or it depends on a dropped picture. */
  add(frame: Omit<StreamFrame, 'number'>, coding: CodecConfig): UnsentFrame | null {
    const bytes = frame.data.length + FRAME_HEADER_BYTES
    const isPicture = frame.kind === 'picture'
    const hasRoom = frame.data.length <= FRAME_MAX_BYTES[frame.kind] && this.#bytes + bytes <= this.#maxBytes
    if (!hasRoom || (isPicture && this.#needsKey && !frame.isKey)) {
      if (isPicture) this.#needsKey = true
      return null
    }
    if (isPicture) this.#needsKey = false
    const unsent = { frame: { ...frame, number: this.#next[frame.kind]++ }, coding }
    this.#frames.push(unsent)
    this.#bytes += bytes
    return unsent
  }

  requireKeyFrame(): void {
    this.#needsKey = true
  }

  /** Drops all pictures, because the server refused one of them. */
  dropPictures(): void {
    this.#retain(({ frame }) => frame.kind !== 'picture')
    this.#needsKey = true
  }

  /** Drops confirmed frames. */
  confirm(next: NextNumbers): void {
    this.#retain(({ frame }) => frame.number >= next[frame.kind])
  }

  /**
   * Returns the frames to resend from these numbers on. When the server expects frames that were dropped, numbering
   * continues from its numbers.
   */
  resume(next: NextNumbers): readonly UnsentFrame[] {
    for (const kind of KINDS) {
      const first = this.#frames.find(({ frame }) => frame.kind === kind)?.frame.number ?? this.#next[kind]
      if (next[kind] >= first && next[kind] <= this.#next[kind]) continue
      this.#retain(({ frame }) => frame.kind !== kind)
      this.#next[kind] = next[kind]
      if (kind === 'picture') this.#needsKey = true
    }
    return this.#frames.filter(({ frame }) => frame.number >= next[frame.kind])
  }

  #retain(isKept: (unsent: UnsentFrame) => boolean): void {
    this.#frames = this.#frames.filter(isKept)
    this.#bytes = this.#frames.reduce((sum, { frame }) => sum + frame.data.length + FRAME_HEADER_BYTES, 0)
  }
}
