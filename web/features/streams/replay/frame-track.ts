import type { ReplayManifest } from '../../../../contract/http/streams.ts'
import type { FrameKind, StreamFrame } from '../../../../contract/socket/stream-frame.ts'
import { segmentAt } from './seeking.ts'
import type { SegmentCache } from './segment-cache.ts'

export type TrackedFrame = { frame: StreamFrame; segment: number }

/** Iterates over frames of some kinds, segment by segment. */
export class FrameTrack {
  readonly #segments: ReplayManifest['segments']
  readonly #cache: SegmentCache
  readonly #kinds: readonly FrameKind[]
  #segment = 0
  #index = 0

  constructor(segments: ReplayManifest['segments'], cache: SegmentCache, kinds: readonly FrameKind[]) {
    this.#segments = segments
    this.#cache = cache
    this.#kinds = kinds
  }

  get segment(): number {
    return this.#segment
  }

  get isAtEnd(): boolean {
    return this.#segment >= this.#segments.length
  }

  /** Moves to the start of a time's segment. */
  seek(ms: number): void {
    this.#segment = segmentAt(this.#segments, ms)
    this.#index = 0
  }

  /** Next frame up to a time; null when it is later, not loaded, or there is none. */
  next(untilMs: number): TrackedFrame | null {
    for (; !this.isAtEnd; this.#segment++, this.#index = 0) {
      const frames = this.#cache.read(this.#segment)
      if (!frames) return null
      for (; this.#index < frames.length; this.#index++) {
        const frame = frames[this.#index]
        if (!frame || !this.#kinds.includes(frame.kind)) continue
        if (frame.timeUs / 1000 > untilMs) return null
        this.#index++
        return { frame, segment: this.#segment }
      }
    }
    return null
  }
}
