import { shade } from '../colour.ts'
import { along, curve, ellipse, type Point, place, pointsOf, polar } from '../geometry.ts'
import { lit, paint } from '../paint.ts'
import { fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export const LEAF_GREENS = ['#4f7350', '#6a8a56', '#3f6656', '#7d9460', '#5a7f70', '#8a9a5a']

/** Draws a plant of height about `s` with its foot at x y. */
export type DrawPlant = (rng: Rng, x: number, y: number, s: number, green: string) => string

function leafPaint(rng: Rng, form: Point[], green: string, s: number, angle: number): string {
  return paint(rng, form, {
    colour: shade(green, rng.range(-0.06, 0.06), rng.range(-0.01, 0.015)),
    flow: angle,
    size: s * 0.17,
    aspect: 3.4,
    layers: 1.3,
    toneJitter: 0.025,
  })
}

export const HOUSEPLANTS: Record<string, DrawPlant> = {
  'snake plant': (rng, x, y, s, green) =>
    Array.from({ length: rng.int(5, 8) }, (_, i): string => {
      const a = -Math.PI / 2 + (i - 3) * 0.13 + rng.gauss() * 0.05
      const long = s * rng.range(0.7, 1.25)
      const form = curve(
        place(
          pointsOf('0 -0.05 0.5 -0.075 0.85 -0.05 1 0 0.85 0.05 0.5 0.075 0 0.05'),
          x + (i - 3) * s * 0.06,
          y,
          long,
          a,
        ),
        true,
        4,
      )
      const bars = Array.from({ length: 8 }, (_v, k): Point[] =>
        place(
          [
            [0.1 + k * 0.1, -0.055],
            [0.13 + k * 0.1, 0],
            [0.1 + k * 0.1, 0.055],
          ],
          x + (i - 3) * s * 0.06,
          y,
          long,
          a,
        ),
      )
      return (
        leafPaint(rng, form, green, s, a) +
        strokes(rng, bars, { width: s * 0.016, colour: shade(green, 0.14, 0.02), opacity: 0.7 }) +
        stroke(rng, [...form.slice(2), form[0] as Point], { width: s * 0.016, colour: '#d3c27a', opacity: 0.8 })
      )
    }).join(''),
  monstera: (rng, x, y, s, green) =>
    Array.from({ length: rng.int(5, 8) }, (_, i): string => {
      const a = -Math.PI / 2 + (i - 3) * 0.36 + rng.gauss() * 0.1
      const tip = polar([x, y], a, s * rng.range(0.45, 0.95))
      const turn = a + rng.range(-0.5, 0.5)
      const size = s * rng.range(0.34, 0.5)
      const leaf: Point[] = pointsOf(
        '0 0 -0.14 -0.3 0.08 -0.5 0.2 -0.3 0.3 -0.54 0.44 -0.28 0.56 -0.46 0.66 -0.2 0.84 -0.26 1 0 0.84 0.26 0.66 0.2 0.56 0.46 0.44 0.28 0.3 0.54 0.2 0.3 0.08 0.5 -0.14 0.3',
      )
      const form = curve(place(leaf, tip[0], tip[1], size, turn), true, 3)
      return (
        stroke(rng, curve([[x, y], along([x, y], tip, 0.6), tip]), {
          width: s * 0.024,
          colour: shade(green, -0.05),
          taper: 0.2,
        }) +
        leafPaint(rng, form, green, s, turn + 1) +
        stroke(
          rng,
          place(
            [
              [0, 0],
              [0.9, 0],
            ],
            tip[0],
            tip[1],
            size,
            turn,
          ),
          { width: s * 0.013, colour: shade(green, 0.14) },
        )
      )
    }).join(''),
  cactus: (rng, x, y, s, green) => {
    const pad = (cx: number, cy: number, rx: number, ry: number, turn: number): string => {
      const form = ellipse(cx, cy, rx, ry, turn, 26)
      const ribs = [-0.6, -0.2, 0.2, 0.6].map((k): Point[] =>
        curve(
          place(
            [
              [k * 0.7, 0.95],
              [k, 0],
              [k * 0.7, -0.95],
            ].map(([a, b]): Point => [(a ?? 0) * rx, (b ?? 0) * ry]),
            cx,
            cy,
            1,
            turn,
          ),
        ),
      )
      return (
        paint(rng, form, { colour: lit(form, green, 1, 0.1), flow: 1.57 + turn, size: s * 0.16, layers: 1.6 }) +
        strokes(rng, ribs, { width: s * 0.012, colour: shade(green, 0.16), opacity: 0.8 })
      )
    }
    let out = pad(x, y - s * 0.42, s * 0.17, s * 0.48, 0)
    if (rng.chance(0.8)) out += pad(x + s * 0.26, y - s * 0.52, s * 0.09, s * 0.22, 0.5)
    if (rng.chance(0.6)) out += pad(x - s * 0.24, y - s * 0.4, s * 0.08, s * 0.17, -0.6)
    if (rng.chance(0.6))
      for (let k = 0; k < 6; k++)
        out += fill(
          ellipse(...polar([x, y - s * 0.92], k, s * 0.045), s * 0.05, s * 0.025, k, 12),
          '#d9788a',
          0.95,
          true,
        )
    return out
  },
  pothos: (rng, x, y, s, green) =>
    Array.from({ length: rng.int(5, 7) }, (_, i): string => {
      const side = (i - 3) * 0.16
      const vine = curve([
        [x + side * s * 0.5, y],
        [x + side * s * 1.5, y - s * rng.range(0.1, 0.3)],
        [x + side * s * 2.6, y + s * 0.1],
        [x + side * s * 2.9, y + s * rng.range(0.4, 1.1)],
      ])
      const leaves = vine
        .filter((_p, k) => k > 1 && k % 3 === 0)
        .map((p, k) => {
          const a = 1.2 + (k % 2 ? 0.8 : -0.8) + rng.gauss() * 0.2
          return leafPaint(
            rng,
            curve(
              place(
                pointsOf('0 0 0.1 -0.32 0.45 -0.42 1 0 0.45 0.42 0.1 0.32'),
                p[0],
                p[1],
                s * rng.range(0.16, 0.26),
                a,
              ),
              true,
              3,
            ),
            green,
            s,
            a,
          )
        })
      return stroke(rng, vine, { width: s * 0.018, colour: shade(green, -0.04) }) + leaves.join('')
    }).join(''),
  'rubber plant': (rng, x, y, s, green) => {
    let out = stroke(
      rng,
      curve([
        [x, y],
        [x + s * 0.03, y - s * 0.6],
        [x - s * 0.02, y - s * 1.2],
      ]),
      { width: s * 0.04, colour: '#5f4a3a', taper: 0.3 },
    )
    for (let i = 0; i < 11; i++) {
      const a = (i % 2 ? -0.5 : Math.PI + 0.5) + rng.gauss() * 0.25 - (i > 8 ? (i % 2 ? 0.7 : -0.7) : 0)
      const root: Point = [x, y - s * (0.2 + i * 0.095)]
      const size = s * rng.range(0.36, 0.5)
      out +=
        leafPaint(
          rng,
          curve(
            place(pointsOf('0 0 0.25 -0.2 0.65 -0.22 1 0.02 0.65 0.2 0.25 0.18'), root[0], root[1], size, a),
            true,
            4,
          ),
          green,
          s,
          a,
        ) +
        stroke(
          rng,
          place(
            [
              [0, 0],
              [0.9, 0.01],
            ],
            root[0],
            root[1],
            size,
            a,
          ),
          { width: s * 0.012, colour: shade(green, 0.13) },
        )
    }
    return out
  },
  fern: (rng, x, y, s, green) =>
    Array.from({ length: 12 }, (_, i): string => {
      const a = -Math.PI / 2 + (i - 5.5) * 0.27
      const tip: Point = [x + Math.cos(a) * s * 0.85, y + Math.sin(a) * s * 0.75 + Math.abs(i - 5.5) * s * 0.06]
      const frond = curve([[x, y], [x + Math.cos(a) * s * 0.4, y + Math.sin(a) * s * 0.62], tip], false, 10)
      const leaflets = frond.flatMap((p, k): Point[][] =>
        k < 3 ? [] : [1, -1].map((q): Point[] => [p, polar(p, a + q * 1.1 + 0.2, s * 0.11 * (1.2 - k / frond.length))]),
      )
      return (
        stroke(rng, frond, { width: s * 0.014, colour: shade(green, -0.06) }) +
        strokes(rng, leaflets, { width: s * 0.038, colour: shade(green, rng.range(-0.05, 0.07)), taper: 0.5 })
      )
    }).join(''),
}
