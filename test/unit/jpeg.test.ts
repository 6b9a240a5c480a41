import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jpegRotation, withoutMetadata } from '../../worker/lib/jpeg.ts'
import { exifSegment, GPS_DATUM, segment, withExif, withSegments } from '../support/worker/exif.ts'
import { holds, joined, pictures } from '../support/worker/pictures.ts'

const text = (words: string) => new TextEncoder().encode(words)
const xmp = segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${GPS_DATUM}`))
const iptc = segment(0xed, text(`Photoshop 3.0\0${GPS_DATUM}`))
const profile = segment(0xe2, text('ICC_PROFILE\0a colour profile'))
const photo = withSegments(pictures.jpeg, exifSegment({ orientation: 6 }), profile, xmp, iptc)

/** What comes out when the bytes pass in pieces of the given sizes, the last one taking the rest. */
async function passed(bytes: Uint8Array, sizes: readonly number[] = []): Promise<Uint8Array> {
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

describe('a JPEG that passes', () => {
  it('loses what tells where and with what it was taken, and nothing else', async () => {
    expect(holds(photo, GPS_DATUM)).toBe(true)
    expect(await passed(photo)).toEqual(withSegments(pictures.jpeg, profile))
    expect(await passed(pictures.jpeg)).toEqual(pictures.jpeg)
  })

  it('comes out the same, however it is cut into pieces', async () => {
    const whole = await passed(photo)
    await fc.assert(
      fc.asyncProperty(sizes, async (cut) => {
        expect(await passed(photo, cut)).toEqual(whole)
      }),
    )
    expect(await passed(photo, Array(photo.length).fill(1))).toEqual(whole)
  })

  it('keeps its picture data, even where that looks like metadata', async () => {
    const behind = joined(photo, exifSegment({ orientation: 1 }))
    expect(await passed(behind)).toEqual(joined(withSegments(pictures.jpeg, profile), exifSegment({ orientation: 1 })))
  })

  it('passes as it is when it ends before its picture begins', async () => {
    for (const length of [0, 1, 2, 3, 20, 100, 200]) {
      const cut = photo.slice(0, length)
      expect(await passed(cut)).toEqual(cut)
    }
  })
})

describe('what is no JPEG', () => {
  it('passes as it is, however it is cut into pieces', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).filter(([first, second]) => first !== 0xff || second !== 0xd8)
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (given, cut) => {
        expect(await passed(given, cut)).toEqual(given)
      }),
    )
    for (const picture of [pictures.png, pictures.webp, pictures.gif]) expect(await passed(picture)).toEqual(picture)
  })
})

describe('the rotation of a JPEG', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 180],
    [4, 180],
    [5, 90],
    [6, 90],
    [7, 270],
    [8, 270],
    [0, 0],
    [9, 0],
    [65_535, 0],
  ])('for orientation %i is %i degrees, in both byte orders', (orientation, degrees) => {
    for (const littleEndian of [false, true]) {
      expect(jpegRotation(withExif(pictures.jpeg, { orientation, littleEndian }))).toBe(degrees)
    }
  })

  it('is none without an orientation', () => {
    for (const bytes of [pictures.jpeg, pictures.png, pictures.gif, new Uint8Array()])
      expect(jpegRotation(bytes)).toBe(0)
  })

  it('is found behind other segments', () => {
    expect(jpegRotation(withSegments(pictures.jpeg, profile, xmp, exifSegment({ orientation: 3 })))).toBe(180)
  })

  it('is found in no bytes whatever by an error', () => {
    const head = exifSegment({ orientation: 6 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(head.length), (noise, keep) => {
        expect([0, 90, 180, 270]).toContain(jpegRotation(noise))
        expect([0, 90, 180, 270]).toContain(jpegRotation(joined(Uint8Array.of(0xff, 0xd8), noise)))
        const broken = joined(Uint8Array.of(0xff, 0xd8), head.subarray(0, keep), noise)
        expect([0, 90, 180, 270]).toContain(jpegRotation(broken))
      }),
      { numRuns: 2000 },
    )
  })

  it('passing the same noise breaks nothing either', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), sizes, async (noise, cut) => {
        const bytes = joined(Uint8Array.of(0xff, 0xd8), noise)
        expect(await passed(bytes, cut)).toEqual(await passed(bytes))
      }),
    )
  })
})
