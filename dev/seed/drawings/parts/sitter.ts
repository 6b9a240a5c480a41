import { shade } from '../colour.ts'
import { curve, noise2, type Point, type Poly, pointsOf } from '../geometry.ts'
import { paint } from '../paint.ts'
import type { Rng } from '../random.ts'

export const SKIN_COLOURS = ['#e8c3a4', '#d9a884', '#c48c66', '#a56d4c', '#7f5139', '#5f3d2e', '#efd2ba', '#b87f5d']

export const HAIR_COLOURS = [
  '#2a2325',
  '#3f2d26',
  '#6b432c',
  '#a5683a',
  '#c99a55',
  '#8a8580',
  '#d8d2c6',
  '#7a3429',
  '#3b4a57',
  '#b56a6a',
]

export const CLOTHES_COLOURS = [
  '#4f6572',
  '#a34f40',
  '#c99a4a',
  '#5d6f54',
  '#343a48',
  '#d9cdb8',
  '#7d5a74',
  '#89a0a8',
  '#b7795a',
]

export const WALL_COLOURS = [
  '#c9b59a',
  '#8ea3a0',
  '#d7a98c',
  '#5d7280',
  '#b9ad7f',
  '#3c4450',
  '#c3cdc9',
  '#a9786a',
  '#e3d5bd',
  '#77805f',
]

/** All shapes in a head's units: face centre at 0 0, chin at y 0.62, crown at y -0.62, half width 0.45. */
export const BACK_HAIR: Record<string, Poly> = {
  bob: pointsOf(
    '0 -0.72 0.36 -0.64 0.56 -0.3 0.6 0.16 0.52 0.5 0.3 0.56 -0.3 0.56 -0.52 0.5 -0.6 0.16 -0.56 -0.3 -0.36 -0.64',
  ),
  long: pointsOf(
    '0 -0.74 0.38 -0.66 0.58 -0.3 0.62 0.3 0.72 1 0.6 1.4 0.2 1.3 -0.2 1.3 -0.62 1.42 -0.72 1 -0.62 0.3 -0.58 -0.3 -0.38 -0.66',
  ),
  short: pointsOf('0 -0.72 0.34 -0.66 0.5 -0.42 0.5 -0.02 0.4 0.1 -0.4 0.1 -0.5 -0.02 -0.5 -0.42 -0.34 -0.66'),
  bun: pointsOf('0 -0.7 0.34 -0.62 0.5 -0.36 0.48 0 0.36 0.14 -0.36 0.14 -0.48 0 -0.5 -0.36 -0.34 -0.62'),
  curls: pointsOf(
    '0 -0.9 0.3 -0.92 0.58 -0.76 0.78 -0.5 0.84 -0.14 0.8 0.2 0.62 0.46 0.36 0.5 -0.36 0.5 -0.62 0.46 -0.8 0.2 -0.84 -0.14 -0.78 -0.5 -0.58 -0.76 -0.3 -0.92',
  ),
  wave: pointsOf(
    '-0.06 -0.76 0.36 -0.7 0.62 -0.36 0.58 0.06 0.7 0.46 0.58 0.82 0.34 0.7 -0.3 0.66 -0.56 0.86 -0.7 0.5 -0.58 0.1 -0.6 -0.32 -0.42 -0.66',
  ),
}

export const FRONT_HAIR: Record<string, Poly> = {
  fringe: pointsOf(
    '-0.5 -0.02 -0.52 -0.42 -0.3 -0.7 0.04 -0.74 0.36 -0.66 0.52 -0.4 0.5 -0.02 0.42 -0.2 0.36 -0.22 0.14 -0.18 -0.1 -0.2 -0.34 -0.18 -0.43 -0.2',
  ),
  part: pointsOf(
    '-0.5 0.06 -0.54 -0.36 -0.34 -0.66 0 -0.74 0.34 -0.68 0.53 -0.4 0.5 0.06 0.44 -0.18 0.3 -0.42 0.08 -0.54 -0.12 -0.46 -0.34 -0.26 -0.44 -0.12',
  ),
  swept: pointsOf(
    '-0.48 -0.06 -0.53 -0.4 -0.36 -0.7 0 -0.8 0.4 -0.74 0.56 -0.44 0.49 -0.06 0.44 -0.26 0.34 -0.36 0.1 -0.38 -0.2 -0.28 -0.4 -0.34 -0.45 -0.2',
  ),
  crop: pointsOf(
    '-0.46 -0.16 -0.49 -0.42 -0.32 -0.68 0 -0.74 0.32 -0.68 0.49 -0.42 0.46 -0.16 0.42 -0.34 0.26 -0.46 0 -0.48 -0.26 -0.46 -0.42 -0.34',
  ),
}

/** A portrait: colours, names of hair shapes, and the head. `turn` is positive to the right; `age` is 0..1. */
export type Sitter = {
  skin: string
  hair: string
  back: string
  front: string
  cloth: string
  turn: number
  nod: number
  age: number
}

/** Paints hair inside a closed form. `x` `y` is the centre of the face, `s` the scale of the head. */
export function hairMass(
  rng: Rng,
  form: Point[],
  colour: string,
  s: number,
  curly: boolean,
  x: number,
  y: number,
): string {
  const drift = noise2(rng)
  return paint(rng, curve(form, true, 4), {
    colour: (px, py) =>
      shade(colour, (drift(px / (s * 0.16), py / (s * 0.4)) > 0.1 ? 0.035 : -0.02) + (px < x ? 0.02 : -0.03), 0.004),
    flow: (px, py) =>
      curly ? drift(px / (s * 0.1), py / (s * 0.1)) * 3 : Math.atan2(py - (y - s * 0.6), px - x) * 0.55 + 0.7,
    size: s * (curly ? 0.12 : 0.24),
    aspect: curly ? 2 : 4.6,
    layers: 1.7,
    toneJitter: 0.026,
  })
}
