import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MixInput, mixRecommendations } from '../../../../../worker/features/galleries/recommendation-mix.ts'

const nobody = { sharedHearts: new Map<number, number>(), heartedSketches: new Map<number, number[]>() }
const mix = (input: Partial<MixInput>) =>
  mixRecommendations({ taste: nobody, trending: [], littleSeen: [], isUnseen: () => true, countMax: 10, ...input })

describe('the mix of recommendations', () => {
  it('sketches hearted by members with more shared hearts come first', () => {
    const taste = {
      sharedHearts: new Map([
        [1, 5],
        [2, 1],
      ]),
      heartedSketches: new Map([
        [1, [101, 102]],
        [2, [201, 202]],
      ]),
    }
    expect(mix({ taste })).toEqual([102, 101, 202, 201])
  })

  it('sketches hearted by several such members come before those of one', () => {
    const taste = {
      sharedHearts: new Map([
        [1, 2],
        [2, 2],
      ]),
      heartedSketches: new Map([
        [1, [10, 20]],
        [2, [20, 30]],
      ]),
    }
    expect(mix({ taste })[0]).toBe(20)
  })

  it('a member without a history gets trending sketches and newcomers', () => {
    expect(mix({ trending: [1, 2, 3, 4, 5, 6], littleSeen: [91, 92] })).toEqual([1, 2, 3, 4, 91, 5, 6, 92])
  })

  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
  const input = fc.record({ trending: ids, littleSeen: ids, seen: ids, countMax: fc.integer({ min: 0, max: 50 }) })

  /** Any input, with the sketches that are chosen from it. */
  const choice = input.map(({ seen, ...given }) => {
    const isUnseen = (id: number) => !seen.includes(id)
    return { ...given, isUnseen, chosen: mix({ ...given, isUnseen }) }
  })

  it('the mix has no duplicates', () => {
    fc.assert(
      fc.property(choice, ({ chosen }) => {
        expect(new Set(chosen).size).toBe(chosen.length)
      }),
    )
  })

  it('the mix has no sketch that the member has seen', () => {
    fc.assert(
      fc.property(choice, ({ chosen, isUnseen }) => {
        expect(chosen.every(isUnseen)).toBe(true)
      }),
    )
  })

  it('the mix has as many unseen sketches as the limit allows', () => {
    fc.assert(
      fc.property(choice, ({ chosen, trending, littleSeen, countMax, isUnseen }) => {
        const unseen = new Set([...trending, ...littleSeen].filter(isUnseen))
        expect(chosen.length).toBe(Math.min(countMax, unseen.size))
      }),
    )
  })

  it('every fifth place is for artists with few views, as long as there are any', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (fresh) => {
        const littleSeen = Array.from({ length: fresh }, (_, index) => 1000 + index)
        const trending = Array.from({ length: 100 }, (_, index) => index)
        const chosen = mix({ trending, littleSeen, countMax: 50 })
        const places = chosen.flatMap((id, index) => (id >= 1000 ? [index] : []))
        expect(places).toEqual(littleSeen.slice(0, 10).map((_, index) => index * 5 + 4))
      }),
    )
  })
})
