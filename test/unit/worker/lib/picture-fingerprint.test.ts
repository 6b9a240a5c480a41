import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fingerprintDistance,
  fingerprintOf,
  mirroredFingerprint,
  nearBands,
} from '../../../../worker/lib/picture-fingerprint.ts'
import { type Pixels, pixelsOf } from '../../../../worker/lib/pixels.ts'
import { drawingPng } from '../../../support/worker/drawings.ts'

const fingerprint = fc.string({ minLength: 30, maxLength: 30, unit: fc.constantFrom(...'0123456789abcdef') })
const seed = fc.integer({ min: 0, max: 1e6 })
const look = (number: number) => fingerprintOf(pixelsOf(drawingPng(number, { width: 100 })))

function plain(width: number, height: number, light: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.fill(light(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data }
}

function mirrorImage({ width, height, data }: Pixels): Pixels {
  const mirrored = new Uint8Array(data.length)
  for (let at = 0; at < width * height; at++) {
    const column = at % width
    mirrored.set(data.subarray(4 * at, 4 * at + 4), 4 * (at - column + width - 1 - column))
  }
  return { width, height, data: mirrored }
}

describe('the fingerprint of a picture', () => {
  it('the same picture has the same fingerprint', () => {
    for (const number of [1, 2, 3]) expect(look(number)).toBe(look(number))
  })

  it('the fingerprint of the mirror image is the mirrored fingerprint, except for frequencies near zero', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const drawing = pixelsOf(drawingPng(number, { width: 100 }))
        const [own, mirror] = [fingerprintOf(drawing) ?? '', fingerprintOf(mirrorImage(drawing)) ?? '']
        expect(fingerprintDistance(mirroredFingerprint(own), mirror)).toBeLessThanOrEqual(2)
      }),
      { numRuns: 20 },
    )
  })

  it('wider margins change little', () => {
    const { width, height, data } = pixelsOf(drawingPng(7, { width: 80 }))
    const wide = plain(100, 100, () => 255)
    for (let y = 0; y < height; y++)
      wide.data.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((y + 20) * 100 + 15) * 4)
    const own = fingerprintOf({ width, height, data }) ?? ''
    expect(fingerprintDistance(own, fingerprintOf(wide) ?? '')).toBeLessThanOrEqual(4)
  })

  it.each([
    ['white', plain(100, 100, () => 255)],
    ['of two areas', plain(100, 80, (x) => (x < 40 ? 20 : 220))],
    ['of four areas', plain(100, 70, (x, y) => (x < 50 ? 20 : 120) + (y < 35 ? 0 : 80))],
    ['small', pixelsOf(drawingPng(3, { width: 60 }))],
  ])('a picture that is %s has none', (_, pixels) => {
    expect(fingerprintOf(pixels)).toBeNull()
  })
})

describe('fingerprints', () => {
  it('mirroring twice gives the same one', () => {
    fc.assert(
      fc.property(fingerprint, (own) => {
        expect(mirroredFingerprint(mirroredFingerprint(own))).toBe(own)
      }),
    )
  })

  it('the distance is a metric', () => {
    fc.assert(
      fc.property(fingerprint, fingerprint, fingerprint, (a, b, c) => {
        expect(fingerprintDistance(a, a)).toBe(0)
        expect(fingerprintDistance(a, b)).toBe(fingerprintDistance(b, a))
        expect(fingerprintDistance(a, c)).toBeLessThanOrEqual(fingerprintDistance(a, b) + fingerprintDistance(b, c))
      }),
    )
  })

  it('fingerprints that differ in up to eleven bits share a band except for one bit', () => {
    const flips = fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 11 })
    fc.assert(
      fc.property(fingerprint, flips, (own, bits) => {
        const value = bits.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), BigInt(`0x${own}`))
        const other = value.toString(16).padStart(30, '0')
        const shares = nearBands(own).some((near, band) => near.includes(other.slice(5 * band, 5 * band + 5)))
        expect(shares).toBe(true)
      }),
    )
  })
})
