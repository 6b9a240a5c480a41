import { PatchSearch, type Place, type Raster } from './patch-search.ts'
import { cutPatch, type Overlaps } from './seam-cut.ts'

/** A picture of four bytes a pixel, red, green, blue and alpha, row by row, as in `ImageData`. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

export type QuiltOptions = {
  /** Size of the texture in pixels, at least 1. */
  width: number
  height: number
  /** Wanted side of the patches in pixels; smaller if sample or texture are too small for it. */
  patchSide: number
  /** A whole number. The same seed gives the same texture. */
  seed: number
}

/** Rows of the texture that a row of patches has covered. Later patches still change their edges. */
export type QuiltProgress = {
  /** Rows of patches. */
  done: number
  total: number
  /** The row of pixels in which `rows` starts. */
  top: number
  rows: Pixels
}

/** Part of a patch's side that overlaps with the patch before it. */
const OVERLAP = 1 / 4

/**
 * Makes a texture from a sample by image quilting (Efros and Freeman, 2001): it is covered with overlapping square
 * patches of the sample, each of which fits to its neighbours, and is cut where it differs least from them. Patches
 * wrap around the edges, so the texture can be repeated without a seam. Every pixel of the texture is a pixel of the
 * sample. Yields after each row of patches.
 */
export function* quilt(
  sample: Pixels,
  { width, height, patchSide, seed }: QuiltOptions,
): Generator<QuiltProgress, Pixels> {
  const side = sideOfPatches(sample, { width, height, patchSide })
  const overlap = side > 1 ? Math.max(1, Math.floor(side * OVERLAP)) : 0
  const columns = patchStarts(width, side - overlap)
  const rows = patchStarts(height, side - overlap)
  const texture = new Texture(sample, width, height)
  const search = new PatchSearch(texture.sample, { side, overlap, random: seededRandom(seed) })
  let above: Place[] = []
  for (const [row, top] of rows.entries()) {
    const places: Place[] = []
    const vertical = overlapsAlong(rows, row, height, side)
    for (const [column, left] of columns.entries()) {
      const horizontal = overlapsAlong(columns, column, width, side)
      const overlaps = {
        left: horizontal.before,
        right: horizontal.after,
        top: vertical.before,
        bottom: vertical.after,
      }
      const continued = [
        moved(places.at(-1), side - overlaps.left, 0),
        moved(above[column], 0, side - overlaps.top),
      ].filter((place) => place !== undefined)
      places.push(texture.addPatch({ left, top, side, overlaps }, search, continued))
    }
    above = places
    yield { done: row + 1, total: rows.length, top, rows: texture.read(top, Math.min(side, height - top)) }
  }
  return texture.read(0, height)
}

/** Largest side up to the wanted one at which a patch fits into the sample and does not overlap with itself. */
function sideOfPatches(sample: Pixels, { width, height, patchSide }: Omit<QuiltOptions, 'seed'>): number {
  const most = Math.floor((2 * Math.min(width, height)) / 3)
  return Math.max(1, Math.min(Math.floor(patchSide), sample.width, sample.height, most))
}

/** Spreads patches evenly along a side of the texture, at most `step` pixels apart. */
function patchStarts(length: number, step: number): number[] {
  const count = Math.ceil(length / step)
  return Array.from({ length: count }, (_, at) => Math.floor((at * length) / count))
}

/** Overlaps of a patch with the one before it and, for the last one, with the first one, around the edge. */
function overlapsAlong(starts: readonly number[], at: number, length: number, side: number) {
  const [start = 0, before] = [starts[at], starts[at - 1]]
  const isLast = at > 0 && at === starts.length - 1
  return { before: before === undefined ? 0 : before + side - start, after: isLast ? start + side - length : 0 }
}

/** The place beside another one in the sample: a patch from there would only continue the sample itself. */
function moved(place: Place | undefined, x: number, y: number): Place | undefined {
  return place && { x: place.x + x, y: place.y + y }
}

