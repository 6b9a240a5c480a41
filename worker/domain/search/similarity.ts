/** How pictures are compared by their look: colours in OKLab, shapes by their perceptual hashes. */

type Lab = readonly [lightness: number, a: number, b: number]

/** Colours up to this far apart (OKLab; black and white are 1 apart) count as the same when one is looked for. */
const SAME_COLOUR = 0.1

/** A `#rrggbb` in OKLab, where distances are as large as they look. */
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
/** Where in a cell it is looked: at both ends of each side and in the middle. */
const WITHIN_CELL = [0, 16, 31]

let cells: { name: string; points: Lab[] }[] | undefined

/** The 512 cells of the index, a red, a green and a blue of 32 levels each, by the three digits that name them. */
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

/** The cell of the index in which a colour lies. */
export function cellOf(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) >> 5).join('')
}

/** The cells of the index in which colours like this one lie. */
export function cellsNear(hex: string): string[] {
  const wanted = oklab(hex)
  const near = allCells().filter(({ points }) => points.some((point) => distance(point, wanted) <= SAME_COLOUR))
  return [...new Set([cellOf(hex), ...near.map(({ name }) => name)])]
}

/**
 * How well a picture's colours (most present first) show the wanted ones: 0 when they are its first ones exactly,
 * greater the further off or less present, null when one of them is missing.
 */
export function colourMatch(wanted: readonly string[], colours: readonly string[]): number | null {
  const palette = colours.map(oklab)
  let sum = 0
  for (const hex of wanted) {
    const colour = oklab(hex)
    const nearest = palette.map((other, place) => ({ away: distance(colour, other), place }))
    const best = nearest.filter(({ away }) => away <= SAME_COLOUR).sort((a, b) => worth(a) - worth(b))[0]
    if (!best) return null
    sum += worth(best)
  }
  return sum
}

/** A colour that is one place less present counts as if it were this much further off. */
const PLACE_AWAY = 0.03
const worth = ({ away, place }: { away: number; place: number }) => away + place * PLACE_AWAY

/** Bits in which two 64-bit hashes of 16 hex digits differ. */
export function hashDistance(one: string, other: string): number {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let bits = 0
  for (; differing > 0n; differing &= differing - 1n) bits++
  return bits
}

/** How far two palettes lie apart: each colour to the nearest of the other, the most present ones counting most. */
export function paletteDistance(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 0 : 1
  return (oneWay(one.map(oklab), other.map(oklab)) + oneWay(other.map(oklab), one.map(oklab))) / 2
}

function oneWay(from: readonly Lab[], to: readonly Lab[]): number {
  let [sum, weights] = [0, 0]
  for (const [place, colour] of from.entries()) {
    const weight = 1 / (place + 1)
    sum += weight * Math.min(...to.map((other) => distance(colour, other)))
    weights += weight
  }
  return sum / weights
}

export type Look = { colours: readonly string[]; perceptualHash: string }

/** Unrelated pictures differ in about this many bits. */
const UNLIKE_BITS = 32
/** Palettes this far apart have nothing in common. */
const UNLIKE_PALETTE = 0.3

/** How unlike two pictures look: 0 for the same, 1 and more for unrelated ones. Shape and colours count alike. */
export function unlikeness(one: Look, other: Look): number {
  const shape = hashDistance(one.perceptualHash, other.perceptualHash) / UNLIKE_BITS
  return (shape + paletteDistance(one.colours, other.colours) / UNLIKE_PALETTE) / 2
}
