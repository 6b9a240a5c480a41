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

const isLittle = (tiff: Uint8Array) => tiff[0] === 0x49

/** A TIFF with its directory, and what that points to, behind `gap` bytes. */
function withLateDirectory(tiff: Uint8Array, gap: number): Uint8Array<ArrayBuffer> {
  const late = concatBytes(tiff.subarray(0, 8), noise(gap), tiff.subarray(8))
  const view = new DataView(late.buffer)
  const little = isLittle(tiff)
  const move = (at: number) => view.setUint32(at, view.getUint32(at, little) + gap, little)
  const main = 8 + gap
  move(4)
  // The pointer to the position, and in its directory the place of the text.
  move(main + 2 + 12 + 8)
  move(main + 2 + 24 + 4 + 2 + 8)
  return late
}

/** A TIFF whose first directory leads to others at these offsets. The one with `nameAt` names an artist. */
function tiffWithDirectories(offsets: readonly number[], last: number, nameAt: number | null): Uint8Array {
  const bytes = new Uint8Array(4000)
  const view = new DataView(bytes.buffer)
  bytes.set(latin('MM\0*'))
  bytes.set(latin('Ines Karlsen'), 3900)
  view.setUint32(4, offsets[0] ?? 0)
  offsets.forEach((at, index) => {
    view.setUint16(at, 1)
    view.setUint16(at + 2, at === nameAt ? 0x013b : 0x0112)
    view.setUint32(at + 6, 12)
    view.setUint32(at + 10, 3900)
    view.setUint32(at + 14, offsets[index + 1] ?? last)
  })
  return bytes
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
    for (let at = 1; at + 240_000 < picture.length; at += 240_000) {
      for (let place = 0; place < 10; place++) picture.set(exifWithNames(names, 200_000), at + place * 100)
    }
    const started = performance.now()
    expect(await refusal({ 'data/0.png': picture })).toBeNull()
    expect(performance.now() - started).toBeLessThan(8000)
  }, 60_000)

  it.each([0, 10, 90_000, 400_000])(
    'the directory of a TIFF is found where its header says: after %i bytes',
    async (gap) => {
      for (const littleEndian of [false, true]) {
        const tiff = withLateDirectory(tiffOf(exifSegment({ orientation: 1, littleEndian })), gap)
        expect(await refusal({ 'data/photo.tif': tiff }, 6)).toEqual(['personal_data', 'data/photo.tif'])
      }
    },
  )

  it('the directory of Exif in another picture is found where its header says', async () => {
    const exif = withLateDirectory(tiffOf(exifSegment({ orientation: 1 })), 30_000)
    expect(await refusal({ 'data/0.png': pngChunk('eXIf', exif) })).toEqual(['personal_data', 'data/0.png'])
  })

  it('every directory of a TIFF is examined', async () => {
    const tiff = tiffWithDirectories([100, 200, 300], 0, 300)
    expect(await refusal({ 'data/pages.tif': tiff })).toEqual(['personal_data', 'data/pages.tif'])
  })

  it.each([
    ['directories in a circle', tiffWithDirectories([100, 200], 100, null)],
    ['a directory that leads to itself', tiffWithDirectories([100], 100, null)],
    ['a directory outside the file', tiffWithDirectories([100], 0xffffffff, null)],
    ['a directory at the last byte', tiffWithDirectories([100], 3999, null)],
    ['its header alone', latin('II*\0\xff\xff\xff\xff')],
    ['half a header', latin('MM\0*\0\0')],
  ])('a TIFF with %s is read', async (_what, tiff) => {
    expect(await refusal({ 'data/0.tif': tiff })).toBeNull()
  })

  it('a TIFF of more than 16 MB is refused', async () => {
    const tiff = new Uint8Array(16_777_217)
    tiff.set(latin('II*\0\x08\0\0\0'))
    expect(await refusal({ 'data/0.tif': tiff }, 6)).toEqual(['bad_file', undefined])
    expect(await refusal({ 'data/0.tif': tiff.subarray(1) }, 6)).toBeNull()
    expect(await refusal({ 'data/0.tif': tiff.subarray(0, 16_777_216) }, 6)).toBeNull()
  })

  const position = exifSegment({ orientation: 1 })
  it.each([
    ['a JPEG', concatBytes(jpegStart, position)],
    ['a PNG', concatBytes(latin('\x89PNG\r\n\x1a\n\0\0\0\x20eXIf'), tiffOf(position))],
    ['a GIF', concatBytes(latin('GIF89a'), noise(40), latin('dc:creator'))],
    ['a WebP', concatBytes(latin('RIFF\0\0\0\0WEBPVP8X'), tiffOf(position))],
    ['an AVIF', concatBytes(latin('\0\0\0\x20ftypavif'), noise(40), tiffOf(position))],
    ['a HEIC', concatBytes(latin('\0\0\0\x20ftypheic'), noise(40), tiffOf(position))],
    ['a TIFF', tiffOf(position)],
    ['a Photoshop file', concatBytes(latin('8BPS\0\x01'), noise(20_000), tiffOf(position))],
    ['a JPEG XL', concatBytes(latin('\0\0\0\x0cJXL \r\n\x87\n'), noise(20_000), tiffOf(position))],
    ['a JPEG XL without a container', concatBytes(latin('\xff\x0a'), noise(20_000), tiffOf(position))],
    ['a JPEG XL with compressed Exif', latin('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x20brobExif')],
  ])('%s is recognised by its first bytes under any name', async (_what, picture) => {
    for (const level of [0, 6] as const) {
      for (const name of ['data/layer-1', 'photo.bin', 'photo.png.txt'])
        expect(await refusal({ 'data/0.bin': noise(90), [name]: picture }, level)).toEqual(['personal_data', name])
    }
  })

  it('pictures with other names count in the 64 MB', async () => {
    const picture = new Uint8Array(67_108_865)
    picture.set(latin('\x89PNG\r\n\x1a\n'))
    expect(await refusal({ 'data/0.bin': picture }, 6)).toEqual(['bad_file', undefined])
  })

  it('a large file that is no picture is read', async () => {
    expect(await refusal({ 'data/0.bin': new Uint8Array(100_000_000) }, 6)).toBeNull()
  }, 30_000)

  it('a thousand files that are no pictures are read within the number of reads', async () => {
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`data/${index}.bin`, noise(15_000)]))
    expect(await refusal(files)).toBeNull()
    expect(await refusal({ ...files, empty: new Uint8Array() }, 6)).toBeNull()
  }, 30_000)

  it.each(['psd', 'psb', 'jxl', 'dng'])('a .%s is refused with a position and read without', async (end) => {
    const name = `data/photo.${end}`
    const picture = concatBytes(latin('xx'), noise(20_000), tiffOf(position))
    expect(await refusal({ [name]: picture })).toEqual(['personal_data', name])
    expect(await refusal({ [name]: picture.subarray(0, 20_000) })).toBeNull()
  })

  it('an .svg is refused with the name of its artist and read without', async () => {
    const svg = (metadata: string) => latin(`<svg><metadata>${metadata}</metadata></svg>`)
    expect(await refusal({ 'a.svg': svg('<dc:creator>Ines</dc:creator>') })).toEqual(['personal_data', 'a.svg'])
    expect(await refusal({ 'a.svg': svg('<dc:format>image/svg+xml</dc:format>') })).toBeNull()
  })

  it('a Photoshop file without metadata is read', async () => {
    const xmp = latin('8BIM\x04\x24\0\0<x xmp:CreatorTool="Adobe Photoshop" photoshop:ColorMode="3"/>')
    expect(await refusal({ 'data/0.psd': concatBytes(latin('8BPS\0\x01'), xmp, noise(20_000)) })).toBeNull()
  })

  it('the serial number of a camera in a .dng is refused', async () => {
    expect(await refusal({ 'a.dng': exifWith(0xc62f, '4071992') })).toEqual(['personal_data', 'a.dng'])
  })

  it.each([0, 6] as const)('Exif is found at the beginning of a file of an unknown format', async (level) => {
    const raw = concatBytes(latin('FUJIFILMCCD-RAW '), noise(132), jpegStart, position, noise(40_000))
    expect(await refusal({ 'data/0.raf': raw }, level)).toEqual(['personal_data', 'data/0.raf'])
    const late = concatBytes(latin('FUJIFILMCCD-RAW '), noise(40_000), position)
    expect(await refusal({ 'data/0.raf': late }, level)).toBeNull()
  })

  it('a text of the artist in another file is not examined', async () => {
    expect(await refusal({ 'notes.txt': latin('dc:creator exif:GPSLatitude') })).toBeNull()
  })
})
