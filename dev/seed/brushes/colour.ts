import type { BrushFile } from '../../../contract/brush.ts'
import type { Rng } from '../drawings/random.ts'

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** Parses `#rrggbb`. */
export function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** Applies the random jitter of a brush. */
export function jitterColour(colour: Colour, { hue, saturation, lightness }: BrushFile['jitter'], rng: Rng): Colour {
  if (hue === 0 && saturation === 0 && lightness === 0) return colour
  const [h, s, l] = toHsl(colour)
  const share = (value: number, by: number) => Math.min(1, Math.max(0, value + rng.range(-by, by)))
  return fromHsl(h + rng.range(-hue, hue), share(s, saturation), share(l, lightness))
}

function toHsl([r, g, b]: Colour): [number, number, number] {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [span, l] = [most - least, (most + least) / 510]
  if (span === 0) return [0, 0, l]
  const s = span / 255 / (1 - Math.abs(2 * l - 1))
  const turn = most === r ? (g - b) / span : most === g ? (b - r) / span + 2 : (r - g) / span + 4
  return [turn * 60, s, l]
}

function fromHsl(h: number, s: number, l: number): Colour {
  const a = s * Math.min(l, 1 - l)
  const part = (n: number) => {
    const k = (((n + h / 30) % 12) + 12) % 12
    return Math.round(255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}
