import { DEFAULT_MAT, MATS, type Mat } from '../../contract/mat.ts'
import type { Pixels } from './pixels.ts'

/** Bits of a fingerprint: the signs of the lowest frequencies. */
const BITS = 120
export const BANDS = 6
const BITS_PER_BAND = BITS / BANDS
export const HEX_PER_BAND = BITS_PER_BAND / 4
const GRID = 32
/** A picture whose sides are all shorter has too little detail to be recognised. */
const SIDE_MIN_PX = 64
/** Pixels that differ from the background by more than this are drawn. */
const DRAWN_FROM = 28
/** A picture has margins only if this share of its edge has one lightness. */
const PAPER_MIN = 0.97
/** A frequency is present if it is at least this strong, absolutely and compared with the strongest one. */
const PRESENT_FROM = 1
const PRESENT_SHARE = 0.01
/**
 * Minimum number of present frequencies. A few areas of one colour have few, and the signs of absent ones are random.
 */
const PRESENT_MIN = 0.4 * BITS

/** Frequencies in the order of the bits, lowest first, without the mean. */
const FREQUENCIES = Array.from({ length: GRID * GRID }, (_, at) => ({ x: at % GRID, y: Math.floor(at / GRID) }))
  .filter(({ x, y }) => x + y > 0)
  .sort((a, b) => a.x + a.y - (b.x + b.y) || a.x - b.x)
  .slice(0, BITS)

const COSINES = Array.from({ length: GRID }, (_, frequency) =>
  Array.from({ length: GRID }, (_, at) => Math.cos((Math.PI * (2 * at + 1) * frequency) / (2 * GRID))),
)

/**
 * The fingerprint of a picture as 30 hex digits; null if the picture is too small or too plain. Each bit is the sign of
 * a frequency of the lightness. Only the part that is drawn on counts: margins are cut off, because most line drawings
 * are mostly white. Transparent parts have the lightness of the mat.
 */
export function fingerprintOf(pixels: Pixels, mat: Mat = DEFAULT_MAT): string | null {
  if (Math.max(pixels.width, pixels.height) < SIDE_MIN_PX) return null
  const lightness = lightnessOf(pixels, mat)
  const box = drawnBox(lightness, pixels)
  if (!box) return null
  const frequencies = frequenciesOf(gridOf(lightness, pixels.width, box))
  const strengths = frequencies.map(Math.abs)
  const presentFrom = Math.max(PRESENT_FROM, PRESENT_SHARE * Math.max(...strengths))
  if (strengths.filter((strength) => strength >= presentFrom).length < PRESENT_MIN) return null
  return hexOf(frequencies.map((value) => value > 0))
}

/** The fingerprint of the mirrored picture: its odd horizontal frequencies have the other sign. */
export function mirroredFingerprint(fingerprint: string): string {
  return hexOf(bitsOf(fingerprint).map((bit, at) => bit !== ((FREQUENCIES[at]?.x ?? 0) % 2 === 1)))
}

/** The number of differing bits of two fingerprints. */
export function fingerprintDistance(a: string, b: string): number {
  const other = bitsOf(b)
  return bitsOf(a).filter((bit, at) => bit !== other[at]).length
}

/** For each band of a fingerprint, the band itself and all bands that differ from it in one bit. */
export function nearBands(fingerprint: string): string[][] {
  return Array.from({ length: BANDS }, (_, band) => {
    const bits = bitsOf(fingerprint.slice(band * HEX_PER_BAND, (band + 1) * HEX_PER_BAND))
    return [hexOf(bits), ...bits.map((_, flipped) => hexOf(bits.map((bit, at) => (at === flipped ? !bit : bit))))]
  })
}

function bitsOf(hex: string): boolean[] {
  return [...hex].flatMap((digit) => {
    const value = Number.parseInt(digit, 16)
    return [8, 4, 2, 1].map((bit) => (value & bit) !== 0)
  })
}

function hexOf(bits: readonly boolean[]): string {
  let hex = ''
  for (let at = 0; at < bits.length; at += 4) {
    const value = bits.slice(at, at + 4).reduce((sum, bit) => 2 * sum + Number(bit), 0)
    hex += value.toString(16)
  }
  return hex
}

/** Lightness of each pixel on a mat, 0 to 255. */
function lightnessOf({ data }: Pixels, mat: Mat): Float64Array {
  // Mats are grey, so that each channel is their lightness.
  const below = Number.parseInt(MATS[mat].slice(-2), 16)
  return Float64Array.from({ length: data.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * pixel, 4 * pixel + 4)
    return below + ((0.299 * red + 0.587 * green + 0.114 * blue - below) * alpha) / 255
  })
}

type Box = { left: number; top: number; right: number; bottom: number }

/** The smallest box around everything drawn on paper; the whole picture without margins, null for an empty one. */
function drawnBox(lightness: Float64Array, { width, height }: Pixels): Box | null {
  const edge = edgeOf(lightness, width, height)
  const background = mostFrequent(edge)
  const isPaper = (light: number) => Math.abs(light - background) <= DRAWN_FROM
  if (edge.filter(isPaper).length < PAPER_MIN * edge.length) return { left: 0, top: 0, right: width, bottom: height }
  const box: Box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isPaper(lightness[y * width + x] ?? 0)) continue
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x + 1)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  }
  return box.right > box.left ? box : null
}

function edgeOf(lightness: Float64Array, width: number, height: number): number[] {
  return [...lightness].filter((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  })
}

/** The most frequent lightness, in steps of eight. */
function mostFrequent(values: readonly number[]): number {
  const counts = new Array<number>(32).fill(0)
  for (const value of values) {
    const level = Math.min(31, Math.floor(value / 8))
    counts[level] = (counts[level] ?? 0) + 1
  }
  return 8 * counts.indexOf(Math.max(...counts)) + 4
}

/** Mean lightness of each cell of a grid over a box; cells share pixels at their edges by area. */
function gridOf(lightness: Float64Array, width: number, box: Box): number[] {
  const columns = sharesOf(box.left, box.right)
  const rows = sharesOf(box.top, box.bottom)
  return rows.flatMap((row) =>
    columns.map((column) => {
      let sum = 0
      for (const { at: y, share: rowShare } of row)
        for (const { at: x, share } of column) sum += (lightness[y * width + x] ?? 0) * rowShare * share
      return sum
    }),
  )
}

/** For each cell of a side, the pixels that it covers and their shares, which sum to 1. */
function sharesOf(from: number, to: number): { at: number; share: number }[][] {
  const size = (to - from) / GRID
  return Array.from({ length: GRID }, (_, cell) => {
    const [start, end] = [from + cell * size, from + (cell + 1) * size]
    const shares: { at: number; share: number }[] = []
    for (let at = Math.floor(start); at < end && at < to; at++) {
      shares.push({ at, share: (Math.min(end, at + 1) - Math.max(start, at)) / size })
    }
    return shares
  })
}

function frequenciesOf(grid: readonly number[]): number[] {
  const rows = Array.from({ length: GRID }, (_, y) => grid.slice(y * GRID, (y + 1) * GRID))
  // Sums of each row by horizontal frequency, up to the highest that is used.
  const highest = Math.max(...FREQUENCIES.map(({ x }) => x))
  const byRow = rows.map((row) =>
    COSINES.slice(0, highest + 1).map((cosines) => row.reduce((sum, value, at) => sum + value * (cosines[at] ?? 0), 0)),
  )
  return FREQUENCIES.map(
    ({ x, y }) => byRow.reduce((sum, row, at) => sum + (row[x] ?? 0) * (COSINES[y]?.[at] ?? 0), 0) / GRID,
  )
}
