import {
  FRAME_HEADER_BYTES,
  FRAME_KINDS,
  FRAME_MAX,
  type FrameKind,
  type StreamFrame,
} from '../../../../contract/socket/stream.ts'
import type { Coding } from '../../../../contract/socket/stream-messages.ts'

/** The number of the next frame of each kind. */
export type NextNumbers = Readonly<Record<FrameKind, number>>

/** A frame that may have to be sent again, and how it is coded. */
export type UnsentFrame = { frame: StreamFrame; coding: Coding }

const KINDS = Object.keys(FRAME_KINDS) as FrameKind[]

/**
 * Frames that were made here and are not known to be kept [2 §2]. It numbers them without gaps, holds up to so many bytes,
 * and knows what is to be sent again once one is back.
 */
export class UnsentFrames {
  readonly #mostBytes: number
  #held: UnsentFrame[] = []
  #bytes = 0
  #next: Record<FrameKind, number> = { picture: 0, sound: 0, still: 0, soundFile: 0 }
  #needsKey = true

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Bytes of all that is held. */
  get bytes(): number {
    return this.#bytes
  }

  /** A picture that goes on from one that was not taken would be of no use: the next must begin anew. */
  get needsKey(): boolean {
    return this.#needsKey
  }

  /** Takes a frame and numbers it; null where it is too large, there is no room, or it goes on from a picture not taken. */
  add(frame: Omit<StreamFrame, 'number'>, coding: Coding): UnsentFrame | null {
    const bytes = frame.data.length + FRAME_HEADER_BYTES
    const isPicture = frame.kind === 'picture'
    const hasRoom = frame.data.length <= FRAME_MAX[frame.kind] && this.#bytes + bytes <= this.#mostBytes
    if (!hasRoom || (isPicture && this.#needsKey && !frame.isKey)) {
      if (isPicture) this.#needsKey = true
      return null
    }
    if (isPicture) this.#needsKey = false
    const held = { frame: { ...frame, number: this.#next[frame.kind]++ }, coding }
    this.#held.push(held)
    this.#bytes += bytes
    return held
  }

  /** Pictures go on with one that needs none before it. */
  beginAnew(): void {
    this.#needsKey = true
  }

  /** Forgets what is kept by now. */
  kept(next: NextNumbers): void {
    this.#keep(({ frame }) => frame.number >= next[frame.kind])
  }

  /**
   * What is to be sent to one who waits for these numbers, in the order in which it came to be. Where they wait for what is
   * not here, the numbers go on from theirs.
   */
  resume(next: NextNumbers): readonly UnsentFrame[] {
    for (const kind of KINDS) {
      const first = this.#held.find(({ frame }) => frame.kind === kind)?.frame.number ?? this.#next[kind]
      if (next[kind] >= first && next[kind] <= this.#next[kind]) continue
      this.#keep(({ frame }) => frame.kind !== kind)
      this.#next[kind] = next[kind]
      if (kind === 'picture') this.#needsKey = true
    }
    return this.#held.filter(({ frame }) => frame.number >= next[frame.kind])
  }

  #keep(stays: (held: UnsentFrame) => boolean): void {
    this.#held = this.#held.filter(stays)
    this.#bytes = this.#held.reduce((sum, { frame }) => sum + frame.data.length + FRAME_HEADER_BYTES, 0)
  }
}
