import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planParts } from '../../../../../worker/features/export/parts.ts'
import { placeholderOf, zipBytes } from '../../../../../worker/features/export/zip-layout.ts'

const file = (id: number, bytes = 100, source = 'picture') => ({ id, name: `sketches/${id}.png`, bytes, source })
const limits = { bytesMax: 10_000, filesMax: 4 }

describe('the parts of an export', () => {
  it('a part has at most the given number of files', () => {
    const { parts } = planParts(
      [1, 2, 3, 4, 5, 6].map((id) => file(id)),
      limits,
    )
    expect(parts.map(({ firstId, lastId, files }) => [firstId, lastId, files])).toEqual([
      [1, 4, 4],
      [5, 6, 2],
    ])
  })

  it('recordings begin a part of their own', () => {
    const { parts } = planParts([file(1), file(2, 100, 'recording'), file(3, 100, 'recording')], limits)
    expect(parts.map(({ firstId, lastId }) => [firstId, lastId])).toEqual([
      [1, 1],
      [2, 3],
    ])
  })

  it('files that are placed in pages have the same parts as together', () => {
    const sizes = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 9000 }), isRecording: fc.boolean() }))
    fc.assert(
      fc.property(sizes, fc.nat(), (given, length) => {
        const files = given.map(({ bytes, isRecording }, index) =>
          file(index + 1, bytes, isRecording ? 'recording' : 'picture'),
        )
        const first = planParts(files.slice(0, length % (files.length + 1)), limits)
        expect(planParts(files.slice(length % (files.length + 1)), limits, first)).toEqual(planParts(files, limits))
      }),
    )
  })

  it('an export without files has no part', () => {
    expect(planParts([], limits).parts).toEqual([])
  })

  it('every file is in one part, and no zip exceeds its limit, whichever files are deleted later', () => {
    const sizes = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 9000 }), isDeleted: fc.boolean() }))
    fc.assert(
      fc.property(sizes, (given) => {
        const files = given.map(({ bytes }, index) => file(index + 1, bytes))
        const { parts } = planParts(files, limits)
        const zips = parts.map(({ firstId, lastId }) => files.slice(firstId - 1, lastId))
        expect(zips.flat()).toEqual(files)
        for (const zip of zips) {
          const sent = zip.map((one) =>
            given[one.id - 1]?.isDeleted ? placeholderOf({ name: one.name, modifiedAt: 0 }) : one,
          )
          expect(zipBytes(sent)).toBeLessThanOrEqual(limits.bytesMax)
        }
      }),
    )
  })
})
