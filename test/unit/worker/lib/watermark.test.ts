import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { WATERMARK, watermarkLine } from '../../../../contract/watermark.ts'
import { type Pixels, pixelsOf } from '../../../../worker/lib/pixels.ts'
import {
  composeWatermark,
  isWatermark,
  watermarkedHeightMax,
  watermarkWidth,
} from '../../../../worker/lib/watermark.ts'

const pngOf = ({ width, height, data }: Pixels) =>
  new Uint8Array(encode({ width, height, channels: 4, depth: 8, data }))
const filled = (width: number, height: number, colour: number[]): Pixels => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 4 }, (_, at) => colour[at % 4] ?? 0),
})
const pixelAt = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4).subarray(0, 4),
]

const byte = fc.integer({ min: 0, max: 255 })
const colour = fc.tuple(byte, byte, byte, byte)
const picture = fc
  .record({ width: fc.integer({ min: 1, max: 30 }), height: fc.integer({ min: 1, max: 30 }), colour })
  .map(({ width, height, colour }) => filled(width, height, colour))

describe('watermarks [1 §5]', () => {
  it('the text names the artist and the year [2 §2]', () => {
    expect(watermarkLine('Noor', 2026)).toBe('Copyright (c) 2026 Noor')
  })

  const drawn = pixelsOf(
    composeWatermark(pngOf(filled(200, 100, [255, 255, 255, 255])), pngOf(filled(20, 5, [0, 0, 0, 128]))),
  )

  it('the watermark covers only the lower right', () => {
    const dark = Array.from({ length: 200 * 100 }, (_, at) => [at % 200, Math.floor(at / 200)] as const).filter(
      ([x, y]) => (pixelAt(drawn, x, y)[0] ?? 255) < 255,
    )
    expect([dark[0], dark.at(-1), dark.length]).toEqual([[178, 93], [197, 97], 100])
  })

  it('a translucent watermark is blended with the picture', () => {
    expect(pixelAt(drawn, 180, 95)).toEqual([127, 127, 127, 255])
  })

  it('a transparent watermark changes nothing', () => {
    fc.assert(
      fc.property(picture, fc.tuple(byte, byte, byte), (below, [red, green, blue]) => {
        const above = filled(below.width, below.height, [red, green, blue, 0])
        expect(pixelsOf(composeWatermark(pngOf(below), pngOf(above)))).toEqual(below)
      }),
    )
  })

  it('an opaque watermark hides what is below', () => {
    fc.assert(
      fc.property(picture, fc.tuple(byte, byte, byte), (below, [red, green, blue]) => {
        const above = filled(below.width, below.height, [red, green, blue, 255])
        expect(pixelsOf(composeWatermark(pngOf(below), pngOf(above)))).toEqual(above)
      }),
    )
  })

  it('a watermark larger than the picture is clipped', () => {
    fc.assert(
      fc.property(picture, picture, (below, above) => {
        const drawn = pixelsOf(composeWatermark(pngOf(below), pngOf(above)))
        expect([drawn.width, drawn.height]).toEqual([below.width, below.height])
      }),
    )
  })

  it('the width of the watermark grows with the picture', () => {
    expect([300, 1024, 2048].map(watermarkWidth)).toEqual([180, 614, 720])
  })

  it('a small picture has no watermark', () => {
    expect([25, 299].map(watermarkWidth)).toEqual([0, 0])
  })

  it('a picture that is too large for an isolate has no watermark', () => {
    for (const width of [200, 1024, 2048])
      expect(width * watermarkedHeightMax(width) * 4).toBeLessThanOrEqual(10_000_000)
  })
})

/** The PNG with one more chunk after its header. */
function withChunk(png: Uint8Array, type: string, data: Uint8Array): Uint8Array {
  const header = 33
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return new Uint8Array(Buffer.concat([png.subarray(0, header), length, body, sum, png.subarray(header)]))
}

/** A colour profile: a name, a compression method and a compressed profile. */
const colourProfile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(1_000_000))])

