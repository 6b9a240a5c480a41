import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPicture } from '../../../../durable-objects/stream/picture-header.ts'
import { BROWSER_PICTURES, vp8Picture } from '../../../support/stream/pictures.ts'

type Bytes = Uint8Array<ArrayBuffer>

const codings = {
  vp8: { codec: 'vp8', width: 640, height: 480 },
  vp9: { codec: 'vp09.00.50.08', width: 640, height: 480 },
  h264: { codec: 'avc1.42E033', width: 640, height: 480 },
}

const join = (...parts: readonly Iterable<number>[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]))

const binary = (value: number, bits: number) => value.toString(2).padStart(bits, '0')

/** Bytes of bits, which may be separated by spaces. */
function bytesOf(...bits: readonly string[]): number[] {
  const all = bits.join('').replaceAll(' ', '')
  return (all.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

describe('pictures of browsers', () => {
  it.each(BROWSER_PICTURES)('$name is accepted', ({ codec, key, next }) => {
    const coding = { codec, width: 64, height: 48 }
    expect([isPicture(key, true, coding), isPicture(next, false, coding)]).toEqual([true, true])
  })

  it.each(BROWSER_PICTURES)('$name that is larger than declared is refused', ({ codec, key }) => {
    expect(isPicture(key, true, { codec, width: 32, height: 48 })).toBe(false)
    expect(isPicture(key, true, { codec, width: 64, height: 16 })).toBe(false)
  })

  it('any bytes are refused or accepted, without an error', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(
          ...BROWSER_PICTURES.flatMap(({ codec, key, next }) => [key, next].map((data) => ({ codec, data }))),
        ),
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 9 }),
        fc.nat(60),
      )
      .map(([{ codec, data }, changes, length]) => {
        const copy = data.slice(0, length === 0 ? data.length : length)
        for (const [at, byte] of changes) copy[at % copy.length] = byte
        return { codec, data: copy }
      })
    const random = fc.record({
      codec: fc.constantFrom('vp8', 'vp09.00.50.08', 'avc1.42E033'),
      data: fc.uint8Array({ maxLength: 80 }).map((data) => new Uint8Array(data)),
    })
    fc.assert(
      fc.property(fc.oneof(mutated, random), fc.boolean(), ({ codec, data }, isKey) => {
        return typeof isPicture(data, isKey, { codec, width: 640, height: 480 }) === 'boolean'
      }),
      { numRuns: 3000 },
    )
  })
})

describe('VP8', () => {
  const isVp8 = (data: Bytes, isKey = true) => isPicture(data, isKey, codings.vp8)

  it('a picture as large as declared is accepted', () => {
    expect(isVp8(vp8Picture({ isKey: true, width: 640, height: 480 }))).toBe(true)
  })

  it.each([
    ['wider', 641, 480],
    ['higher', 640, 481],
    ['as large as VP8 can be', 16_383, 16_383],
  ])('a picture that is %s is refused', (_, width, height) => {
    expect(isVp8(vp8Picture({ isKey: true, width, height }))).toBe(false)
  })

  it('sides may be aligned to 16 pixels', () => {
    const accepts = (width: number, height: number) =>
      isPicture(vp8Picture({ isKey: true, width, height }), true, { codec: 'vp8', width: 1910, height: 1080 })
    expect([accepts(1920, 1088), accepts(1921, 1088), accepts(1920, 1089)]).toEqual([true, false, false])
  })

  it.each([[true], [false]])('a picture that is not shown is refused: key frame %s', (isKey) => {
    const picture = vp8Picture({ isKey })
    expect(isVp8(picture, isKey)).toBe(true)
    expect(isVp8(picture.with(0, (picture[0] ?? 0) & ~0x10), isKey)).toBe(false)
  })

  it('a key frame that is declared as another picture is refused, and the other way round', () => {
    expect(isVp8(vp8Picture({ isKey: true }), false)).toBe(false)
    expect(isVp8(vp8Picture({ isKey: false }), true)).toBe(false)
  })

  it('a key frame without its start code is refused', () => {
    expect(isVp8(vp8Picture({ isKey: true }).with(3, 0))).toBe(false)
  })

  it('a truncated header is refused', () => {
    expect(isVp8(vp8Picture({ isKey: true }).slice(0, 9))).toBe(false)
    expect(isVp8(vp8Picture().slice(0, 2), false)).toBe(false)
  })
})

