import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSegment, segmentBytes, writeSegment } from '../../../../contract/socket/segment.ts'
import { encodeFrame } from '../../../../contract/socket/stream.ts'
import { streamFrame } from '../../../support/unit/stream.ts'

const frames = fc.array(streamFrame, { maxLength: 20 })

describe('segments of a replay', () => {
  it('a segment decodes to the frames that were written, in order', () => {
    const property = fc.property(frames, (some) => {
      const bytes = some.map(encodeFrame)
      const segment = writeSegment(bytes)
      expect(readSegment(segment)).toEqual(some)
      expect(segment.length).toBe(segmentBytes(bytes))
    })
    fc.assert(property)
  })

  it('a truncated segment is refused', () => {
    const property = fc.property(streamFrame, frames, fc.nat(), (last, some, cut) => {
      const [whole, first] = [writeSegment([...some, last].map(encodeFrame)), writeSegment(some.map(encodeFrame))]
      const torn = whole.subarray(0, first.length + 1 + (cut % (whole.length - first.length - 1)))
      expect(readSegment(torn)).toBeNull()
    })
    fc.assert(property)
  })

  it('a segment has one encoding, and other bytes are refused', () => {
    const words = fc.oneof(fc.constantFrom(0, 0, 0, 1, 2, 17, 18), fc.nat(255))
    const property = fc.property(fc.array(words, { maxLength: 60 }), (numbers) => {
      const bytes = new Uint8Array(numbers)
      const read = readSegment(bytes)
      if (read) expect(writeSegment(read.map(encodeFrame))).toEqual(bytes)
    })
    fc.assert(property, { numRuns: 3000 })
  })
})
