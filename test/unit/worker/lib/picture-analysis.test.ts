import fc from 'fast-check'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { analyse, differenceHash, dominantColours } from '../../../../worker/lib/picture-analysis.ts'
import type { Pixels } from '../../../../worker/lib/pixels.ts'
import { pictures } from '../../../support/worker/pictures.ts'

type Rgba = [number, number, number, number]

function paint(width: number, height: number, colour: (x: number, y: number) => Rgba): Pixels {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 4)
  return { width, height, data }
}

/** Paints a soft drawing that looks the same at every size. */
const drawing = (width: number, height: number, phase = 0) =>
  paint(width, height, (x, y) => {
    const [across, down] = [(x + 0.5) / width, (y + 0.5) / height]
    const light = 128 + 100 * Math.sin(5 * across + phase) * Math.cos(7 * down + phase)
    return [light, light, light, 255]
  })

const bits = (hash: string) => BigInt(`0x${hash}`)
function differing(a: string, b: string): number {
  return (bits(a) ^ bits(b)).toString(2).replaceAll('0', '').length
}

describe('the dominant colours of a picture', () => {
  it('the most present colours are listed, most present first', () => {
    const half = paint(
      20,
      20,
      (x, y): Rgba => (x < 12 ? [220, 30, 30, 255] : y < 15 ? [30, 60, 220, 255] : [0, 0, 0, 255]),
    )
    expect(dominantColours(half)).toEqual(['#dc1e1e', '#1e3cdc', '#000000'])
  })

  it('transparent pixels do not count', () => {
    expect(dominantColours(paint(10, 10, (x): Rgba => [255, 0, 0, x < 9 ? 0 : 255]))).toEqual(['#ff0000'])
    expect(dominantColours(paint(10, 10, () => [255, 0, 0, 0]))).toEqual([])
  })

  /** The colours of any pixels. */
  const anyColours = fc
    .uint8Array({ minLength: 400, maxLength: 400 })
    .map((data) => dominantColours({ width: 10, height: 10, data }))

  it('there are at most five colours', () => {
    fc.assert(
      fc.property(anyColours, (colours) => {
        expect(colours.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  it('a colour has six hexadecimal digits', () => {
    fc.assert(
      fc.property(anyColours, (colours) => {
        for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
      }),
    )
  })

  it('the colours differ clearly', () => {
    fc.assert(
      fc.property(anyColours, (colours) => {
        const rgbValues = colours.map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)))
        for (const [index, rgb] of rgbValues.entries()) {
          for (const other of rgbValues.slice(index + 1)) {
            expect(Math.hypot(...rgb.map((value, channel) => value - (other[channel] ?? 0)))).toBeGreaterThan(40)
          }
        }
      }),
    )
  })
})

describe('the perceptual hash of a picture', () => {
  it('the hash has 16 hexadecimal digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(255),
        (width, height, light) => {
          const hash = differenceHash(paint(width, height, (x) => [light, (x * 40) % 256, light, 255]))
          expect(hash).toMatch(/^[0-9a-f]{16}$/)
        },
      ),
    )
  })

  it('the hash is similar at another size', () => {
    const shapes = fc.tuple(fc.integer({ min: 50, max: 100 }), fc.integer({ min: 50, max: 100 }))
    fc.assert(
      fc.property(shapes, fc.double({ min: 0, max: 6, noNaN: true }), ([width, height], phase) => {
        const [original, resized] = [drawing(100, 80, phase), drawing(width, height, phase)]
        expect(differing(differenceHash(original), differenceHash(resized))).toBeLessThanOrEqual(10)
      }),
    )
  })

  it('the hash is similar when the picture is slightly brighter', () => {
    const brighter = drawing(60, 60)
    const shifted = { ...brighter, data: brighter.data.map((value, at) => (at % 4 === 3 ? value : value + 10)) }
    expect(differing(differenceHash(drawing(60, 60)), differenceHash(shifted))).toBeLessThanOrEqual(2)
  })

  it('the bits of the hash are set where the light increases', () => {
    const rising = paint(60, 60, (x): Rgba => [x * 4, x * 4, x * 4, 255])
    const falling = paint(60, 60, (x): Rgba => [240 - x * 4, 240 - x * 4, 240 - x * 4, 255])
    expect([differenceHash(rising), differenceHash(falling)]).toEqual(['f'.repeat(16), '0'.repeat(16)])
  })

  it('the hash differs for another picture', () => {
    expect(differing(differenceHash(drawing(60, 60)), differenceHash(drawing(60, 60, 2)))).toBeGreaterThan(12)
  })
})

describe('the analysis of a PNG', () => {
  const { width, height, data } = paint(
    40,
    30,
    (x, y): Rgba => (x < 20 ? [200, 200, 200, 255] : y < 15 ? [40, 40, 40, 255] : [90, 90, 90, 255]),
  )
  const pixels = Array.from({ length: width * height }, (_, index) => [...data.subarray(index * 4, index * 4 + 4)])
  const channelsOf = (keep: (pixel: number[]) => number[]) => Uint8Array.from(pixels.flatMap(keep))
  const colour = analyse(encode({ width, height, data, channels: 4 }))

  it.each([
    ['without transparency', { channels: 3, data: channelsOf((pixel) => pixel.slice(0, 3)) }],
    ['in grey', { channels: 1, data: channelsOf((pixel) => pixel.slice(0, 1)) }],
    ['in grey with transparency', { channels: 2, data: channelsOf(([grey = 0, , , alpha = 0]) => [grey, alpha]) }],
    ['in 16 bits', { channels: 4, depth: 16 as const, data: Uint16Array.from(data, (value) => value * 257) }],
  ])('the result is the same %s', (_form, form) => {
    expect(analyse(encode({ width, height, ...form }))).toEqual(colour)
  })

  it('the result of a small picture has a thumbhash, colours, a perceptual hash, neither fingerprints nor a mat', () => {
    expect(colour).toEqual({
      thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{8,}=*$/),
      colours: '["#c8c8c8","#282828","#5a5a5a"]',
      perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      fingerprint: null,
      matFingerprints: null,
      mat: null,
    })
  })

  it('the colours of a PNG are those in its file', () => {
    expect(JSON.parse(analyse(pictures.png).colours).sort()).toEqual(['#1e3cdc', '#1ec83c', '#dc1e1e', '#f0dc28'])
  })

  const matOf = (alpha: (x: number) => number) =>
    analyse(encode({ ...paint(8, 8, (x) => [10, 20, 30, alpha(x)]), channels: 4 })).mat

  it('a picture with transparent parts lies on white', () => {
    expect(matOf((x) => (x === 0 ? 249 : 255))).toBe('white')
  })

  it('an almost opaque picture has no mat', () => {
    expect(matOf(() => 250)).toBeNull()
  })
})