describe('VP9', () => {
  const isVp9 = (data: Iterable<number>, isKey: boolean) => isPicture(join(data), isKey, codings.vp9)
  const sizeOf = (width: number, height: number) => binary(width - 1, 16) + binary(height - 1, 16)
  const rest = [1, 2, 3]
  /** Marker, profile, no earlier picture, kind, shown, not resilient to errors. */
  const firstBits = { key: '10 00 0 0 1 0', other: '10 00 0 1 1 0' }
  const keyOf = (width: number, height: number, first = firstBits.key, colours = '001 0') =>
    join(bytesOf(first, binary(0x498342, 24), colours, sizeOf(width, height)), rest)
  /** The bits after the first ones: the references, then which of them have the size. */
  const otherOf = (found: string, first = firstBits.other) =>
    join(bytesOf(first, '00', '00000001', '000 0 001 0 010 0', found), rest)

  it('a key frame as large as declared is accepted, and a larger one refused', () => {
    expect(isVp9(keyOf(640, 480), true)).toBe(true)
    expect(isVp9(keyOf(641, 480), true)).toBe(false)
    expect(isVp9(keyOf(640, 481), true)).toBe(false)
    expect(isVp9(keyOf(65_536, 65_536), true)).toBe(false)
  })

  it('sides may be aligned to 16 pixels', () => {
    const accepts = (width: number, height: number) =>
      isPicture(keyOf(width, height), true, { ...codings.vp9, width: 1910, height: 1080 })
    expect([accepts(1920, 1088), accepts(1921, 1088), accepts(1920, 1089)]).toEqual([true, false, false])
  })

  it('a picture with the size of an earlier one is accepted', () => {
    for (const found of ['1', '01', '001']) expect(isVp9(otherOf(found), false)).toBe(true)
  })

  it('a picture with a size of its own is accepted up to the declared one', () => {
    expect(isVp9(otherOf(`000${sizeOf(320, 240)}`), false)).toBe(true)
    expect(isVp9(otherOf(`000${sizeOf(641, 480)}`), false)).toBe(false)
  })

  it('a picture that is resilient to errors has no bits for its context', () => {
    const otherWith = (size: string) =>
      join(bytesOf('10 00 0 1 1 1', '00000001', '000 0 001 0 010 0', '000', size), rest)
    expect(isVp9(otherWith(sizeOf(640, 480)), false)).toBe(true)
    expect(isVp9(otherWith(sizeOf(641, 480)), false)).toBe(false)
  })

  it.each([
    ['a picture that is not shown', '10 00 0 0 0 0'],
    ['an earlier picture', '10 00 1 0 1 0'],
    ['another profile', '10 10 0 0 1 0'],
    ['another marker', '11 00 0 0 1 0'],
  ])('%s is refused', (_, first) => {
    expect(isVp9(keyOf(640, 480, first), true)).toBe(false)
  })

  it('a key frame in RGB is refused, because its size has another place', () => {
    expect(isVp9(keyOf(64, 48, firstBits.key, '111 0'), true)).toBe(false)
  })

  it('a key frame without its start code is refused', () => {
    expect(isVp9(keyOf(64, 48).with(1, 0), true)).toBe(false)
  })

  it('a key frame that is declared as another picture is refused, and the other way round', () => {
    expect(isVp9(keyOf(64, 48), false)).toBe(false)
    expect(isVp9(otherOf('1'), true)).toBe(false)
  })

  it('a truncated header is refused', () => {
    expect(isVp9(keyOf(64, 48).slice(0, 8), true)).toBe(false)
    expect(isVp9(otherOf('1').slice(0, 3), false)).toBe(false)
  })

  it('several pictures in one are refused', () => {
    const [hidden, shown] = [keyOf(64, 48, '10 00 0 0 0 0'), keyOf(64, 48)]
    const [one, two] = [0xc1, 0xc9]
    expect(isVp9(join(shown, hidden, [one, shown.length, hidden.length, one]), true)).toBe(false)
    expect(isVp9(join(shown, hidden, [two, shown.length, 0, hidden.length, 0, two]), true)).toBe(false)
    expect(isVp9(join(shown, [one, 0, 0, 0, 0, one]), true)).toBe(true)
  })
})

