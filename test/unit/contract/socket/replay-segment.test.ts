import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSegment, encodeSegment, segmentLength } from '../../../../contract/socket/replay-segment.ts'
import { encodeFrame } from '../../../../contract/socket/stream-frame.ts'
import { streamFrame } from '../../../support/unit/stream.ts'

const streamFrames = fc.array(streamFrame, { maxLength: 20 })

describe('segments of a replay', () => {
  it('a segment decodes to the frames that were written, in order', () => {
    const property = fc.property(streamFrames, (frames) => {
      expect(decodeSegment(encodeSegment(frames.map(encodeFrame)))).toEqual(frames)
    })
    fc.assert(property)
  })

  it('the length of a segment is known before it is encoded', () => {
    const property = fc.property(streamFrames, (frames) => {
      const bytes = frames.map(encodeFrame)
      expect(segmentLength(bytes)).toBe(encodeSegment(bytes).length)
    })
    fc.assert(property)
  })

  it('a truncated segment is refused', () => {
    const property = fc.property(streamFrame, streamFrames, fc.nat(), (last, frames, cut) => {
      const [segment, withoutLast] = [
        encodeSegment([...frames, last].map(encodeFrame)),
        encodeSegment(frames.map(encodeFrame)),
      ]
      const truncated = segment.subarray(0, withoutLast.length + 1 + (cut % (segment.length - withoutLast.length - 1)))
      expect(decodeSegment(truncated)).toBeNull()
    })
    fc.assert(property)
  })

  it('a segment is accepted only in its one encoding', () => {
    const byte = fc.oneof(fc.constantFrom(0, 0, 0, 1, 2, 17, 18), fc.nat(255))
    const property = fc.property(fc.array(byte, { maxLength: 60 }), (numbers) => {
      const bytes = new Uint8Array(numbers)
      const read = decodeSegment(bytes)
      if (read) expect(encodeSegment(read.map(encodeFrame))).toEqual(bytes)
    })
    fc.assert(property, { numRuns: 3000 })
  })
})
