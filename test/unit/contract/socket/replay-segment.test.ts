import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSegment, encodeSegment, segmentLength } from '../../../../contract/socket/replay-segment.ts'
import { encodeFrame } from '../../../../contract/socket/stream-frame.ts'
import { streamFrame } from '../../../support/unit/stream.ts'

const frames = fc.array(streamFrame, { maxLength: 20 })

describe('segments of a replay', () => {
  it('a segment decodes to the frames that were written, in order', () => {
    const property = fc.property(frames, (some) => {
      const bytes = some.map(encodeFrame)
      const segment = encodeSegment(bytes)
      expect(decodeSegment(segment)).toEqual(some)
      expect(segment.length).toBe(segmentLength(bytes))
    })
    fc.assert(property)
  })

  it('a truncated segment is refused', () => {
    const property = fc.property(streamFrame, frames, fc.nat(), (last, some, cut) => {
      const [whole, first] = [encodeSegment([...some, last].map(encodeFrame)), encodeSegment(some.map(encodeFrame))]
      const torn = whole.subarray(0, first.length + 1 + (cut % (whole.length - first.length - 1)))
      expect(decodeSegment(torn)).toBeNull()
    })
    fc.assert(property)
  })

  it('a segment has one encoding, and other bytes are refused', () => {
    const words = fc.oneof(fc.constantFrom(0, 0, 0, 1, 2, 17, 18), fc.nat(255))
    const property = fc.property(fc.array(words, { maxLength: 60 }), (numbers) => {
      const bytes = new Uint8Array(numbers)
      const read = decodeSegment(bytes)
      if (read) expect(encodeSegment(read.map(encodeFrame))).toEqual(bytes)
    })
    fc.assert(property, { numRuns: 3000 })
  })
})