describe('H.264', () => {
  const isH264 = (data: Iterable<number>) => isPicture(join(data), true, codings.h264)
  /** An Exp-Golomb code. */
  const code = (value: number) => {
    const bits = (value + 1).toString(2)
    return '0'.repeat(bits.length - 1) + bits
  }
  const start = [0, 0, 0, 1]
  const slice = (macroblock: number, type = 5) => join(start, [0x60 | type], bytesOf(code(macroblock), '1'), [9, 9])
  type Fields = {
    profile?: number
    level?: number
    order?: string
    references?: number
    columns?: number
    rows?: number
    inFrames?: boolean
  }
  const contentOf = ({
    profile = 66,
    level = 51,
    order = code(0) + code(2),
    references = 1,
    columns = 40,
    rows = 30,
    inFrames = true,
  }: Fields) =>
    bytesOf(
      ...[binary(profile, 8), binary(0xc0, 8), binary(level, 8), code(0), code(0), order, code(references), '0'],
      ...[code(columns - 1), code(rows - 1), inFrames ? '1' : '0', '1000 1', '1'.repeat(16)],
    )
  const parameters = (fields: Fields = {}) => join(start, [0x67], contentOf(fields))
  const isAccepted = (fields: Fields) => isH264(join(parameters(fields), slice(0)))

  it('a picture as large as declared is accepted, with a macroblock more for the alignment', () => {
    expect([isAccepted({}), isAccepted({ columns: 41, rows: 31 })]).toEqual([true, true])
  })

  it.each([
    ['wider', { columns: 42 }],
    ['higher', { rows: 32 }],
    ['twice as high in fields', { inFrames: false }],
    ['as large as H.264 can be', { columns: 1024, rows: 1024 }],
  ])('a picture that is %s before cropping is refused', (_, fields) => {
    expect(isAccepted(fields)).toBe(false)
  })

  it('fields of half the height are accepted', () => {
    expect(isAccepted({ rows: 15, inFrames: false })).toBe(true)
  })

  it.each([
    ['more references than 16', { references: 17 }],
    ['a list of orders', { order: code(1) }],
    ['an unknown profile', { profile: 100 }],
    ['a level above 5.1', { level: 52 }],
    ['a number that is too long', { order: '0'.repeat(32) }],
  ])('a set of parameters with %s is refused', (_, fields) => {
    expect(isAccepted(fields)).toBe(false)
  })

  it('the earlier pictures that a decoder keeps are limited by their size', () => {
    const of4K = { codec: 'avc1.42E033', width: 4096, height: 2304 }
    const accepts = (references: number) =>
      isPicture(join(parameters({ columns: 256, rows: 144, references }), slice(0)), true, of4K)
    expect([accepts(5), accepts(6)]).toEqual([true, false])
  })

  it('a picture has the macroblocks of level 5.1 at most, whatever was declared', () => {
    const accepts = (rows: number) =>
      isPicture(join(parameters({ columns: 256, rows }), slice(0)), true, {
        ...codings.h264,
        width: 4096,
        height: 4096,
      })
    expect([accepts(144), accepts(145)]).toEqual([true, false])
  })

  it('a truncated set of parameters is refused', () => {
    expect(isH264(join(start, [0x67], contentOf({}).slice(0, 5), slice(0)))).toBe(false)
  })

  it('a set of parameters is found behind other units and behind the pixels', () => {
    const large = parameters({ columns: 1024 })
    expect(isH264(join(parameters(), start, [0x68, 1], large, slice(0)))).toBe(false)
    expect(isH264(join(slice(0), new Array(100_000).fill(0x77), large.slice(1)))).toBe(false)
    expect(isH264(join(slice(0, 1), [0], large))).toBe(false)
  })

  it('bytes that prevent start codes are not part of a size', () => {
    const withEscape = (fields: Fields) => join(start, [0x67, 66, 0, 0, 3], contentOf(fields).slice(3), slice(0))
    expect(isH264(withEscape({}))).toBe(true)
    expect(isH264(withEscape({ columns: 1024 }))).toBe(false)
  })

  it('more than 32 sets of parameters are refused', () => {
    const times = (count: number) => join(...new Array<Bytes>(count).fill(parameters()), slice(0))
    expect([isH264(times(32)), isH264(times(33))]).toEqual([true, false])
  })

  it('slices of one picture are accepted, and a second picture is refused', () => {
    expect(isH264(join(slice(0), slice(400), slice(800)))).toBe(true)
    expect(isH264(join(slice(0), slice(0)))).toBe(false)
    expect(isH264(join(slice(0), slice(400), slice(0, 1)))).toBe(false)
    expect(isH264(join(slice(0), slice(400), slice(400)))).toBe(false)
    expect(isH264(slice(1))).toBe(false)
  })

  it('more than 68 slices are refused', () => {
    const times = (count: number) => join(...Array.from({ length: count }, (_, at) => slice(at)))
    expect([isH264(times(68)), isH264(times(69))]).toEqual([true, false])
  })

  it('a packet without a picture is refused', () => {
    expect(isH264(parameters())).toBe(false)
  })

  it('a packet in the form of MP4 files is refused', () => {
    const unit = contentOf({ columns: 1024 })
    expect(isH264(join([0, 0, 0, unit.length + 1, 0x67], unit, slice(0)))).toBe(false)
  })
})
