import { mix, shade } from '../colour.ts'
import { curve, ellipse, type Point } from '../geometry.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export const CREATURE_PALETTES = [
  { ground: '#e9dfc9', bodies: ['#6f8f7c', '#c9784f', '#d6ab57', '#56708c', '#a85c5c'], ink: '#2a2530' },
  { ground: '#2f3546', bodies: ['#d98b6a', '#7fa7a0', '#e0bd74', '#a886b0', '#c3ccd0'], ink: '#151824' },
  { ground: '#c7d3cb', bodies: ['#d2745a', '#4f6f7d', '#e3c27c', '#8d6f92', '#5f8a5f'], ink: '#232a2c' },
  { ground: '#e3c4b0', bodies: ['#4c6a74', '#8c4a4f', '#d9a34f', '#7b8f5c', '#f0e3cd'], ink: '#2b2026' },
  { ground: '#4a5a52', bodies: ['#e2b56a', '#c76f56', '#a9c2a4', '#dfd6c2', '#7c92ab'], ink: '#171d1b' },
]

export type CreaturePalette = (typeof CREATURE_PALETTES)[number]

export function eye(
  rng: Rng,
  x: number,
  y: number,
  r: number,
  look: Point,
  ink: string,
  body: string,
  sleepy: boolean,
): string {
  const white = ellipse(x, y, r, r * rng.range(0.92, 1.08), 0, 18)
  if (sleepy)
    return stroke(
      rng,
      curve([
        [x - r, y],
        [x, y + r * 0.6],
        [x + r, y],
      ]),
      { width: r * 0.28, colour: ink },
    )
  const pupil = ellipse(x + look[0] * r * 0.38, y + look[1] * r * 0.38, r * 0.52, r * 0.56, 0, 14)
  return (
    fill(white, '#f6efdd', 1, true) +
    fill(pupil, ink, 1, true) +
    fill(
      ellipse(x + look[0] * r * 0.38 - r * 0.18, y + look[1] * r * 0.38 - r * 0.2, r * 0.15, r * 0.15, 0, 8),
      '#fffaf0',
    ) +
    (rng.chance(0.4)
      ? fill(
          [
            [x - r * 1.05, y - r * 1.1],
            [x + r * 1.05, y - r * 1.1],
            [x + r, y - r * 0.25],
            [x - r, y - r * 0.35],
          ],
          shade(body, -0.06),
          1,
          true,
        )
      : '') +
    contour(rng, white, { width: r * 0.16, colour: ink, wobble: r * 0.04 })
  )
}

export type Form = {
  x: number
  cy: number
  wide: number
  tall: number
  s: number
  line: number
  colour: string
  palette: CreaturePalette
}

export type Tube = (points: Point[], width: number, tone: string) => string

/** Ears, horns or feelers, one of four kinds. */
export function crest(rng: Rng, { x, cy, wide, tall, s, line, colour, palette }: Form, tube: Tube): string {
  const pen = { width: line, colour: palette.ink, wobble: line * 0.6 }
  let out = ''
  const kind = rng.int(0, 3)
  for (const k of [-1, 1]) {
    const bx = x + k * wide * 0.45
    const by = cy - tall * 0.82
    if (kind === 0) {
      const ear = curve(
        [
          [bx - s * 0.05, by + s * 0.04],
          [bx + k * s * 0.02, by - s * 0.2],
          [bx + k * s * 0.06, by - s * 0.2],
          [bx + s * 0.05, by + s * 0.04],
        ],
        true,
      )
      out += fill(ear, colour, 1, true) + contour(rng, ear, pen)
    } else if (kind === 1)
      out += tube(
        [
          [bx, by + s * 0.02],
          [bx + k * s * 0.09, by - s * 0.05],
          [bx + k * s * 0.08, by - s * 0.15],
        ],
        s * 0.035,
        mix('#e9dcc0', colour, 0.2),
      )
    else if (kind === 2)
      out +=
        strokes(
          rng,
          [
            [
              [bx, by],
              [bx + k * s * 0.03, by - s * 0.14],
            ],
          ],
          { ...pen, width: line * 1.5 },
        ) +
        fill(ellipse(bx + k * s * 0.03, by - s * 0.155, s * 0.028, s * 0.028, 0, 12), rng.pick(palette.bodies), 1, true)
    else {
      const ear = ellipse(bx + k * s * 0.04, by, s * 0.075, s * 0.075, 0, 16)
      out +=
        fill(ear, colour, 1, true) +
        contour(rng, ear, pen) +
        fill(ellipse(bx + k * s * 0.04, by, s * 0.04, s * 0.04, 0, 12), shade(colour, 0.08, 0.03), 1, true)
    }
  }
  return out
}

export function mouth(rng: Rng, { x, wide, s, line, palette }: Form, my: number): string {
  const pen = { width: line, colour: palette.ink, wobble: line * 0.6 }
  let out = ''
  const mw = wide * rng.range(0.25, 0.55)
  const kind = rng.int(0, 3)
  if (kind === 0)
    out += stroke(
      rng,
      curve([
        [x - mw, my],
        [x, my + s * 0.045],
        [x + mw, my - s * 0.005],
      ]),
      pen,
    )
  if (kind === 1) {
    const open = curve(
      [
        [x - mw, my],
        [x, my - s * 0.008],
        [x + mw, my],
        [x + mw * 0.6, my + s * 0.075],
        [x, my + s * 0.1],
        [x - mw * 0.6, my + s * 0.075],
      ],
      true,
    )
    out +=
      fill(open, shade(palette.ink, 0.05, 0.02)) +
      fill(ellipse(x, my + s * 0.078, mw * 0.5, s * 0.022), '#b8594f', 1, true)
    for (let i = 0; i < 4; i++)
      out += fill(
        [
          [x + mw * (-0.7 + i * 0.38), my],
          [x + mw * (-0.42 + i * 0.38), my],
          [x + mw * (-0.56 + i * 0.38), my + s * 0.026],
        ],
        '#f3ead4',
      )
  }
  if (kind === 2) out += fill(ellipse(x, my + s * 0.01, s * 0.02, s * 0.025, 0, 12), palette.ink, 1, true)
  if (kind === 3)
    out += stroke(
      rng,
      curve([
        [x - mw, my + s * 0.012],
        [x - mw * 0.4, my],
        [x, my + s * 0.016],
        [x + mw * 0.5, my],
        [x + mw, my + s * 0.014],
      ]),
      pen,
    )
  return out
}
