import { encodeBase64 } from 'hono/utils/encode'
import { rgbaToThumbHash } from 'thumbhash'
import { DEFAULT_MAT, type Mat } from '../../contract/mat.ts'
import { fingerprintOf } from './picture-fingerprint.ts'
import { type Pixels, pixelsOf } from './pixels.ts'

export type Analysis = {
  /** In base64. */
  thumbhash: string
  /** A JSON array of `dominantColours`. */
  colours: string
  /** The `differenceHash`. */
  perceptualHash: string
  /** The `fingerprintOf` the picture, on the default mat. */
  fingerprint: string | null
  /** Fingerprints of a picture with transparent parts on the other mats, else null. */
  matFingerprints: MatFingerprints | null
  /** The default mat of a picture with transparent parts, else null. */
  mat: Mat | null
}

export type MatFingerprints = Record<Exclude<Mat, typeof DEFAULT_MAT>, string | null>

/** The fingerprint of a picture as it looks on its mat. */
export function fingerprintOn(
  { fingerprint, matFingerprints }: Pick<Analysis, 'fingerprint' | 'matFingerprints'>,
  mat: Mat | null,
): string | null {
  return matFingerprints && mat !== null && mat !== DEFAULT_MAT ? matFingerprints[mat] : fingerprint
}

/** Analyses a PNG of at most 100 pixels a side. */
export function analyse(png: Uint8Array): Analysis {
  const pixels = pixelsOf(png)
  const isOnMat = isTransparent(pixels)
  return {
    thumbhash: encodeBase64(rgbaToThumbHash(pixels.width, pixels.height, pixels.data).buffer),
    colours: JSON.stringify(dominantColours(pixels)),
    perceptualHash: differenceHash(pixels),
    fingerprint: fingerprintOf(pixels),
    matFingerprints: isOnMat ? { gray: fingerprintOf(pixels, 'gray'), black: fingerprintOf(pixels, 'black') } : null,
    mat: isOnMat ? DEFAULT_MAT : null,
  }
}

/** Pixels with at least this alpha look opaque. */
const OPAQUE_FROM = 250

function isTransparent({ data }: Pixels): boolean {
  return data.some((value, at) => at % 4 === 3 && value < OPAQUE_FROM)
}

const COLOURS_MAX = 5
const COLOUR_DISTANCE_MIN = 48

/** Returns up to five clearly different colours, most frequent first, as `#rrggbb`. Ignores transparent pixels. */
export function dominantColours({ data }: Pixels): string[] {
  const buckets = new Map<number, { count: number; sum: [number, number, number] }>()
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bucket = buckets.get(key) ?? { count: 0, sum: [0, 0, 0] }
    bucket.count++
    bucket.sum[0] += red
    bucket.sum[1] += green
    bucket.sum[2] += blue
    buckets.set(key, bucket)
  }
  const means = [...buckets.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ count, sum }) => sum.map((value) => Math.round(value / count)))
  const chosen: number[][] = []
  for (const colour of means) {
    if (chosen.length === COLOURS_MAX) break
    if (chosen.every((other) => distance(other, colour) >= COLOUR_DISTANCE_MIN)) chosen.push(colour)
  }
  return chosen.map((colour) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`)
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((value, channel) => value - (b[channel] ?? 0)))
}

/**
 * A difference hash of 64 bits as 16 hex digits. A bit is set when a cell of a 9 × 8 grid is darker than the cell to
 * its right. Similar pictures differ in few bits, whatever their size.
 */
export function differenceHash(pixels: Pixels): string {
  let hash = 0n
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const darker = cellLuma(pixels, column, row) < cellLuma(pixels, column + 1, row)
      hash = (hash << 1n) | (darker ? 1n : 0n)
    }
  }
  return hash.toString(16).padStart(16, '0')
}

function cellLuma({ width, height, data }: Pixels, column: number, row: number): number {
  const left = Math.floor((column * width) / 9)
  const right = Math.max(left + 1, Math.floor(((column + 1) * width) / 9))
  const top = Math.floor((row * height) / 8)
  const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / 8))
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
      sum += ((red * 299 + green * 587 + blue * 114) / 1000) * (alpha / 255) + 255 - alpha
    }
  }
  return sum / ((right - left) * (bottom - top))
}
