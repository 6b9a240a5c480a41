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

function distance(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7]
/** Sampled values of each channel in a cell: both ends and the middle. */
const WITHIN_CELL = [0, 16, 31]

let cells: { name: string; points: Lab[] }[] | undefined

/** The 512 cells of the index, 32 levels of each channel, named by a digit each for red, green and blue. */
function allCells() {
  cells ??= DIGITS.flatMap((red) =>
    DIGITS.flatMap((green) =>
      DIGITS.map((blue) => ({
        name: `${red}${green}${blue}`,
        points: WITHIN_CELL.flatMap((r) =>
          WITHIN_CELL.flatMap((g) =>
            WITHIN_CELL.map((b) => oklab(hexOf([red * 32 + r, green * 32 + g, blue * 32 + b]))),
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

export function cellOf(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) >> 5).join('')
}

export function cellsNear(hex: string): string[] {
  const wanted = oklab(hex)
  const near = allCells().filter(({ points }) =>
    points.some((point) => distance(point, wanted) <= SAME_COLOUR_DISTANCE),
  )
  return [...new Set([cellOf(hex), ...near.map(({ name }) => name)])]
}

/**
 * Rates how well a picture's colours (most frequent first) match the wanted colours: 0 if they are exactly its first
 * colours, more for distant or less frequent colours, null if a wanted colour is missing.
 */
export function colourMatch(wanted: readonly string[], colours: readonly string[]): number | null {
  const palette = colours.map(oklab)
  let sum = 0
  for (const hex of wanted) {
    const colour = oklab(hex)
    const nearest = palette.map((other, rank) => ({ gap: distance(colour, other), rank }))
    const best = nearest.filter(({ gap }) => gap <= SAME_COLOUR_DISTANCE).sort((a, b) => penalty(a) - penalty(b))[0]
    if (!best) return null
    sum += penalty(best)
  }
  return sum
}

/** Additional distance for each rank of a colour below the first. */
const PLACE_PENALTY = 0.03
const penalty = ({ gap, rank }: { gap: number; rank: number }) => gap + rank * PLACE_PENALTY

export function hashDistance(one: string, other: string): number {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let bits = 0
  for (; differing > 0n; differing &= differing - 1n) bits++
  return bits
}

/** The mean distance of each colour to the nearest one of the other palette, weighted by frequency. */
export function paletteDistance(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 0 : 1
  return (meanDistance(one.map(oklab), other.map(oklab)) + meanDistance(other.map(oklab), one.map(oklab))) / 2
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

/** Typical number of differing bits between unrelated pictures. */
const UNRELATED_BITS = 32
const UNRELATED_PALETTE = 0.3

/** Compares two pictures: 0 for the same, 1 and more for unrelated ones. Shape and colours count equally. */
export function dissimilarity(one: Appearance, other: Appearance): number {
  const shape = hashDistance(one.perceptualHash, other.perceptualHash) / UNRELATED_BITS
  return (shape + paletteDistance(one.colours, other.colours) / UNRELATED_PALETTE) / 2
}
