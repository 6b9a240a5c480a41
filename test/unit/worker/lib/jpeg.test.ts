import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../../contract/bytes.ts'
import { hasPlainHeader, jpegOrientation, withoutMetadata } from '../../../../worker/lib/jpeg.ts'
import { exifSegment, GPS_DATUM, segment, withExif, withSegments } from '../../../support/worker/exif.ts'
import { containsText, pictures } from '../../../support/worker/pictures.ts'

const text = (value: string) => new TextEncoder().encode(value)
const xmp = segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${GPS_DATUM}`))
const iptc = segment(0xed, text(`Photoshop 3.0\0${GPS_DATUM}`))
const profile = segment(0xe2, text('ICC_PROFILE\0a colour profile'))
const photo = withSegments(pictures.jpeg, exifSegment({ orientation: 6 }), profile, xmp, iptc)

/** Filters the bytes in pieces of the given sizes. The last piece takes the rest. */
async function filtered(bytes: Uint8Array, sizes: readonly number[] = []): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    pieces.push(bytes.slice(at, at + size))
    at += size
  }
  pieces.push(bytes.slice(at))
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Uint8Array(await new Response(source.pipeThrough(withoutMetadata())).arrayBuffer())
}

const sizes = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })

describe('the header of a JPEG', () => {
  const start = Uint8Array.of(0xff, 0xd8)
  const frame = segment(0xc0, Uint8Array.of(8, 0, 40, 0, 60))

  it.each([
    ['segments', concatBytes(start, exifSegment({ orientation: 6 }), profile, frame)],
    ['fill bytes', concatBytes(start, profile, Uint8Array.of(0xff, 0xff), frame)],
    [
      'bytes between segments, as some phones write them',
      concatBytes(start, profile, Uint8Array.of(0, 0xe1, 0, 16), frame),
    ],
  ])('has a size that all readers find after %s', (_what, head) => {
    expect(hasPlainHeader(head)).toBe(true)
  })

  it.each([
    ['the marker of a restart', Uint8Array.of(0xff, 0xd0)],
    ['a second start', start],
    ['an end', Uint8Array.of(0xff, 0xd9)],
    ['a marker of arithmetic coding', Uint8Array.of(0xff, 0x01)],
    ['a stuffed zero', Uint8Array.of(0xff, 0)],
    ['a segment without room for its length', Uint8Array.of(0xff, 0xe2, 0, 1)],
    ['a scan', segment(0xda, Uint8Array.of(1))],
  ])('has no such size after %s', (_what, nonsense) => {
    expect(hasPlainHeader(concatBytes(start, profile, nonsense, frame))).toBe(false)
  })
})

describe('removal of metadata from a JPEG', () => {
  it('only location and camera data are removed', async () => {
    expect(containsText(photo, GPS_DATUM)).toBe(true)
    expect(await filtered(photo)).toEqual(withSegments(pictures.jpeg, profile))
  })

  it('a JPEG without metadata passes unchanged', async () => {
    expect(await filtered(pictures.jpeg)).toEqual(pictures.jpeg)
  })

  it('the result does not depend on how the bytes are split', async () => {
    const whole = await filtered(photo)
    await fc.assert(
      fc.asyncProperty(sizes, async (cut) => {
        expect(await filtered(photo, cut)).toEqual(whole)
      }),
    )
    expect(await filtered(photo, Array(photo.length).fill(1))).toEqual(whole)
  })

  it('picture data that looks like metadata is kept', async () => {
    const behind = concatBytes(photo, exifSegment({ orientation: 1 }))
    expect(await filtered(behind)).toEqual(
      concatBytes(withSegments(pictures.jpeg, profile), exifSegment({ orientation: 1 })),
    )
  })

  it('a truncated JPEG loses its metadata too', async () => {
    for (let length = 0; length < photo.length; length++) {
      const cut = await filtered(photo.slice(0, length))
      expect([length, containsText(cut, 'Exif') || containsText(cut, 'WGS')]).toEqual([length, false])
    }
  })

  it('a truncated JPEG becomes the beginning of the filtered picture', async () => {
    const picture = await filtered(photo)
    for (let length = 0; length < photo.length; length++) {
      const cut = await filtered(photo.slice(0, length))
      const isBeginning = (size: number) => cut.slice(0, size).every((byte, at) => byte === picture[at])
      // Marker bytes at the very end pass through.
      expect([length, isBeginning(cut.length - 3)]).toEqual([length, true])
    }
  })

  it('bytes after a segment of an impossible length pass through', async () => {
    const [exif, start] = [exifSegment({ orientation: 6 }), Uint8Array.of(0xff, 0xd8)]
    const nonsense = Uint8Array.of(0xff, 0xe2, 0, 1, 7, 7)
    expect(await filtered(concatBytes(start, exif, nonsense, exif))).toEqual(concatBytes(start, nonsense, exif))
  })

  it('bytes between segments pass through, and the metadata after them is removed', async () => {
    const [exif, start, between] = [exifSegment({ orientation: 6 }), Uint8Array.of(0xff, 0xd8), text('nonsense')]
    const file = concatBytes(start, exif, between, exif, profile)
    for (const sizes of [[], [2], Array.from(file, () => 1)])
      expect(await filtered(file, sizes)).toEqual(concatBytes(start, between, profile))
  })

  describe('metadata after fill bytes', () => {
    const filled = concatBytes(pictures.jpeg.subarray(0, 2), Uint8Array.of(0xff, 0xff), exifSegment({ orientation: 6 }))
    const whole = concatBytes(filled, pictures.jpeg.subarray(2))

    it('metadata after fill bytes is removed', async () => {
      expect(containsText(await filtered(whole), GPS_DATUM)).toBe(false)
    })

    it('the picture after fill bytes is kept', async () => {
      expect((await filtered(whole)).slice(-200)).toEqual(pictures.jpeg.slice(-200))
    })
  })

  it.each([
    ['fill bytes', [0xff]],
    ['empty segments', [0xff, 0xe0, 0x00, 0x02]],
  ])('a header with a million bytes of %s passes unchanged', async (_, part) => {
    const long = Uint8Array.from({ length: 1_000_000 }, (_, at) => part[at % part.length] ?? 0)
    const whole = concatBytes(pictures.jpeg.subarray(0, 2), long, pictures.jpeg.subarray(2))
    expect(await filtered(whole)).toEqual(whole)
  })

  it('the bytes are passed on as they arrive, however long the header', async () => {
    const { readable, writable } = withoutMetadata()
    const [reader, writer] = [readable.getReader(), writable.getWriter()]
    const comment = segment(0xfe, new Uint8Array(60_000))
    void writer.write(pictures.jpeg.slice(0, 2))
    expect((await reader.read()).value?.length).toBe(2)
    for (let turn = 0; turn < 40; turn++) {
      void writer.write(comment)
      expect((await reader.read()).value?.length).toBe(comment.length)
    }
  })
})

describe('removal of metadata from other files', () => {
  it('a file other than JPEG passes unchanged, however it is split', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).filter(([first, second]) => first !== 0xff || second !== 0xd8)
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (given, cut) => {
        expect(await filtered(given, cut)).toEqual(given)
      }),
    )
    for (const picture of [pictures.png, pictures.webp, pictures.gif]) expect(await filtered(picture)).toEqual(picture)
  })
})

describe('the orientation of a JPEG', () => {
  const upright = { rotation: 0, mirrored: false }

  it.each([
    [1, 0, false],
    [2, 0, true],
    [3, 180, false],
    [4, 180, true],
    [5, 90, true],
    [6, 90, false],
    [7, 270, true],
    [8, 270, false],
    [0, 0, false],
    [9, 0, false],
    [65_535, 0, false],
  ])(
    'orientation %i is a rotation by %i degrees, mirrored: %s, in both byte orders',
    (orientation, rotation, mirrored) => {
      for (const littleEndian of [false, true]) {
        expect(jpegOrientation(withExif(pictures.jpeg, { orientation, littleEndian }))).toEqual({ rotation, mirrored })
      }
    },
  )

  it('a file without an orientation is upright', () => {
    for (const bytes of [pictures.jpeg, pictures.png, pictures.gif, new Uint8Array()])
      expect(jpegOrientation(bytes)).toEqual(upright)
  })

  it('the orientation is found after other segments', () => {
    const rotated = withSegments(pictures.jpeg, profile, xmp, exifSegment({ orientation: 3 }))
    expect(jpegOrientation(rotated)).toEqual({ rotation: 180, mirrored: false })
  })

  it('arbitrary bytes have an orientation without an error', () => {
    const orientations = [0, 90, 180, 270]
    const head = exifSegment({ orientation: 6 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(head.length), (noise, keep) => {
        expect(orientations).toContain(jpegOrientation(noise).rotation)
        expect(orientations).toContain(jpegOrientation(concatBytes(Uint8Array.of(0xff, 0xd8), noise)).rotation)
        const broken = concatBytes(Uint8Array.of(0xff, 0xd8), head.subarray(0, keep), noise)
        expect(orientations).toContain(jpegOrientation(broken).rotation)
      }),
      { numRuns: 2000 },
    )
  })

  it('removing metadata from arbitrary bytes does not fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), sizes, async (noise, cut) => {
        const bytes = concatBytes(Uint8Array.of(0xff, 0xd8), noise)
        expect(await filtered(bytes, cut)).toEqual(await filtered(bytes))
      }),
    )
  })
})
