type Lab = readonly [lightness: number, a: number, b: number]

/** Colours up to this distance in OKLab count as equal in search. Black and white have distance 1. */
const SAME_COLOUR_DISTANCE = 0.1

/** Converts `#rrggbb` to OKLab, where distances match perception. */
export function oklab(hex: string): Lab {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function distance(a: Lab, b: Lab): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7]
/** Sampled values of each channel in a cell, close enough that no similar colour lies between them. */
const CELL_SAMPLES = [0, 8, 16, 24, 31]

let cells: { name: string; points: Lab[] }[] | undefined

/**
 * The 512 cells of the index. A cell spans 32 values of each channel, and its name has a digit each for red, green and
 * blue.
 */
function allCells() {
  cells ??= DIGITS.flatMap((red) =>
    DIGITS.flatMap((green) =>
      DIGITS.map((blue) => ({
        name: `${red}${green}${blue}`,
        points: CELL_SAMPLES.flatMap((r) =>
          CELL_SAMPLES.flatMap((g) =>
            CELL_SAMPLES.map((b) => oklab(hexOf([red * 32 + r, green * 32 + g, blue * 32 + b]))),
          ),
        ),
      })),
    ),
  )
  return cells
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The name of the cell of a colour `#rrggbb`. */
export function cellOf(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) >> 5).join('')
}

/** The names of the cells that can contain colours that count as equal to this colour. */
export function cellsNear(hex: string): string[] {
  const colour = oklab(hex)
  const near = allCells().filter(({ points }) =>
    points.some((point) => distance(point, colour) <= SAME_COLOUR_DISTANCE),
  )
  return [...new Set([cellOf(hex), ...near.map(({ name }) => name)])]
}

/**
 * Rates how far a picture's colours (most frequent first) are from the wanted colours: 0 if each wanted colour is the
 * first colour, more for distant or less frequent colours, null if a wanted colour is missing.
 */
export function colourMismatch(wanted: readonly string[], colours: readonly string[]): number | null {
  const palette = colours.map(oklab)
  let sum = 0
  for (const hex of wanted) {
    const colour = oklab(hex)
    const distances = palette.map((other, rank) => ({ gap: distance(colour, other), rank }))
    const best = distances.filter(({ gap }) => gap <= SAME_COLOUR_DISTANCE).sort((a, b) => penalty(a) - penalty(b))[0]
    if (!best) return null
    sum += penalty(best)
  }
  return sum
}

/** Additional distance for each rank below the most frequent colour. */
const RANK_PENALTY = 0.03
const penalty = ({ gap, rank }: { gap: number; rank: number }) => gap + rank * RANK_PENALTY

/** The number of differing bits of two hashes in hex digits. */
export function hashDistance(a: string, b: string): number {
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; differing > 0n; differing &= differing - 1n) bits++
  return bits
}

/** The mean distance in OKLab of each colour to the nearest colour of the other palette, weighted by frequency. */
export function paletteDistance(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : 1
  return (meanDistance(a.map(oklab), b.map(oklab)) + meanDistance(b.map(oklab), a.map(oklab))) / 2
}

function meanDistance(from: readonly Lab[], to: readonly Lab[]): number {
  let [sum, weights] = [0, 0]
  for (const [rank, colour] of from.entries()) {
    const weight = 1 / (rank + 1)
    sum += weight * Math.min(...to.map((other) => distance(colour, other)))
    weights += weight
  }
  return sum / weights
}

export type Appearance = { colours: readonly string[]; perceptualHash: string }

/** Typical number of differing bits between the hashes of unrelated pictures. */
const UNRELATED_BITS = 32
/** Typical distance between the palettes of unrelated pictures. */
const UNRELATED_PALETTE = 0.3

/** Compares two pictures: 0 for equal pictures, 1 and more for unrelated pictures. Shape and colours count equally. */
export function dissimilarity(a: Appearance, b: Appearance): number {
  const shape = hashDistance(a.perceptualHash, b.perceptualHash) / UNRELATED_BITS
  return (shape + paletteDistance(a.colours, b.colours) / UNRELATED_PALETTE) / 2
}
