import { mix, shade } from '../colour.ts'
import { blob, curve, ellipse, type Point } from '../geometry.ts'
import { lit, paint } from '../paint.ts'
import { clipped, contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { type CreaturePalette, crest, eye, type Form, mouth } from './creature-parts.ts'

export function creature(
  rng: Rng,
  id: string,
  x: number,
  foot: number,
  s: number,
  colour: string,
  palette: CreaturePalette,
  painted: boolean,
): { art: string; eyes: number; horns: boolean } {
  const wide = s * rng.range(0.28, 0.48)
  const tall = s * rng.range(0.34, 0.56)
  const legs = rng.pick([2, 2, 3, 4, 0])
  const leg = legs ? s * rng.range(0.08, 0.3) : 0
  const cy = foot - leg - tall * 0.9
  const body = curve(
    rng.pick([
      () => blob(rng, x, cy, wide, tall, 0.12, 14),
      () =>
        [
          [x - wide * 0.5, cy - tall],
          [x + wide * 0.5, cy - tall],
          [x + wide * 0.85, cy],
          [x + wide * 1.1, cy + tall * 0.8],
          [x, cy + tall],
          [x - wide * 1.1, cy + tall * 0.8],
          [x - wide * 0.85, cy],
        ] as Point[],
      () =>
        [
          [x - wide * 0.9, cy - tall * 0.8],
          [x, cy - tall],
          [x + wide * 0.9, cy - tall * 0.8],
          [x + wide, cy],
          [x + wide * 0.6, cy + tall * 0.95],
          [x - wide * 0.6, cy + tall * 0.95],
          [x - wide, cy],
        ] as Point[],
    ])(),
    true,
    5,
  )
  const line = s * 0.014
  const pen = { width: line, colour: palette.ink, wobble: line * 0.6 }
  const dark = shade(colour, -0.1)
  let out = fill(
    ellipse(x + s * 0.04, foot + s * 0.012, wide * 1.15, s * 0.045),
    shade(palette.ground, -0.14),
    0.7,
    true,
  )
  const tube = (points: Point[], width: number, tone: string): string =>
    stroke(rng, curve(points), { width: width + line * 1.6, colour: palette.ink, taper: 0.05, press: 0.1, wobble: 0 }) +
    stroke(rng, curve(points), { width, colour: tone, taper: 0.05, press: 0.1, wobble: 0 })
  const form: Form = { x, cy, wide, tall, s, line, colour, palette }
  const tail = rng.chance(0.4)
  if (tail) {
    const k = rng.sign()
    out += tube(
      [
        [x + k * wide * 0.6, cy + tall * 0.5],
        [x + k * wide * 1.5, cy + tall * 0.7],
        [x + k * wide * 1.7, cy + tall * 0.1],
        [x + k * wide * 1.4, cy - tall * 0.1],
      ],
      s * 0.05,
      dark,
    )
  }
  for (let i = 0; i < legs; i++) {
    const lx = x + (legs === 1 ? 0 : (i / (legs - 1) - 0.5) * wide * 1.2)
    out += tube(
      [
        [lx, cy + tall * 0.6],
        [lx + rng.gauss() * s * 0.01, foot - leg * 0.4],
        [lx, foot],
      ],
      s * 0.055,
      dark,
    )
    const shoe = ellipse(lx + s * 0.018, foot - s * 0.004, s * 0.055, s * 0.027)
    out += fill(shoe, dark, 1, true) + contour(rng, shoe, pen)
  }
  const horns = rng.chance(0.6)
  if (horns) out += crest(rng, form, tube)
  const armUp = rng.chance(0.3)
  if (rng.chance(0.8))
    for (const k of [-1, 1])
      out += tube(
        [
          [x + k * wide * 0.85, cy + tall * 0.1],
          [x + k * wide * 1.35, cy + tall * (armUp && k > 0 ? -0.2 : 0.35)],
          [x + k * wide * 1.45, cy + tall * (armUp && k > 0 ? -0.75 : 0.75)],
        ],
        s * 0.05,
        shade(colour, -0.05),
      )
  let skin = painted
    ? paint(rng, body, {
        colour: lit(body, colour, 1, 0.13),
        flow: (_, py) => 0.4 + ((py - cy) / tall) * 0.7,
        size: s * 0.11,
        layers: 1.8,
        toneJitter: 0.024,
      })
    : fill(body, colour) +
      fill(
        body.map(([px, py]): Point => [px + wide * 0.45, py + tall * 0.2]),
        dark,
        0.4,
        true,
      )
  const pattern = rng.int(0, 4)
  const belly = shade(colour, 0.12, 0.02)
  if (pattern === 0) skin += fill(ellipse(x, cy + tall * 0.55, wide * 0.6, tall * 0.5), belly, 0.9, true)
  if (pattern === 1)
    for (let i = 0; i < 16; i++)
      skin += fill(
        blob(
          rng,
          x + rng.range(-1, 1) * wide,
          cy + rng.range(-0.9, 1) * tall,
          s * rng.range(0.012, 0.045),
          s * rng.range(0.012, 0.04),
        ),
        rng.chance(0.7) ? dark : belly,
        0.85,
        true,
      )
  if (pattern === 2)
    skin += strokes(
      rng,
      Array.from({ length: 6 }, (_, i): Point[] => [
        [x - wide * 1.2, cy + tall * (i * 0.34 - 0.7)],
        [x, cy + tall * (i * 0.34 - 0.6)],
        [x + wide * 1.2, cy + tall * (i * 0.34 - 0.72)],
      ]),
      { width: s * 0.035, colour: rng.pick(palette.bodies), opacity: 0.75, taper: 0.2 },
    )
  if (pattern === 3)
    skin += strokes(
      rng,
      Array.from({ length: 60 }, (): Point[] => {
        const [px, py] = [x + rng.range(-1, 1) * wide, cy + rng.range(-1, 1) * tall]
        return [
          [px, py],
          [px + rng.gauss() * s * 0.01, py + s * rng.range(0.025, 0.05)],
        ]
      }),
      { width: line * 0.8, colour: dark, opacity: 0.9 },
    )
  out += clipped(id, body, skin) + contour(rng, body, { ...pen, width: line * 1.2 }, rng.chance(0.3) ? 2 : 1)
  const eyes = rng.pick([1, 2, 2, 2, 3, 4])
  const look: Point = [rng.range(-1, 1), rng.range(-0.4, 0.8)]
  const r = s * (eyes === 1 ? rng.range(0.085, 0.12) : rng.range(0.04, 0.07))
  const ey = cy - tall * rng.range(0.25, 0.5)
  const sleepy = rng.chance(0.15)
  for (let i = 0; i < eyes; i++)
    out += eye(
      rng,
      x + (i - (eyes - 1) / 2) * r * 2.35,
      ey - (eyes > 2 && i % 2 ? r * 0.8 : 0),
      r * (eyes > 2 ? rng.range(0.7, 1.1) : 1),
      look,
      palette.ink,
      colour,
      sleepy,
    )
  const my = ey + r * 1.6 + s * 0.035
  out += mouth(rng, form, my)
  for (const k of [-1, 1])
    out += fill(ellipse(x + k * wide * 0.62, my, s * 0.035, s * 0.022, 0, 12), mix(colour, '#d9695a', 0.55), 0.55, true)
  return { art: out, eyes, horns }
}
