import { decodeFrame, type StreamFrame } from './stream-frame.ts'

/** Size of the length before each frame. */
const LENGTH_BYTES = 4

/** A segment is a sequence of frames (stream-frame.ts), each after its length in four bytes. */
export function encodeSegment(frames: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const segment = new Uint8Array(segmentLength(frames))
  const view = new DataView(segment.buffer)
  let at = 0
  for (const frame of frames) {
    view.setUint32(at, frame.length)
    segment.set(frame, at + LENGTH_BYTES)
    at += LENGTH_BYTES + frame.length
  }
  return segment
}

export function segmentLength(frames: readonly Uint8Array[]): number {
  return frames.reduce((sum, frame) => sum + LENGTH_BYTES + frame.length, 0)
}

/** The frames are views of the segment's bytes. Null for invalid bytes. */
export function decodeSegment(segment: Uint8Array<ArrayBuffer>): StreamFrame[] | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.length)
  const frames: StreamFrame[] = []
  for (let at = 0; at < segment.length; ) {
    const from = at + LENGTH_BYTES
    if (from > segment.length) return null
    const to = from + view.getUint32(at)
    const frame = to > segment.length ? null : decodeFrame(segment.subarray(from, to))
    if (!frame) return null
    frames.push(frame)
    at = to
  }
  return frames
}
