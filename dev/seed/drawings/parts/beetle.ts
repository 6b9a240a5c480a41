import { shade } from '../colour.ts'
import { curve, ellipse, type Point, type Poly, place, pointsOf } from '../geometry.ts'
import { clipped, contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'

const HUES = [
  '#3f6f6a',
  '#8f3f35',
  '#c9963f',
  '#3d4f7a',
  '#5f7a45',
  '#7a4a6a',
  '#2f3436',
  '#b56f3f',
  '#8a8f94',
  '#4f8a8f',
  '#a8684f',
]

/** Colour and width of the outlines. */
export type InsectPen = { ink: string; line: number }

/** Draws the right half (`side` 1) and its mirror image (-1). */
export function mirrored(
  x: number,
  y: number,
  s: number,
  draw: (put: (points: Poly) => Point[], side: number) => string,
): string {
  return [1, -1].map((side) => draw((points) => place(points, x, y, s, 0, side), side)).join('')
}

export function beetle(rng: Rng, id: string, x: number, y: number, s: number, insectPen: InsectPen): string {
  const { ink, line } = insectPen
  const hue = rng.pick(HUES)
  const shine = shade(hue, 0.16, 0.03)
  const pen = { width: line, colour: ink, wobble: line * 0.3 }
  const [wide, long] = [rng.range(0.2, 0.33), rng.range(0.36, 0.52)]
  const neck = rng.range(0.65, 1)
  const horn = rng.chance(0.4)
  let out = mirrored(x, y, s, (put) => {
    const legs = [-0.2, 0, 0.22].map((dy, i): Point[] =>
      curve(
        put([
          [wide * 0.7, dy],
          [wide + 0.12, dy + (i - 1) * 0.12 - 0.02],
          [wide + 0.17, dy + (i - 1) * 0.3 + (i ? 0.08 : -0.08)],
          [wide + 0.22, dy + (i - 1) * 0.36 + (i ? 0.12 : -0.14)],
        ]),
      ),
    )
    const feeler = curve(
      put([
        [0.05, -0.36],
        [0.12 + rng.next() * 0.02, -0.5],
        [0.22, -0.6],
        [0.34, -0.62],
      ]),
    )
    return (
      strokes(rng, legs, { ...pen, width: line * 2.2, taper: 0.4 }) + stroke(rng, feeler, { ...pen, width: line * 1.2 })
    )
  })
  const head = curve(
    place(pointsOf('-0.1 -0.4 0 -0.44 0.1 -0.4 0.13 -0.32 0.08 -0.26 -0.08 -0.26 -0.13 -0.32'), x, y, s),
    true,
    4,
  )
  if (horn)
    out += mirrored(x, y, s, (put) =>
      stroke(rng, curve(put(pointsOf('0.06 -0.42 0.14 -0.54 0.06 -0.64'))), { ...pen, width: line * 3, taper: 0.6 }),
    )
  out += wash(rng, head, shade(hue, -0.08), 1, 2) + contour(rng, head, pen)
  const chest = curve(
    place(
      [
        [-wide * neck * 0.7, -0.29],
        [0, -0.32],
        [wide * neck * 0.7, -0.29],
        [wide * neck, -0.14],
        [wide * 0.8, -0.07],
        [-wide * 0.8, -0.07],
        [-wide * neck, -0.14],
      ],
      x,
      y,
      s,
    ),
    true,
    4,
  )
  out +=
    fill(chest, hue, 0.5, true) +
    wash(rng, chest, shade(hue, rng.range(-0.06, 0.06), 0.01), 0.95, 2) +
    contour(rng, chest, pen)
  const mark = rng.int(0, 4)
  const dots = Array.from({ length: 6 }, (): [number, number, number] => [
    rng.range(0.25, 0.8) * wide,
    rng.range(0.04, long - 0.08),
    rng.range(0.02, 0.06),
  ])
  const second = rng.pick(HUES)
  out += mirrored(x, y, s, (put, side) => {
    const shell = curve(
      put([
        [0.004, -0.06],
        [wide * 0.8, -0.06],
        [wide, 0.1],
        [wide * 0.86, long * 0.7],
        [wide * 0.3, long],
        [0.004, long * 0.98],
      ]),
      true,
      4,
    )
    let skin = ''
    if (mark === 0) skin = dots.map(([a, b, r]) => fill(put(ellipse(a, b, r, r * 1.2, 0, 14)), second, 0.95)).join('')
    if (mark === 1)
      skin = strokes(
        rng,
        [0.25, 0.45, 0.65, 0.85].map((k): Point[] =>
          curve(
            put([
              [wide * k * 0.8, -0.05],
              [wide * k, long * 0.4],
              [wide * k * 0.5, long],
            ]),
          ),
        ),
        { ...pen, width: line * 0.8 },
      )
    if (mark === 2)
      skin = [0.08, 0.24]
        .map((t) =>
          fill(
            curve(
              put([
                [0, t],
                [wide * 0.5, t - 0.03],
                [wide * 1.1, t + 0.01],
                [wide * 1.1, t + 0.08],
                [wide * 0.5, t + 0.05],
                [0, t + 0.09],
              ]),
              true,
            ),
            second,
            0.95,
          ),
        )
        .join('')
    if (mark === 3) skin = hatch(rng, shell, 1.45 * side, line * 2.4, { width: line * 0.6, colour: ink, opacity: 0.6 })
    skin += fill(
      put(ellipse(wide * 0.42, long * 0.24, wide * 0.12, long * 0.24, 0.1, 16)),
      shine,
      side < 0 ? 0.65 : 0.3,
      true,
    )
    return (
      fill(shell, hue, 0.5) +
      wash(rng, shell, hue, 0.95, 2) +
      clipped(`${id}${side > 0 ? 'a' : 'b'}`, shell, skin) +
      contour(rng, shell, pen)
    )
  })
  return out
}
