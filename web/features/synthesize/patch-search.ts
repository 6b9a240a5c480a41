import type { Overlaps } from './seam-cut.ts'

/** Four bytes a pixel, row by row, colours multiplied by alpha: transparent pixels are alike, whatever their colour. */
export type Raster = { width: number; height: number; data: Uint8ClampedArray }

/** Position of the upper left pixel of a patch. */
export type Place = { x: number; y: number }

type FoundPlace = Place & { error: number }

/** Places that the first, coarsest search passes on; each finer one passes on half as many, but at least `KEPT_MIN`. */
const KEPT_MAX = 16
const KEPT_MIN = 6
/** A place is chosen at random among those whose error is at most this many times the least one. */
const TOLERANCE = 1.15
/**
 * Most comparisons of the coarsest search for each pixel of the texture. Beyond that, a random part of the sample is
 * searched.
 */
const COMPARISONS_PER_PIXEL = 120
const LARGEST_FACTOR = 8

type SearchOptions = {
  /** Side of the patches in pixels, at most the sides of the sample. */
  side: number
  /** Least width of the overlaps. */
  overlap: number
  random: () => number
}

/**
 * Finds places in a sample that fit to what is painted: everywhere in a copy of the sample at an eighth of its size,
 * then around the best places in larger and larger copies.
 */
export class PatchSearch {
  readonly #sample: Raster
  readonly #side: number
  readonly #comparisonsMax: number
  readonly #random: () => number
  /** The sample, and copies of it, each half as large as the one before. */
  readonly #levels: Raster[]

  constructor(sample: Raster, { side, overlap, random }: SearchOptions) {
    this.#sample = sample
    this.#side = side
    this.#comparisonsMax = COMPARISONS_PER_PIXEL * (side - overlap) ** 2
    this.#random = random
    let factor = 1
    while (2 * factor <= Math.min((2 * overlap) / 3, LARGEST_FACTOR)) factor *= 2
    this.#levels = halvedUpTo(sample, factor)
  }

