import { encode } from 'fast-png'
import { Unzlib } from 'fflate'
import { WATERMARK } from '../../contract/watermark.ts'
import { pixelsOf } from './pixels.ts'
import { sha256Hex } from './random.ts'

const HASH_DIGITS = 16
const WATERMARKED_MIN_WIDTH = 300
/** 10 MB of pixels, of which an isolate with 128 MB holds about six copies while drawing. */
const PIXELS_MAX = 2_500_000
const SHARE_OF_WIDTH = 0.6
const MARGIN_SHARE = 0.012
/** A PNG starts with its signature and header, which contains width and height. */
const HEADER_BYTES = 24
const WIDTH_AT = 16
const HEIGHT_AT = 20
const SIGNATURE_BYTES = 8
/** Length and type of a chunk, and the checksum after its data. */
const CHUNK_HEADER_BYTES = 8
const CHECKSUM_BYTES = 4
/** The chunk types `IHDR`, `PLTE`, `tRNS`, `iCCP` and `IDAT`. */
const HEADER = 0x49484452
const PALETTE = 0x504c5445
const TRANSPARENCY = 0x74524e53
const COLOUR_PROFILE = 0x69434350
const PIXELS = 0x49444154
/** 256 colours of three bytes. */
const PALETTE_MAX_BYTES = 768
/** Rows of four channels of 16 bits with a byte for the filter, and as much again for interlacing. */
const INFLATED_MAX = 2 * WATERMARK.height * (WATERMARK.width * 8 + 1)
/** Bytes that are inflated at once, which become at most 1,032 times as many. */
const INFLATED_AT_ONCE = 1024

/** The name of a stored watermark in the keys of derived pictures. */
export async function watermarkHashOf(watermark: string): Promise<string> {
  return (await sha256Hex(watermark)).slice(0, HASH_DIGITS)
}

/** The width in pixels of a watermark on a picture, or 0 where it would be illegible. */
export function watermarkWidth(pictureWidth: number): number {
  if (pictureWidth < WATERMARKED_MIN_WIDTH) return 0
  return Math.min(WATERMARK.width, Math.round(pictureWidth * SHARE_OF_WIDTH))
}

/** Reads the width from the header of a PNG, or 0 when it is too short. */
export function pngWidth(png: Uint8Array): number {
  return png.length < HEADER_BYTES ? 0 : new DataView(png.buffer, png.byteOffset).getUint32(WIDTH_AT)
}

/** The maximum height of a picture of this width on which a watermark can be drawn. */
export function watermarkedHeightMax(width: number): number {
  return Math.floor(PIXELS_MAX / width)
}

/** Checks that the bytes are a PNG of the right size and not fully transparent. */
export function isWatermark(png: Uint8Array): boolean {
  if (png.length > WATERMARK.bytesMax || !hasWatermarkSize(png)) return false
  try {
    if (growsTooFar(png)) return false
    return pixelsOf(png).data.some((value, at) => at % 4 === 3 && value > 0)
  } catch {
    return false
  }
}

/**
 * True for a PNG with a header elsewhere than at its beginning, with a colour profile, with more than one list of colours
 * or of transparencies, or with more colours or pixels than a watermark has. A few bytes of each can make the decoder,
 * which takes the last header, appends each list and has no limit, fill the memory.
 */
function growsTooFar(png: Uint8Array): boolean {
  let inflated = 0
  let isFirst = true
  const lists = new Set<number>()
  const unzlib = new Unzlib((bytes) => {
    inflated += bytes.length
  })
  for (const { type, data } of chunksOf(png)) {
    if (type === COLOUR_PROFILE || (type === HEADER) !== isFirst) return true
    isFirst = false
    if (type === PALETTE || type === TRANSPARENCY) {
      if (lists.has(type) || data.length > PALETTE_MAX_BYTES) return true
      lists.add(type)
    }
    if (type !== PIXELS) continue
    for (let at = 0; at < data.length; at += INFLATED_AT_ONCE) {
      unzlib.push(data.subarray(at, at + INFLATED_AT_ONCE))
      if (inflated > INFLATED_MAX) return true
    }
  }
  return false
}

function* chunksOf(png: Uint8Array): Generator<{ type: number; data: Uint8Array }> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const [length, start] = [view.getUint32(at), at + CHUNK_HEADER_BYTES]
    yield { type: view.getUint32(at + 4), data: png.subarray(start, start + length) }
    at = start + length + CHECKSUM_BYTES
  }
}

function hasWatermarkSize(png: Uint8Array): boolean {
  return (
    pngWidth(png) === WATERMARK.width &&
    new DataView(png.buffer, png.byteOffset).getUint32(HEIGHT_AT) === WATERMARK.height
  )
}

/** Draws a watermark over the lower right corner. Picture, watermark and result are PNGs. */
export function composeWatermark(picture: Uint8Array, watermark: Uint8Array): Uint8Array<ArrayBuffer> {
  const below = pixelsOf(picture)
  const above = pixelsOf(watermark)
  const margin = Math.round(below.width * MARGIN_SHARE)
  const left = below.width - above.width - margin
  const top = below.height - above.height - margin
  const firstX = Math.max(0, -left)
  for (let y = Math.max(0, -top); y < above.height; y++) {
    const start = (y * above.width + firstX) * 4
    const row = above.data.subarray(start, start + (above.width - firstX) * 4)
    drawRow(below.data.subarray(((top + y) * below.width + left + firstX) * 4), row)
  }
  return new Uint8Array(encode({ ...below, channels: 4, depth: 8 }))
}

function drawRow(below: Uint8Array, above: Uint8Array): void {
  for (let at = 0; at < above.length; at += 4) drawPixel(below, above, at)
}

function drawPixel(below: Uint8Array, above: Uint8Array, at: number): void {
  const alpha = (above[at + 3] ?? 0) / 255
  if (alpha === 0) return
  const belowAlpha = ((below[at + 3] ?? 0) / 255) * (1 - alpha)
  const sum = alpha + belowAlpha
  for (let channel = at; channel < at + 3; channel++) {
    const mixed = (above[channel] ?? 0) * alpha + (below[channel] ?? 0) * belowAlpha
    below[channel] = Math.round(mixed / sum)
  }
  below[at + 3] = Math.round(sum * 255)
}
