import { encode } from 'fast-png'
import { WATERMARK } from '../../contract/watermark.ts'
import { pixelsOf } from './pixels.ts'

const WATERMARKED_MIN_WIDTH = 300
/** They are 10 MB, and an isolate, which holds them some six times over while it draws, has 128. */
const PIXELS_MAX = 2_500_000
const SHARE_OF_WIDTH = 0.6
const MARGIN_SHARE = 0.012
/** A PNG begins with its mark and the header's name; then come its width and height. */
const HEADER_BYTES = 24
const WIDTH_AT = 16
const HEIGHT_AT = 20

/** How wide a watermark is on a picture of this width, in pixels; 0 where nobody could read it. */
export function watermarkWidth(pictureWidth: number): number {
  if (pictureWidth < WATERMARKED_MIN_WIDTH) return 0
  return Math.min(WATERMARK.width, Math.round(pictureWidth * SHARE_OF_WIDTH))
}

/** The width of a PNG in pixels, from its header; 0 for what is too short to have one. */
export function pngWidth(png: Uint8Array): number {
  return png.length < HEADER_BYTES ? 0 : new DataView(png.buffer, png.byteOffset).getUint32(WIDTH_AT)
}

/** The height up to which a picture of this width can be drawn on. */
export function watermarkedHeightMax(width: number): number {
  return Math.floor(PIXELS_MAX / width)
}

/** Whether these bytes are a watermark: a PNG of its size, not empty. */
export function isWatermark(png: Uint8Array): boolean {
  if (png.length > WATERMARK.bytesMax || !hasItsSize(png)) return false
  try {
    return pixelsOf(png).data.some((value, at) => at % 4 === 3 && value > 0)
  } catch {
    return false
  }
}

/** Reads the header alone, so that nothing large is ever unpacked. */
function hasItsSize(png: Uint8Array): boolean {
  return (
    pngWidth(png) === WATERMARK.width &&
    new DataView(png.buffer, png.byteOffset).getUint32(HEIGHT_AT) === WATERMARK.height
  )
}

/** Draws a watermark over the lower right of a picture; both and the answer are PNGs. */
export function drawWatermark(picture: Uint8Array, watermark: Uint8Array): Uint8Array<ArrayBuffer> {
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

/** Draws one pixel over another, by its alpha. Both begin at the same offset. */
function drawPixel(below: Uint8Array, above: Uint8Array, at: number): void {
  const alpha = (above[at + 3] ?? 0) / 255
  if (alpha === 0) return
  const kept = ((below[at + 3] ?? 0) / 255) * (1 - alpha)
  const sum = alpha + kept
  for (let channel = at; channel < at + 3; channel++) {
    const mixed = (above[channel] ?? 0) * alpha + (below[channel] ?? 0) * kept
    below[channel] = Math.round(mixed / sum)
  }
  below[at + 3] = Math.round(sum * 255)
}