type PatchPosition = { left: number; top: number; side: number; overlaps: Overlaps }

/** The texture while it is painted, as the sample's pixel at each of its own. Coordinates wrap around its edges. */
class Texture {
  /** The sample for comparisons. */
  readonly sample: Raster
  readonly #colours: Uint32Array<ArrayBuffer>
  readonly #width: number
  readonly #height: number
  /** Index of the sample's pixel. */
  readonly #source: Uint32Array

  constructor({ width, height, data }: Pixels, textureWidth: number, textureHeight: number) {
    // Copied, because the bytes may start where no 32-bit number does.
    this.#colours = new Uint32Array(data.slice().buffer)
    this.sample = { width, height, data: multipliedByAlpha(data) }
    this.#width = textureWidth
    this.#height = textureHeight
    this.#source = new Uint32Array(textureWidth * textureHeight)
  }

  /** Adds the patch that fits best; returns its place in the sample. */
  addPatch(position: PatchPosition, search: PatchSearch, continued: readonly Place[]): Place {
    const { side, overlaps } = position
    const isFirst = Object.values(overlaps).every((width) => width === 0)
    if (isFirst) {
      const place = search.any()
      this.#paint(position, place, null)
      return place
    }
    const ground = this.#groundOf(position)
    const place = search.find(ground, overlaps, continued)
    this.#paint(position, place, cutPatch(this.#errorOf(ground, place), side, overlaps))
    return place
  }

  /** Copies rows of the texture. */
  read(top: number, height: number): Pixels {
    const start = top * this.#width
    const pixels = new Uint32Array(height * this.#width)
    for (let at = 0; at < pixels.length; at++) pixels[at] = this.#colours[this.#source[start + at] as number] as number
    return { width: this.#width, height, data: new Uint8ClampedArray(pixels.buffer) }
  }

  #paint({ left, top, side }: PatchPosition, { x, y }: Place, mask: Uint8Array | null): void {
    for (let row = 0; row < side; row++) {
      const ownRow = ((top + row) % this.#height) * this.#width
      const sampleRow = (y + row) * this.sample.width + x
      for (let column = 0; column < side; column++) {
        if (mask && mask[row * side + column] === 0) continue
        this.#source[ownRow + ((left + column) % this.#width)] = sampleRow + column
      }
    }
  }

  #groundOf({ left, top, side }: PatchPosition): Raster {
    const ground = new Uint32Array(side * side)
    const colours = new Uint32Array(this.sample.data.buffer)
    for (let row = 0; row < side; row++) {
      const ownRow = ((top + row) % this.#height) * this.#width
      for (let column = 0; column < side; column++)
        ground[row * side + column] = colours[
          this.#source[ownRow + ((left + column) % this.#width)] as number
        ] as number
    }
    return { width: side, height: side, data: new Uint8ClampedArray(ground.buffer) }
  }

  /** Squared difference of a patch and what is below it, at each pixel. */
  #errorOf({ width: side, data: ground }: Raster, { x, y }: Place): Float64Array {
    const { width, data } = this.sample
    const error = new Float64Array(side * side)
    for (let at = 0; at < ground.length; at++) {
      const pixel = at >> 2
      const own = 4 * ((y + Math.floor(pixel / side)) * width + x + (pixel % side)) + (at & 3)
      error[pixel] = (error[pixel] as number) + ((data[own] as number) - (ground[at] as number)) ** 2
    }
    return error
  }
}

/** Numbers from 0 up to but not including 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Multiplies colours by alpha, so that transparent pixels are alike, whatever their colour. */
function multipliedByAlpha(data: Uint8ClampedArray): Uint8ClampedArray {
  const multiplied = data.slice()
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] as number) / 255
    if (alpha < 1)
      for (let channel = at; channel < at + 3; channel++) multiplied[channel] = (data[channel] as number) * alpha
  }
  return multiplied
}
