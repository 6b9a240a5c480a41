import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../../../contract/bytes.ts'
import { readSketchFile } from '../../../../../worker/features/sketch-files/read-sketch-file.ts'
import { AppError } from '../../../../../worker/lib/app-error.ts'
import { exifSegment, segment } from '../../../../support/worker/exif.ts'

const latin = (text: string) => strToU8(text, true)
const manifest = strToU8(JSON.stringify({ format: 'croquis', version: 1 }))
const jpegStart = Uint8Array.of(0xff, 0xd8)
const noise = (bytes: number) => {
  const all = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(all.subarray(at, at + 65_536))
  return all
}
/** The Exif of a segment, without the segment around it. */
const tiffOf = (exif: Uint8Array) => exif.slice(10)

/** Reads a sketch file. Returns the code and field of its refusal, or null. Counts the reads. */
async function refusal(files: Zippable, level: 0 | 6 = 0): Promise<unknown> {
  const zip = zipSync({ 'manifest.json': manifest, ...files }, { level })
  let reads = 0
  try {
    await readSketchFile(async (offset, length) => {
      expect(++reads).toBeLessThanOrEqual(50)
      return zip.slice(offset, offset + length)
    }, zip.length)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, error.field]
  }
}

/** Exif with one text. */
function exifWith(tag: number, text: string): Uint8Array {
  const bytes = new Uint8Array(26 + text.length)
  const view = new DataView(bytes.buffer)
  bytes.set(latin('MM\0*\0\0\0\x08\0\x01'))
  view.setUint16(10, tag)
  view.setUint16(12, 2)
  view.setUint32(14, text.length)
  view.setUint32(18, 26)
  bytes.set(latin(text), 26)
  return bytes
}

/** Exif whose names of persons and devices are `bytes` long and begin 2 KB after it. */
function exifWithNames(tags: readonly number[], bytes: number): Uint8Array {
  const exif = new Uint8Array(90)
  const view = new DataView(exif.buffer)
  exif.set(latin('MM\0*\0\0\0\x08'))
  const directory = (at: number, fields: readonly (readonly [tag: number, value: number])[]) => {
    view.setUint16(at, fields.length)
    fields.forEach(([tag, value], index) => {
      view.setUint16(at + 2 + 12 * index, tag)
      view.setUint32(at + 6 + 12 * index, bytes)
      view.setUint32(at + 10 + 12 * index, value)
    })
  }
  const [artist = 0, ...devices] = tags
  directory(8, [
    [artist, 2000],
    [0x8769, 40],
  ])
  directory(
    40,
    devices.map((tag) => [tag, 2000]),
  )
  return exif
}

const pngChunk = (type: string, content: Uint8Array) =>
  concatBytes(latin('\x89PNG\r\n\x1a\n\0\0\0\x20'), latin(type), content, noise(40))

describe('metadata of pictures in a sketch file', () => {
  it.each([
    ['a position in the Exif of a JPEG', concatBytes(jpegStart, exifSegment({ orientation: 1 }))],
    ['a position in little-endian Exif', concatBytes(jpegStart, exifSegment({ orientation: 1, littleEndian: true }))],
    ['a position in the Exif of a PNG', pngChunk('eXIf', tiffOf(exifSegment({ orientation: 1 })))],
    ['the name of an artist in Exif', pngChunk('eXIf', exifWith(0x013b, 'Ines Karlsen'))],
    ['a position in XMP', pngChunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude="50,4.53N"/>'))],
    ['a person in XMP', pngChunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0<dc:creator>Ines</dc:creator>'))],
    ['compressed XMP', pngChunk('iTXt', latin('XML:com.adobe.xmp\0\x01\0\0\0xx'))],
    ['compressed Exif', pngChunk('zTXt', latin('Raw profile type exif\0\0xx'))],
    ['an author', pngChunk('tEXt', latin('Author\0Ines Karlsen'))],
    [
      'a city in IPTC',
      concatBytes(jpegStart, segment(0xed, latin('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08\x1c\x02\x5a\0\x03Ulm'))),
    ],
  ])('a sketch file is refused with %s, and the picture is named', async (_name, picture) => {
    for (const level of [0, 6] as const) {
      expect(await refusal({ 'data/0.png': noise(90), 'data/photo.png': picture }, level)).toEqual([
        'personal_data',
        'data/photo.png',
      ])
    }
  })

  it.each([
    ['an orientation', pngChunk('eXIf', exifWith(0x0112, ''))],
    ['an empty name, as cameras write', pngChunk('eXIf', exifWith(0x013b, '\0'.repeat(64)))],
    ['the name of a program', pngChunk('tEXt', latin('Software\0Krita'))],
    ['XMP of a program', pngChunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0<x xmp:CreatorTool="GIMP"/>'))],
  ])('a sketch file with a picture with %s is read', async (_name, picture) => {
    expect(await refusal({ 'data/0.png': picture })).toBeNull()
  })

  it.each([0, 262_140, 327_675, 600_000, 5_000_000])(
    'metadata is found wherever it is in a picture: at byte %i',
    async (place) => {
      const picture = concatBytes(noise(place), tiffOf(exifSegment({ orientation: 1 })), noise(1000))
      expect(await refusal({ 'data/0.png': picture })).toEqual(['personal_data', 'data/0.png'])
    },
  )

  it('a sketch file of 16 MB is read within the number of reads', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`data/${index}.png`, noise(80_000)]))
    expect(await refusal(files)).toBeNull()
    expect(await refusal({ 'data/0.png': noise(15_000_000) })).toBeNull()
  })

  it('pictures that unpack to more than 64 MB are refused', async () => {
    expect(await refusal({ 'data/0.png': new Uint8Array(67_108_865) }, 6)).toEqual(['bad_file', undefined])
  })

  it('a picture full of Exif beginnings is read without a parse for each', async () => {
    const started = performance.now()
    const head = latin('II*\0\x08\0\0\0')
    const picture = new Uint8Array(10_000_000).map((_, at) => head[at % head.length] ?? 0)
    await refusal({ 'data/0.png': picture }, 6)
    expect(performance.now() - started).toBeLessThan(15_000)
  }, 30_000)

  it('a picture full of Exif with long empty names is read in a short time', async () => {
    const names = [0x013b, 0xa430, 0xa431, 0xa435]
    const picture = new Uint8Array(20_000_000)
    for (let at = 0; at + 240_000 < picture.length; at += 240_000) {
      for (let place = 0; place < 10; place++) picture.set(exifWithNames(names, 200_000), at + place * 100)
    }
    const started = performance.now()
    expect(await refusal({ 'data/0.png': picture })).toBeNull()
    expect(performance.now() - started).toBeLessThan(8000)
  }, 60_000)

  it('a text of the artist in another file is not examined', async () => {
    expect(await refusal({ 'notes.txt': latin('dc:creator exif:GPSLatitude') })).toBeNull()
  })
})
