import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { STILL_SIDE_MAX } from '../../../../contract/limits.ts'
import { pixelsOf } from '../../../../durable-objects/stream/still.ts'
import { webpStill } from '../../../support/stream/stills.ts'
import { pictures } from '../../../support/worker/pictures.ts'

type Bytes = Uint8Array<ArrayBuffer>

const PLACE = { IFD0: { Artist: 'Noor' }, IFD3: { GPSLatitude: '52/1 22/1 0/1', GPSLatitudeRef: 'N' } }
const OPAQUE = { create: { width: 64, height: 48, channels: 3, background: '#387f94' } } as const
const HALF_CLEAR = { create: { width: 64, height: 48, channels: 4, background: '#387f9480' } } as const

const bytesOf = async (picture: Sharp): Promise<Bytes> => new Uint8Array(await picture.toBuffer())
const withPlace = (picture: Sharp) => bytesOf(picture.withExif(PLACE).withIccProfile('srgb'))
const rawOf = (bytes: Bytes | null) =>
  sharp(bytes ?? Buffer.of())
    .raw()
    .toBuffer()
const textOf = (bytes: Bytes | null) => Buffer.from(bytes ?? []).toString('latin1')

describe('pixels of a still', () => {
  it.each([
    ['a WebP', () => withPlace(sharp(OPAQUE).webp())],
    ['a WebP without losses', () => withPlace(sharp(OPAQUE).webp({ lossless: true }))],
    ['a transparent WebP', () => withPlace(sharp(HALF_CLEAR).webp())],
    ['a JPEG', () => withPlace(sharp(OPAQUE).jpeg())],
    ['a progressive JPEG', () => withPlace(sharp(OPAQUE).jpeg({ progressive: true }))],
  ])('%s keeps its pixels and loses metadata and colour profile', async (_, encode) => {
    const still = await encode()
    expect(textOf(still)).toContain('Noor')
    const pixels = pixelsOf(still)
    expect(await rawOf(pixels)).toEqual(await rawOf(still))
    const facts = await sharp(pixels ?? Buffer.of()).metadata()
    expect([facts.exif, facts.icc, facts.xmp]).toEqual([undefined, undefined, undefined])
    expect(textOf(pixels)).not.toContain('Noor')
  })

  it.each([
    ['WebP', pictures.lossyWebp],
    ['JPEG', pictures.progressiveJpeg],
  ])('bytes after the end of a %s are removed', (_, still) => {
    const longer = new Uint8Array([...still, ...new TextEncoder().encode('<script>')])
    expect(pixelsOf(longer)).toEqual(pixelsOf(still))
  })

  it('a moving picture is refused', () => {
    expect(pixelsOf(pictures.movingWebp)).toBeNull()
  })

  it.each([
    ['is accepted at the longest side', STILL_SIDE_MAX, true],
    ['is refused above it', STILL_SIDE_MAX + 1, false],
    ['is refused with the longest side of its format', 16_383, false],
  ])('a still %s', async (_, side, isAccepted) => {
    expect(pixelsOf(webpStill(38, { width: side, height: 1 })) !== null).toBe(isAccepted)
    expect(pixelsOf(webpStill(38, { width: 1, height: side })) !== null).toBe(isAccepted)
    const jpeg = await bytesOf(sharp({ create: { ...OPAQUE.create, height: side } }).jpeg())
    expect(pixelsOf(jpeg) !== null).toBe(isAccepted)
  })

  it.each([
    ['a PNG', pictures.png],
    ['a GIF', pictures.gif],
    ['markup', new TextEncoder().encode('<svg onload=alert(1)>')],
    ['a WebP that is cut off', pictures.webp.slice(0, -4)],
    ['a JPEG without an end', pictures.jpeg.slice(0, -2)],
    ['a JPEG without a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
    ['a file without bytes', new Uint8Array()],
  ])('%s is refused', (_, bytes) => {
    expect(pixelsOf(new Uint8Array(bytes))).toBeNull()
  })

  it('a JPEG that draws its pixels many times over is refused', () => {
    const still = Buffer.from(pictures.progressiveJpeg)
    const [start, end] = [still.subarray(0, -2), still.subarray(-2)]
    const scan = start.subarray(start.lastIndexOf(Uint8Array.of(0xff, 0xda)))
    const withScans = (more: number) => new Uint8Array(Buffer.concat([start, ...Array(more).fill(scan), end]))
    expect(pixelsOf(withScans(5))).not.toBeNull()
    expect(pixelsOf(withScans(40))).toBeNull()
  })

  it('a WebP with more than 64 chunks is refused', () => {
    const withChunks = (count: number) => {
      const still = Buffer.concat([pictures.lossyWebp, ...Array(count - 1).fill(Buffer.from('NOOR\0\0\0\0'))])
      still.writeUInt32LE(still.length - 8, 4)
      return new Uint8Array(still)
    }
    expect(pixelsOf(withChunks(64))).toEqual(pixelsOf(pictures.lossyWebp))
    expect(pixelsOf(withChunks(65))).toBeNull()
  })

  it('a JPEG with more than a thousand segments is refused', () => {
    const withComments = (count: number) => {
      const comments = Array(count).fill(Buffer.of(0xff, 0xfe, 0, 2))
      return new Uint8Array(Buffer.concat([pictures.jpeg.subarray(0, 2), ...comments, pictures.jpeg.subarray(2)]))
    }
    expect(pixelsOf(withComments(900))).toEqual(pixelsOf(pictures.jpeg))
    expect(pixelsOf(withComments(1000))).toBeNull()
  })

  it('changed bytes are refused or reduced, and reduced pixels stay as they are', () => {
    const still = fc.constantFrom(pictures.webp, pictures.lossyWebp, pictures.jpeg, pictures.progressiveJpeg)
    const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 })
    fc.assert(
      fc.property(still, changes, fc.nat(400), (still, changes, cut) => {
        const bytes = new Uint8Array(still.subarray(0, cut > 300 ? undefined : cut))
        for (const [at, value] of changes) bytes[at] = value
        const pixels = pixelsOf(bytes)
        if (pixels) expect(pixelsOf(pixels)).toEqual(pixels)
      }),
    )
  })
})
