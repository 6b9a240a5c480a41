import { shade } from './colour.ts'
import { decimal } from './geometry.ts'
import type { Rng } from './random.ts'

/** Repeated square of marks. It stays unrotated: librsvg takes ten times as long over a turned pattern. */
function tile(id: string, size: number, count: number, draw: () => string): string {
  let marks = ''
  for (let i = 0; i < count; i++) marks += draw()
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${marks}</pattern>`
}

/** A sheet of paper: tint, fibres, and a slightly darker foot as in a photographed page. */
export function paper(rng: Rng, w: number, h: number, colour: string): string {
  const fibre = (fillColour: string, opacity: number): string => {
    const [x, y, a, b] = [rng.int(0, 210), rng.int(0, 210), rng.range(-3, 3), rng.range(-3, 3)]
    return `<path fill="${fillColour}" fill-opacity="${opacity}" d="M${x} ${y}l${decimal(a)} ${decimal(b)} ${decimal(rng.range(0.6, 1.6))} ${decimal(rng.range(0.6, 1.6))}z"/>`
  }
  const [dark, light] = [shade(colour, -0.2), shade(colour, 0.08)]
  return (
    `<defs>${tile('paper', 213, 340, () => (rng.chance(0.55) ? fibre(dark, 0.16) : fibre(light, 0.5)))}` +
    `<linearGradient id="foot" x1="0" y1="0" x2=".25" y2="1"><stop offset=".55" stop-color="${dark}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${dark}" stop-opacity=".13"/></linearGradient></defs>` +
    `<rect width="${w}" height="${h}" fill="${colour}"/><rect width="${w}" height="${h}" fill="url(#paper)"/>` +
    `<rect width="${w}" height="${h}" fill="url(#foot)"/>`
  )
}

/** The tooth of the canvas over a finished painting. */
export function canvas(rng: Rng, w: number, h: number, strength = 1): string {
  const thread = (): string => {
    const [x, y, long] = [rng.int(0, 170), rng.int(0, 170), rng.range(2, 7)]
    const d = rng.chance(0.5) ? `h${decimal(long)}v.9h-${decimal(long)}` : `v${decimal(long)}h.9v-${decimal(long)}`
    const [colour, opacity] = rng.chance(0.5) ? ['#fff6e4', 0.1] : ['#1a1420', 0.09]
    return `<path fill="${colour}" fill-opacity="${(opacity * strength).toFixed(2)}" d="M${x} ${y}${d}z"/>`
  }
  return `<defs>${tile('canvas', 173, 420, thread)}</defs><rect width="${w}" height="${h}" fill="url(#canvas)"/>`
}

export function sheet(w: number, h: number, content: string, ground = '#8a8578'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="${w}" height="${h}" fill="${ground}"/>${content}</svg>`
}

export type Shape = 'landscape' | 'portrait' | 'square' | 'panorama' | 'tower'

const RATIOS: Record<Shape, readonly number[]> = {
  landscape: [1.333, 1.5, 1.42, 1.25, 1.6, 1.778],
  portrait: [0.75, 0.667, 0.71, 0.8, 0.6],
  square: [1, 1, 1.08],
  panorama: [2.4, 3, 2.8],
  tower: [0.4, 0.45, 0.36],
}

/** A random size in whole pixels, the long side 700 to 1600. `u` scales lengths: 1 for a picture of one megapixel. */
export function format(rng: Rng, shapes: readonly Shape[]): { w: number; h: number; u: number } {
  const shape = rng.pick(shapes)
  const ratio = rng.pick(RATIOS[shape])
  const long =
    shape === 'panorama' || shape === 'tower'
      ? rng.pick([1280, 1440, 1600])
      : rng.pick([800, 900, 1000, 1080, 1200, 1280])
  const w = Math.round(ratio >= 1 ? long : long * ratio)
  const h = Math.round(ratio >= 1 ? long / ratio : long)
  return { w, h, u: Math.sqrt(w * h) / 1000 }
}
