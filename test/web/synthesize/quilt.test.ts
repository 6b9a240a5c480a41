import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Pixels, type QuiltOptions, type QuiltProgress, quilt } from '../../../web/features/synthesize/quilt.ts'

type Colour = (x: number, y: number) => [red: number, green: number, blue: number, alpha: number]

function picture(width: number, height: number, colourAt: Colour): Pixels {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < width * height; at++) data.set(colourAt(at % width, Math.floor(at / width)), 4 * at)
  return { width, height, data }
}

function quilted(sample: Pixels, options: Partial<QuiltOptions>): { texture: Pixels; steps: QuiltProgress[] } {
  const steps: QuiltProgress[] = []
  const running = quilt(sample, { width: 48, height: 48, patchSide: 16, seed: 1, ...options })
  for (;;) {
    const { done, value } = running.next()
    if (done) return { texture: value, steps }
    steps.push(value)
  }
}

const coloursOf = ({ data }: Pixels) => new Uint32Array(data.slice().buffer)

/** Waves in both directions, which no patch repeats exactly. */
const waves = picture(96, 80, (x, y) => {
  const wave = (period: number, at: number) => 127 + 127 * Math.sin((2 * Math.PI * at) / period)
  return [wave(17, x + y / 3), wave(23, y - x / 5), wave(31, x), 255]
})

/** Mean difference of the colours at pairs of neighbours. */
function meanStep({ width, data }: Pixels, pairs: [at: number, next: number][]): number {
  let sum = 0
  for (const [at, next] of pairs)
    for (let channel = 0; channel < 3; channel++) {
      const [own = 0, other = 0] = [data[4 * at + channel], data[4 * next + channel]]
      sum += Math.abs(own - other)
    }
  if (pairs.length === 0 || width === 0) throw new Error('no neighbours')
  return sum / pairs.length
}

describe('a texture made by quilting [1 §6]', () => {
  const sides = fc.integer({ min: 1, max: 40 })
  const cases = fc.record({
    sampleWidth: sides,
    sampleHeight: sides,
    width: fc.integer({ min: 1, max: 70 }),
    height: fc.integer({ min: 1, max: 70 }),
    patchSide: fc.integer({ min: 1, max: 50 }),
    seed: fc.integer(),
  })

  test('a texture has the requested size and only pixels of the sample, whatever the sizes', () => {
    fc.assert(
      fc.property(cases, ({ sampleWidth, sampleHeight, ...options }) => {
        const sample = picture(sampleWidth, sampleHeight, (x, y) => [x * 6, y * 6, (x * y) & 255, 255 - ((x + y) & 15)])
        const { texture } = quilted(sample, options)
        expect([texture.width, texture.height]).toEqual([options.width, options.height])
        const known = new Set(coloursOf(sample))
        expect(texture.data.length).toBe(4 * options.width * options.height)
        expect([...coloursOf(texture)].every((colour) => known.has(colour))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a texture is the same for the same seed, and different for another seed', () => {
    const { texture } = quilted(waves, { seed: 7 })
    expect(quilted(waves, { seed: 7 }).texture.data).toEqual(texture.data)
    expect(quilted(waves, { seed: 8 }).texture.data).not.toEqual(texture.data)
  })

  test('the texture of a sample of one colour has that colour, transparent or not', () => {
    for (const alpha of [0, 128, 255]) {
      const sample = picture(30, 20, () => [200, 100, 50, alpha])
      expect(new Set(coloursOf(quilted(sample, {}).texture))).toEqual(new Set(coloursOf(sample)))
    }
  })

  test('opposite edges of a texture fit as well as its inside', () => {
    const { texture } = quilted(waves, { width: 128, height: 128, patchSide: 32 })
    const { width, height } = texture
    const rows = Array.from({ length: height }, (_, y) => y * width)
    const columns = Array.from({ length: width }, (_, x) => x)
    const inside = meanStep(
      texture,
      rows.flatMap((row) => columns.slice(1).map((x): [number, number] => [row + x - 1, row + x])),
    )
    expect(
      meanStep(
        texture,
        rows.map((row) => [row + width - 1, row]),
      ),
    ).toBeLessThan(1.5 * inside)
    const insideDown = meanStep(
      texture,
      rows.slice(1).flatMap((row) => columns.map((x): [number, number] => [row - width + x, row + x])),
    )
    expect(
      meanStep(
        texture,
        columns.map((x) => [(height - 1) * width + x, x]),
      ),
    ).toBeLessThan(1.5 * insideDown)
  })

  test('a texture is not the sample itself', () => {
    const { texture } = quilted(waves, { width: waves.width, height: waves.height })
    expect(texture.data).not.toEqual(waves.data)
  })

  test('matches transparent parts whatever colour they hide', () => {
    const hidden = (x: number) => (x * 37) & 255
    const sample = picture(64, 64, (x) => (x % 16 < 8 ? [hidden(x), hidden(x + 3), 0, 0] : [20, 20, 20, 255]))
    const { texture } = quilted(sample, { patchSide: 24 })
    const opaque = Array.from({ length: 48 }, (_, x) => texture.data[4 * x + 3] === 255)
    const changes = opaque.filter((is, x) => is !== opaque[(x + 1) % 48]).length
    expect(changes).toBe(6)
  })

  test('quilting reports its progress with each painted row, until all are painted', () => {
    const { texture, steps } = quilted(waves, { height: 90 })
    expect(steps.map(({ done }) => done)).toEqual(steps.map((_, at) => at + 1))
    expect(steps.every(({ total }) => total === steps.length)).toBe(true)
    const painted = new Set(
      steps.flatMap(({ top, rows }) => Array.from({ length: rows.height }, (_, row) => top + row)),
    )
    expect(painted.size).toBe(texture.height)
    for (const { rows } of steps) expect(rows.data.length).toBe(4 * texture.width * rows.height)
  })
})