  /** Returns any place. */
  any(): Place {
    const { width, height } = this.#sample
    const upTo = (count: number) => Math.floor(this.#random() * count)
    return { x: upTo(width - this.#side + 1), y: upTo(height - this.#side + 1) }
  }

  /**
   * Finds a place whose pixels are like `ground` in the overlaps. Places less than half a patch from one of `avoided`
   * are used only if there are no others.
   * @param ground what is painted below the patch, `side` by `side` pixels; any value outside the overlaps.
   */
  find(ground: Raster, overlaps: Overlaps, avoided: readonly Place[]): Place {
    const grounds = halvedUpTo(ground, 2 ** (this.#levels.length - 1))
    const comparisons = this.#levels.map(
      (sample, level) => new Comparison(sample, grounds[level] ?? ground, reducedBy(overlaps, 2 ** level)),
    )
    const [coarsest, ...finer] = comparisons.reverse()
    if (!coarsest) return this.any()
    const factor = 2 ** finer.length
    let found = this.#scan(coarsest, factor, avoided)
    if (found.length === 0) found = this.#scan(coarsest, factor, [])
    for (const comparison of finer) found = refine(found, comparison, Math.max(KEPT_MIN, found.length >> 1))
    const good = found.filter(({ error }) => error <= TOLERANCE * (found[0]?.error ?? 0))
    return good[Math.floor(this.#random() * good.length)] ?? this.any()
  }

  /** Compares all places, or as many as there is time for. */
  #scan(comparison: Comparison, factor: number, avoided: readonly Place[]): FoundPlace[] {
    const { columns, rows } = comparison
    const count = columns * rows
    const visits = Math.min(count, Math.ceil(this.#comparisonsMax / comparison.length))
    const step = coprimeStep(count)
    const best = new BestPlaces(KEPT_MAX)
    let index = Math.floor(this.#random() * count)
    for (let visit = 0; visit < visits; visit++) {
      index = (index + step) % count
      const [x, y] = [index % columns, Math.floor(index / columns)]
      const error = comparison.errorAt(x, y, best.limit)
      if (error < best.limit && !this.#isNear({ x: x * factor, y: y * factor }, avoided)) best.add({ x, y, error })
    }
    return best.places
  }

  #isNear({ x, y }: Place, avoided: readonly Place[]): boolean {
    return avoided.some((other) => 2 * Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) < this.#side)
  }
}

/** Compares the places around those found at half the size; returns the `kept` best, best first. */
function refine(found: readonly FoundPlace[], comparison: Comparison, kept: number): FoundPlace[] {
  const best = new BestPlaces(kept)
  const { columns, rows } = comparison
  const compared = new Set<number>()
  for (const rough of found) {
    for (let y = Math.max(0, 2 * rough.y - 1); y <= Math.min(rows - 1, 2 * rough.y + 1); y++) {
      for (let x = Math.max(0, 2 * rough.x - 1); x <= Math.min(columns - 1, 2 * rough.x + 1); x++) {
        if (compared.has(y * columns + x)) continue
        compared.add(y * columns + x)
        const error = comparison.errorAt(x, y, best.limit)
        if (error < best.limit) best.add({ x, y, error })
      }
    }
  }
  return best.places
}

/** The places with the least errors, best first. */
class BestPlaces {
  /** Errors from here on are not among the best. */
  limit = Number.MAX_SAFE_INTEGER
  readonly places: FoundPlace[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Adds a place whose error is less than `limit`. */
  add(place: FoundPlace): void {
    const index = this.places.findIndex(({ error }) => error > place.error)
    this.places.splice(index < 0 ? this.places.length : index, 0, place)
    if (this.places.length > this.#max) this.places.pop()
    if (this.places.length === this.#max) this.limit = this.places.at(-1)?.error ?? this.limit
  }
}

/** Compares the ground of one patch with places of the sample, both reduced alike. */
class Comparison {
  /** Number of places along each side of the sample. */
  readonly columns: number
  readonly rows: number
  /** Number of compared pixels. */
  readonly length: number
  readonly #sample: Raster
  /** Offsets in the sample's bytes from the place to the compared pixels, and four bytes of the ground for each. */
  readonly #offsets: Int32Array
  readonly #wanted: Uint8Array

  constructor(sample: Raster, ground: Raster, overlaps: Overlaps) {
    const pixels = shuffled(pixelsIn(ground, overlaps))
    this.#sample = sample
    this.columns = sample.width - ground.width + 1
    this.rows = sample.height - ground.height + 1
    this.length = pixels.length
    this.#offsets = new Int32Array(pixels.length)
    this.#wanted = new Uint8Array(4 * pixels.length)
    for (const [at, pixel] of pixels.entries()) {
      const row = Math.floor(pixel / ground.width)
      this.#offsets[at] = 4 * (row * sample.width + pixel - row * ground.width)
      this.#wanted.set(ground.data.subarray(4 * pixel, 4 * pixel + 4), 4 * at)
    }
  }

  /** Sum of squared differences. Once it has reached `limit`, the rest is left out. */
  errorAt(x: number, y: number, limit: number): number {
    const { width, data } = this.#sample
    const [offsets, wanted] = [this.#offsets, this.#wanted]
    const start = 4 * (y * width + x)
    let error = 0
    for (let at = 0; at < offsets.length && error < limit; at++) {
      const from = start + (offsets[at] as number)
      const red = (data[from] as number) - (wanted[4 * at] as number)
      const green = (data[from + 1] as number) - (wanted[4 * at + 1] as number)
      const blue = (data[from + 2] as number) - (wanted[4 * at + 2] as number)
      const alpha = (data[from + 3] as number) - (wanted[4 * at + 3] as number)
      error += red * red + green * green + blue * blue + alpha * alpha
    }
    return error
  }
}

/** Indexes of the pixels of a patch that lie in an overlap. */
function pixelsIn({ width, height }: Raster, { left, right, top, bottom }: Overlaps): number[] {
  const pixels: number[] = []
  for (let y = 0; y < height; y++) {
    const isWhole = y < top || y >= height - bottom
    for (let x = 0; x < width; x++) if (isWhole || x < left || x >= width - right) pixels.push(y * width + x)
  }
  return pixels
}

/** The overlaps in whole reduced pixels. */
function reducedBy({ left, right, top, bottom }: Overlaps, factor: number): Overlaps {
  const reduced = (width: number) => Math.floor(width / factor)
  return { left: reduced(left), right: reduced(right), top: reduced(top), bottom: reduced(bottom) }
}

/** A picture and smaller ones, each half as large as the one before, down to `factor` times smaller. */
function halvedUpTo(picture: Raster, factor: number): Raster[] {
  return factor === 1 ? [picture] : [picture, ...halvedUpTo(halved(picture), factor / 2)]
}

/** Makes each square of two by two pixels one pixel of their mean; an odd last row or column is left out. */
function halved({ width, height, data }: Raster): Raster {
  const half = { width: width >> 1, height: height >> 1 }
  const means = new Uint8ClampedArray(4 * half.width * half.height)
  let at = 0
  for (let y = 0; y < half.height; y++) {
    const above = 8 * y * width
    const below = above + 4 * width
    for (let x = 0; x < 8 * half.width; x += 8) {
      for (let from = x; from < x + 4; from++) {
        const upper = (data[above + from] as number) + (data[above + from + 4] as number)
        const lower = (data[below + from] as number) + (data[below + from + 4] as number)
        means[at++] = (upper + lower) / 4
      }
    }
  }
  return { ...half, data: means }
}

/** Mixes values always in the same way. Differences show early then, wherever they are. */
function shuffled(values: readonly number[]): number[] {
  const step = coprimeStep(values.length)
  return values.map((_, at) => values[(at * step) % values.length] as number)
}

/** A step of about 0.6 of `count` that leads through all numbers below it. */
function coprimeStep(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = Math.max(1, Math.floor(0.618 * count))
  while (divisor(step, count) !== 1) step++
  return step
}