/** The PNG with other compressed pixels. */
function withPixels(png: Uint8Array, pixels: Uint8Array): Uint8Array {
  const [header, end] = [png.subarray(0, 33), png.subarray(png.length - 12)]
  return withChunk(new Uint8Array(Buffer.concat([header, end])), 'IDAT', pixels)
}

/** A watermark of a colour for each of `colours`, of which the first is half transparent, with its lists repeated. */
function indexed(colours: number, lists: readonly string[] = ['PLTE', 'tRNS']): Uint8Array {
  const { width, height } = WATERMARK
  const [row, data] = [Buffer.alloc(width + 1), { PLTE: Buffer.alloc(3 * colours, 90), tRNS: Buffer.from([128]) }]
  const png = withPixels(
    pngOf(filled(width, height, [0, 0, 0, 0])),
    deflateSync(Buffer.concat(Array(height).fill(row))),
  )
  const header = Buffer.from(png.subarray(0, 33))
  header[25] = 3
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
  const plain = new Uint8Array(Buffer.concat([header, png.subarray(33)]))
  return lists.toReversed().reduce((made, type) => withChunk(made, type, data[type as keyof typeof data]), plain)
}

/** The header of a PNG of 30,000,000 × 1 pixels. */
const hugeHeader = Buffer.from([...[0x01, 0xc9, 0xc3, 0x80, 0, 0, 0, 1], 8, 6, 0, 0, 0])

/** The PNG with a header after a chunk that has the size of a watermark where the header would have it. */
function withFirstChunk(png: Uint8Array, header: Uint8Array): Uint8Array {
  const renamed = Buffer.from(png)
  renamed.write('tEXt', 12)
  renamed.writeUInt32BE(crc32(renamed.subarray(12, 29)), 29)
  return withChunk(renamed, 'IHDR', header)
}

/** Rows of opaque pixels, and 37 MB more, which compress to less than the file's limit. */
const tooManyPixels = deflateSync(
  Buffer.concat([
    ...Array.from({ length: WATERMARK.height }, () => Buffer.from([0, ...Array(WATERMARK.width * 4).fill(255)])),
    Buffer.alloc(37_000_000),
  ]),
  { level: 9 },
)

describe('files that are watermarks', () => {
  const { width, height } = WATERMARK
  const line = filled(width, height, [255, 255, 255, 0])
  line.data[3] = 200

  it('a PNG of the right size with a visible pixel is a watermark', () => {
    expect(isWatermark(pngOf(line))).toBe(true)
  })

  it('a PNG with a list of up to 256 colours is a watermark', () => {
    expect([isWatermark(indexed(2)), isWatermark(indexed(256))]).toEqual([true, true])
  })

  it.each([
    ['a PNG with more colours than a pixel can name', indexed(257)],
    ['a PNG with two lists of colours', indexed(2, ['PLTE', 'PLTE', 'tRNS'])],
    ['a PNG with two lists of transparencies, of which the decoder appends each', indexed(2, ['PLTE', 'tRNS', 'tRNS'])],
    ['a transparent PNG', pngOf(filled(width, height, [255, 255, 255, 0]))],
    ['a PNG of another size', pngOf(filled(width, height + 1, [255, 255, 255, 255]))],
    ['a truncated PNG', pngOf(line).subarray(0, 60)],
    [
      'a PNG with a compressed colour profile, which may inflate to any size,',
      withChunk(pngOf(line), 'iCCP', colourProfile),
    ],
    ['a PNG whose pixels inflate to more than its size has', withPixels(pngOf(line), tooManyPixels)],
    ['a PNG with a second header of another size', withChunk(pngOf(line), 'IHDR', hugeHeader)],
    ['a PNG whose header follows another chunk with the right size', withFirstChunk(pngOf(line), hugeHeader)],
  ])('%s is no watermark', (_name, file) => {
    expect(isWatermark(file)).toBe(false)
  })

  it('arbitrary bytes are no watermark', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => !isWatermark(bytes)))
  })
})
