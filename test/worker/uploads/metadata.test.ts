import { env } from 'cloudflare:workers'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import { documentedImages, isAnimated } from '../../support/worker/documented-images.ts'
import { exifSegment, GPS_DATUM, segment, withExif, withSegments } from '../../support/worker/exif.ts'
import { addPerson } from '../../support/worker/people.ts'
import { containsText, pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { sendRequestWith } from '../../support/worker/site.ts'
import { addPicture } from '../../support/worker/uploads.ts'

const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

/** Fetches a picture. Returns it with its size and the strongest channel of each quarter, clockwise from top left. */
async function fetchServed(address: string, accept: string, bindings = env) {
  const reply = await sendRequestWith(bindings, address, { headers: { accept } })
  expect(reply.status).toBe(200)
  const bytes = await bytesOf(reply)
  const png = await env.IMAGES.input(new Blob([bytes]).stream()).output({ format: 'image/png' })
  const { width, height, channels, data } = decode(await bytesOf(png.response()))
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * channels
    const rgb = [...data.slice(start, start + 3)]
    return ['red', 'green', 'blue'][rgb.indexOf(Math.max(...rgb))]
  }
  const quarters = [at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.75), at(0.25, 0.75)].join(' ')
  return { bytes, size: [width, height], quarters }
}

const rotatedPhotos: [orientation: number, littleEndian: boolean, size: [number, number], quarters: string][] = [
  [1, false, [60, 40], 'red blue green green'],
  [3, true, [60, 40], 'green green red blue'],
  [6, false, [40, 60], 'green red blue green'],
  [6, true, [40, 60], 'green red blue green'],
  [8, true, [40, 60], 'blue green green red'],
]
const mirroredPhotos: [orientation: number, size: [number, number], quarters: string][] = [
  [2, [60, 40], 'blue red green green'],
  [4, [60, 40], 'green green blue red'],
  [5, [40, 60], 'red green green blue'],
  [7, [40, 60], 'green blue red green'],
]

/** The site with an Images binding that behaves as Cloudflare documents it. The local binding supports less. */
const documented = { ...env, IMAGES: documentedImages }

describe('metadata of photos', () => {
  it.each(rotatedPhotos)(
    'a photo is served upright: orientation %i (little-endian: %s)',
    async (orientation, littleEndian, size, quarters) => {
      const file = withExif(uniqueCopy(pictures.jpeg), { orientation, littleEndian })
      const sketch = await addPicture(await addPerson(), {}, file)
      expect([sketch.width, sketch.height]).toEqual(size)
      expect(await fetchServed(`${sketch.imageUrl}/200`, 'image/webp')).toMatchObject({ size, quarters })
    },
  )

  it.each([...rotatedPhotos.map(([orientation, , ...rest]) => [orientation, ...rest] as const), ...mirroredPhotos])(
    'a photo is served upright where Images can mirror: orientation %i',
    async (orientation, size, quarters) => {
      const file = withExif(uniqueCopy(pictures.jpeg), { orientation })
      const sketch = await addPicture(await addPerson(), {}, file, documented)
      expect([sketch.width, sketch.height]).toEqual(size)
      expect(await fetchServed(`${sketch.imageUrl}/200`, 'image/webp', documented)).toMatchObject({ size, quarters })
    },
  )

  it.each(mirroredPhotos)(
    'a mirrored photo is rotated and not mirrored by the local Images binding: orientation %i',
    async (orientation, size, quarters) => {
      const sketch = await addPicture(await addPerson(), {}, withExif(uniqueCopy(pictures.jpeg), { orientation }))
      const [topLeft, topRight, bottomRight, bottomLeft] = quarters.split(' ')
      const rotatedQuarters = [topRight, topLeft, bottomLeft, bottomRight].join(' ')
      expect(await fetchServed(`${sketch.imageUrl}/200`, 'image/webp')).toMatchObject({
        size,
        quarters: rotatedQuarters,
      })
    },
  )

  it.each(['image/webp', 'image/avif'])('derived pictures contain no metadata, as %s', async (accept) => {
    const xmp = segment(0xe1, new TextEncoder().encode(`http://ns.adobe.com/xap/1.0/\0<place>${GPS_DATUM}</place>`))
    const iptc = segment(0xed, new TextEncoder().encode(`Photoshop 3.0\0${GPS_DATUM}`))
    const file = withSegments(uniqueCopy(pictures.jpeg), exifSegment({ orientation: 6 }), xmp, iptc)
    expect(containsText(file, GPS_DATUM) && containsText(file, 'Exif')).toBe(true)
    const sketch = await addPicture(await addPerson(), {}, file)
    for (const width of [25, 200, 2048]) {
      const { bytes } = await fetchServed(`${sketch.imageUrl}/${width}`, accept)
      for (const trace of [GPS_DATUM, 'Exif\0', 'EXIF', 'GPS', 'xap/1.0', 'Photoshop']) {
        expect([trace, containsText(bytes, trace)]).toEqual([trace, false])
      }
    }
  })

  it('metadata of PNG and WebP files is removed too', async () => {
    const exif = exifSegment({ orientation: 1 }).slice(10)
    const png = withPngChunks(pictures.png, ['eXIf', exif], ['tEXt', new TextEncoder().encode(`Comment\0${GPS_DATUM}`)])
    for (const file of [uniqueCopy(png), withWebpExif(exif)]) {
      expect(containsText(file, GPS_DATUM)).toBe(true)
      const sketch = await addPicture(await addPerson(), {}, file)
      for (const accept of ['image/webp', 'image/avif']) {
        const { bytes } = await fetchServed(`${sketch.imageUrl}/200`, accept)
        expect(containsText(bytes, GPS_DATUM)).toBe(false)
      }
    }
  })
})

