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
      { numRuns: 3000 },
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

  it('a distance is zero to itself and symmetric', () => {
    fc.assert(
      fc.property(hash, hash, palette, palette, (h1, h2, p1, p2) => {
        expect(hashDistance(h1, h1)).toBe(0)
        expect(hashDistance(h1, h2)).toBe(hashDistance(h2, h1))
        expect(paletteDistance(p1, p1)).toBeCloseTo(0)
        expect(paletteDistance(p1, p2)).toBeCloseTo(paletteDistance(p2, p1))
        const [a, b] = [
          { colours: p1, perceptualHash: h1 },
          { colours: p2, perceptualHash: h2 },
        ]
        expect(dissimilarity(a, b)).toBeCloseTo(dissimilarity(b, a))
        expect(dissimilarity(a, a)).toBeCloseTo(0)
      }),
    )
  })

  it('a picture without colours is far from every other', () => {
    expect(paletteDistance([], ['#ff0000'])).toBe(1)
    expect(paletteDistance([], [])).toBe(0)
  })
})
