import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellOf,
  cellsNear,
  colourMismatch,
  dissimilarity,
  hashDistance,
  oklab,
  paletteDistance,
} from '../../../../../worker/domain/search/similarity.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => value.toString(16).padStart(16, '0'))
const palette = fc.array(hex, { minLength: 1, maxLength: 5 })

describe('colours in OKLab', () => {
  it('conversions match the published values', () => {
    const rounded = (text: string) => oklab(text).map((value) => Math.round(value * 1000) / 1000 + 0)
    expect(rounded('#000000')).toEqual([0, 0, 0])
    expect(rounded('#ffffff')).toEqual([1, 0, 0])
    expect(rounded('#ff0000')).toEqual([0.628, 0.225, 0.126])
    expect(rounded('#0000ff')).toEqual([0.452, -0.032, -0.312])
  })
})

describe('the cells of the colour index', () => {
  it('the cell of a colour is the first three bits of each channel', () => {
    expect([cellOf('#000000'), cellOf('#1f20ff'), cellOf('#ffffff')]).toEqual(['000', '017', '777'])
  })

  it('the searched cells contain every similar colour', () => {
    fc.assert(
      fc.property(hex, hex, (wanted, other) => {
        if (colourMismatch([wanted], [other]) !== null) expect(cellsNear(wanted)).toContain(cellOf(other))
      }),
      // Two colours at the very end of the distance, in the middle of an edge of a cell.
      { numRuns: 3000, examples: [['#5ce823', '#13f7a0']] },
    )
  })

  it('the searched cells are few', () => {
    const most = Math.max(...fc.sample(hex, 500).map((wanted) => cellsNear(wanted).length))
    expect(most).toBeLessThanOrEqual(160)
  })
})

describe('matches of colours', () => {
  it('every wanted colour must be present', () => {
    expect(colourMismatch(['#ff0000'], ['#fa0505'])).not.toBeNull()
    expect(colourMismatch(['#ff0000'], ['#00ff00'])).toBeNull()
    expect(colourMismatch(['#ff0000', '#00ff00'], ['#ff0000'])).toBeNull()
    expect(colourMismatch([], [])).toBe(0)
  })

  it('a more present colour matches better', () => {
    const first = colourMismatch(['#ff0000'], ['#ff0000', '#ffffff']) ?? 9
    const second = colourMismatch(['#ff0000'], ['#ffffff', '#ff0000']) ?? 0
    expect(first).toBeLessThan(second)
  })
})

describe('distances of pictures', () => {
  it('the distance of two hashes is the number of differing bits', () => {
    expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64)
    expect(hashDistance('0f00000000000000', '0e00000000000001')).toBe(2)
  })

  const picture = fc.record({ colours: palette, perceptualHash: hash })

  it('the distance of a picture to itself is zero', () => {
    fc.assert(
      fc.property(picture, (picture) => {
        expect(hashDistance(picture.perceptualHash, picture.perceptualHash)).toBe(0)
        expect(paletteDistance(picture.colours, picture.colours)).toBeCloseTo(0)
        expect(dissimilarity(picture, picture)).toBeCloseTo(0)
      }),
    )
  })

  it('a distance is the same in both directions', () => {
    fc.assert(
      fc.property(picture, picture, (a, b) => {
        expect(hashDistance(a.perceptualHash, b.perceptualHash)).toBe(hashDistance(b.perceptualHash, a.perceptualHash))
        expect(paletteDistance(a.colours, b.colours)).toBeCloseTo(paletteDistance(b.colours, a.colours))
        expect(dissimilarity(a, b)).toBeCloseTo(dissimilarity(b, a))
      }),
    )
  })

  it('a picture without colours is far from one with colours', () => {
    expect(paletteDistance([], ['#ff0000'])).toBe(1)
  })

  it('two pictures without colours have no distance', () => {
    expect(paletteDistance([], [])).toBe(0)
  })
})