describe('animated pictures', () => {
  const cases = [
    { kind: 'GIF', picture: pictures.gif, images: 'the local Images binding', bindings: env },
    { kind: 'WebP', picture: pictures.movingWebp, images: 'the local Images binding', bindings: env },
    { kind: 'GIF', picture: pictures.gif, images: 'an Images binding that supports animation', bindings: documented },
    {
      kind: 'WebP',
      picture: pictures.movingWebp,
      images: 'an Images binding that supports animation',
      bindings: documented,
    },
  ]

  it.each(cases)(
    'an animated picture is served as its first frame: $kind, with $images',
    async ({ picture, bindings }) => {
      expect(isAnimated(picture)).toBe(true)
      const sketch = await addPicture(await addPerson(), {}, uniqueCopy(picture), bindings)
      for (const accept of ['image/webp', 'image/avif']) {
        const { bytes, size, quarters } = await fetchServed(`${sketch.imageUrl}/200`, accept, bindings)
        expect({ size, quarters }).toEqual({ size: [60, 40], quarters: 'red red red red' })
        expect(isAnimated(bytes) || containsText(bytes.slice(0, 32), 'avis')).toBe(false)
      }
    },
  )
})

function withPngChunks(png: Uint8Array, ...chunks: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const encoded = chunks.map(([type, payload]) => {
    const body = concatBytes(new TextEncoder().encode(type), payload)
    const frame = new Uint8Array(8)
    new DataView(frame.buffer).setUint32(0, payload.length)
    new DataView(frame.buffer).setUint32(4, crc32(body))
    return concatBytes(frame.subarray(0, 4), body, frame.subarray(4))
  })
  return concatBytes(png.subarray(0, 33), ...encoded, png.subarray(33))
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Returns `pictures.webp` in the extended file format with an Exif chunk. */
function withWebpExif(exif: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, payload: Uint8Array) => {
    const size = new Uint8Array(4)
    new DataView(size.buffer).setUint32(0, payload.length, true)
    return concatBytes(new TextEncoder().encode(type), size, payload, new Uint8Array(payload.length % 2))
  }
  const extended = Uint8Array.of(0x08, 0, 0, 0, 59, 0, 0, 39, 0, 0)
  const body = concatBytes(
    new TextEncoder().encode('WEBP'),
    chunk('VP8X', extended),
    pictures.webp.subarray(12),
    chunk('EXIF', exif),
  )
  return chunk('RIFF', body)
}
