import {
  FRAME_HEADER_BYTES,
  FRAME_KINDS,
  type FrameKind,
  type StreamFrame,
} from '../../../../contract/socket/stream.ts'
import type { Coding } from '../../../../contract/socket/stream-messages.ts'

/** The number of the next frame of each kind. */
export type NextNumbers = Readonly<Record<FrameKind, number>>

/** A frame that may have to be sent again, how it is coded, and when it came to be, in milliseconds of the page's clock. */
export type HeldFrame = { frame: StreamFrame; coding: Coding; at: number }

const KINDS = Object.keys(FRAME_KINDS) as FrameKind[]

/**
 * Frames that were made here and are not known to be kept [2 §2]. It numbers them without gaps, holds up to so many bytes,
 * and knows what is to be sent again once one is back.
 */
export class HeldFrames {
  readonly #mostBytes: number
  #held: HeldFrame[] = []
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

  /** Takes a frame and numbers it; null where there is no room, or it goes on from a picture that is not here. */
  add(frame: Omit<StreamFrame, 'number'>, coding: Coding, at: number): HeldFrame | null {
    const bytes = frame.data.length + FRAME_HEADER_BYTES
    const isPicture = frame.kind === 'picture'
    const hasRoom = this.#bytes + bytes <= this.#mostBytes
    if (!hasRoom || (isPicture && this.#needsKey && !frame.isKey)) {
      if (isPicture) this.#needsKey = true
      return null
    }
    if (isPicture) this.#needsKey = false
    const held = { frame: { ...frame, number: this.#next[frame.kind]++ }, coding, at }
    this.#held.push(held)
    this.#bytes += bytes
    return held
  }

  /** Forgets what is kept by now. Answers how long the last of it took, in milliseconds; null where nothing was held. */
  kept(next: NextNumbers, now: number): number | null {
    const first = this.#held.find(({ frame }) => frame.kind === 'picture' && frame.number === next.picture)
    this.#keep(({ frame }) => frame.number >= next[frame.kind])
    // What closes a segment is the picture after it: since then it was written and told of.
    return first ? now - first.at : null
  }

  /**
   * What is to be sent to one who waits for these numbers, in the order in which it came to be. Where that one waits for
   * what is not here, the numbers go on from theirs.
   */
  resume(next: NextNumbers): readonly HeldFrame[] {
    this.#keep(({ frame }) => frame.number >= next[frame.kind])
    for (const kind of KINDS) {
      const first = this.#held.find(({ frame }) => frame.kind === kind)
      if ((first?.frame.number ?? this.#next[kind]) === next[kind]) continue
      this.#keep(({ frame }) => frame.kind !== kind)
      this.#next[kind] = next[kind]
      if (kind === 'picture') this.#needsKey = true
    }
    return this.#held
  }

  #keep(stays: (held: HeldFrame) => boolean): void {
    this.#held = this.#held.filter(stays)
    this.#bytes = this.#held.reduce((sum, { frame }) => sum + frame.data.length + FRAME_HEADER_BYTES, 0)
  }
}
