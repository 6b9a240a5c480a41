import { decodeSegment } from '../../../../contract/socket/replay-segment.ts'
import type { StreamFrame } from '../../../../contract/socket/stream-frame.ts'

/** Limits of cached segments and parallel requests. */
const SEGMENTS_MAX = 12
const LOADS_MAX = 2

export type LoadSegment = (segment: number, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

/** LRU cache of segments. */
export class SegmentCache {
  readonly #load: LoadSegment
  readonly #onChange: () => void
  readonly #segments = new Map<number, readonly StreamFrame[]>()
  readonly #loading = new Map<number, AbortController>()
  #hasFailed = false

  constructor(load: LoadSegment, onChange: () => void) {
    this.#load = load
    this.#onChange = onChange
  }

  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Frames of a segment; null until it has loaded. */
  read(segment: number): readonly StreamFrame[] | null {
    const frames = this.#segments.get(segment)
    if (!frames) return null
    this.#segments.delete(segment)
    this.#segments.set(segment, frames)
    return frames
  }

  /** Loads these segments in order and aborts other requests. */
  prefetch(segments: readonly number[]): void {
    for (const [segment, request] of this.#loading) if (!segments.includes(segment)) request.abort()
    for (const segment of segments) {
      const isKnown = this.#segments.has(segment) || this.#loading.has(segment)
      if (!isKnown && this.#loading.size < LOADS_MAX && !this.#hasFailed) void this.#fetch(segment)
    }
  }

  retry(): void {
    this.#hasFailed = false
  }

  close(): void {
    for (const request of this.#loading.values()) request.abort()
  }

  async #fetch(segment: number): Promise<void> {
    const request = new AbortController()
    this.#loading.set(segment, request)
    try {
      const frames = decodeSegment(await this.#load(segment, request.signal))
      if (!frames) throw new TypeError('no segment')
      this.#segments.set(segment, frames)
      const oldest = this.#segments.keys().next()
      if (this.#segments.size > SEGMENTS_MAX && !oldest.done) this.#segments.delete(oldest.value)
    } catch {
      if (!request.signal.aborted) this.#hasFailed = true
    } finally {
      this.#loading.delete(segment)
    }
    if (!request.signal.aborted) this.#onChange()
  }
}
