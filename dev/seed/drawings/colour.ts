import { clamp } from './geometry.ts'
import type { Rng } from './random.ts'

type Lab = readonly [number, number, number]

const known = new Map<string, Lab>()

function linear(byte: number): number {
  const c = byte / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

function gamma(value: number): string {
  const c = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(clamp(c, 0, 1) * 255)
    .toString(16)
    .padStart(2, '0')
}

/** OKLab, because mixing in RGB gives muddy colours. */
function lab(hex: string): Lab {
  const held = known.get(hex)
  if (held) return held
  const [r, g, b] = [1, 3, 5].map((i) => linear(Number.parseInt(hex.slice(i, i + 2), 16))) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const out: Lab = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  if (known.size > 4000) known.clear()
  known.set(hex, out)
  return out
}

function hex([light, a, b]: Lab): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  return `#${gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${gamma(
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
  )}${gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}

export function mix(from: string, to: string, t: number): string {
  const [a, b] = [lab(from), lab(to)]
  return hex([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t])
}

/** Lighter (positive) or darker; `warm` pushes towards yellow-red or, negative, towards blue. */
export function shade(colour: string, light: number, warm = 0): string {
  const [l, a, b] = lab(colour)
  return hex([clamp(l + light, 0, 1), a + warm * 0.4, b + warm])
}

export function vary(rng: Rng, colour: string, light = 0.03, tint = 0.012): string {
  const [l, a, b] = lab(colour)
  return hex([clamp(l + rng.gauss() * light, 0, 1), a + rng.gauss() * tint, b + rng.gauss() * tint])
}

/** The colour at t on an even scale of colours. */
export function ramp(colours: readonly string[], t: number): string {
  const position = clamp(t, 0, 1) * (colours.length - 1)
  const i = Math.min(Math.floor(position), colours.length - 2)
  return mix(colours[i] as string, colours[i + 1] as string, position - i)
}
