import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeFrame,
  encodeFrame,
  FRAME_HEADER_BYTES,
  FRAME_KINDS,
  FRAME_MAX_BYTES,
  type FrameKind,
  type StreamFrame,
} from '../../../../contract/socket/stream-frame.ts'
import { streamFrame } from '../../../support/unit/stream.ts'

const KEY: StreamFrame = { kind: 'picture', isKey: true, number: 7, timeUs: 5e9, data: new Uint8Array([1, 2, 3]) }

describe('frames of a stream on the wire [2 §7 Real-time]', () => {
  it('a frame is a header of 16 bytes in network order, followed by the encoded data', () => {
    const header = [1, 1, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1, 0x2a, 0x05, 0xf2, 0]
    expect([...encodeFrame(KEY)]).toEqual([...header, 1, 2, 3])
  })

  it('a frame decodes to what was encoded', () => {
    const property = fc.property(streamFrame, (frame) => {
      expect(decodeFrame(encodeFrame(frame))).toEqual(frame)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  it('a frame is accepted only in its one encoding', () => {
    const start = fc.tuple(fc.nat(5), fc.nat(2), fc.nat(1), fc.nat(1))
    const rest = fc.uint8Array({ maxLength: 40 })
    const property = fc.property(start, rest, (first, more) => {
      const bytes = new Uint8Array([...first, ...more])
      const frame = decodeFrame(bytes)
      if (frame) expect(encodeFrame(frame)).toEqual(bytes)
    })
    fc.assert(property, { numRuns: 5000 })
  })

  it('a frame with a truncated header or without data is refused', () => {
    const bytes = encodeFrame(KEY)
    for (let length = 0; length <= FRAME_HEADER_BYTES; length++) expect(decodeFrame(bytes.slice(0, length))).toBeNull()
  })

  it.each(Object.keys(FRAME_KINDS) as FrameKind[])('a frame that is too long is refused: %s', (kind) => {
    const full: StreamFrame = { kind, isKey: true, number: 0, timeUs: 0, data: new Uint8Array(FRAME_MAX_BYTES[kind]) }
    const bytes = encodeFrame(full)
    expect(decodeFrame(bytes)).not.toBeNull()
    expect(decodeFrame(new Uint8Array([...bytes, 0]))).toBeNull()
  })

  it('a frame cannot have a time after the longest stream', () => {
    expect(() => encodeFrame({ ...KEY, timeUs: 86_460_000_001 })).toThrow(RangeError)
  })

  it('a still is always a key frame', () => {
    expect(() => encodeFrame({ ...KEY, kind: 'still', isKey: false })).toThrow(RangeError)
  })

  it('a frame is decoded at any offset of its buffer', () => {
    const bytes = encodeFrame(KEY)
    const shifted = new Uint8Array(bytes.length + 5)
    shifted.set(bytes, 5)
    expect(decodeFrame(shifted.subarray(5))).toEqual(KEY)
  })
})
