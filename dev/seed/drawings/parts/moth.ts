import { mix, shade } from '../colour.ts'
import { curve, ellipse, type Point, place, pointsOf } from '../geometry.ts'
import { clipped, contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'
import { type InsectPen, mirrored } from './beetle.ts'

const WINGS = [
  '#d8b98a',
  '#8f6f55',
  '#c98a4a',
  '#7f8f9a',
  '#e3d9c3',
  '#a8705a',
  '#6f7f5f',
  '#4f5a6f',
  '#b5a59a',
  '#d0a0a0',
]

export function moth(rng: Rng, id: string, x: number, y: number, s: number, insectPen: InsectPen): string {
  const { ink, line } = insectPen
  const pen = { width: line, colour: ink, wobble: line * 0.3 }
  const [base, second] = [rng.pick(WINGS), rng.pick(WINGS)]
  const dark = mix(base, ink, 0.6)
  const [span, sweep, hind] = [rng.range(0.62, 0.78), rng.range(-0.42, -0.18), rng.range(0.3, 0.5)]
  const tail = rng.chance(0.25) ? rng.range(0.15, 0.35) : 0
  const spot: Point = [span * rng.range(0.5, 0.66), sweep * 0.4]
  const r = rng.range(0.05, 0.09)
  const bands = rng.int(1, 3)
  let out = mirrored(x, y, s, (put, side) => {
    const back = curve(
      put([
        [0.03, 0.02],
        [span * 0.5, 0.02],
        [span * 0.78, 0.16],
        [span * 0.7, hind],
        [span * 0.42, hind + tail + 0.06],
        [span * 0.26, hind * 0.9],
        [0.04, 0.3],
      ]),
      true,
      5,
    )
    const front = curve(
      put([
        [0.03, -0.16],
        [span * 0.4, sweep - 0.06],
        [span, sweep - 0.06],
        [span * 1.02, sweep + 0.1],
        [span * 0.8, 0.12],
        [span * 0.4, 0.1],
        [0.04, 0.06],
      ]),
      true,
      5,
    )
    const wing = (form: Point[], tone: string, name: string, top: boolean): string => {
      const veins = Array.from({ length: 6 }, (_, i): Point[] =>
        put(
          top
            ? [
                [0.06, -0.06],
                [span * 0.5, sweep * 0.6 + i * 0.06 - 0.05],
                [span * 1.02, sweep - 0.06 + i * 0.075],
              ]
            : [
                [0.06, 0.06],
                [span * 0.34, 0.08 + i * 0.05],
                [span * (0.82 - i * 0.1), 0.14 + i * 0.1],
              ],
        ),
      )
      let inner = strokes(rng, veins, { width: line * 0.6, colour: dark, opacity: 0.7 })
      for (let b = 0; b < bands; b++) {
        const k = 0.9 - b * 0.22
        inner += stroke(
          rng,
          curve(
            put(
              top
                ? [
                    [span * k, sweep - 0.2],
                    [span * (k - 0.07), sweep * 0.3],
                    [span * (k - 0.02), 0.16],
                  ]
                : [
                    [span * k * 0.9, 0],
                    [span * k * 0.72, hind * 0.7 * k],
                    [span * 0.2, hind * k + 0.04],
                  ],
            ),
          ),
          { width: s * (b ? 0.02 : 0.05), colour: b ? dark : second, opacity: 0.75, press: 1 },
        )
      }
      const [ex, ey] = top ? spot : [span * 0.46, hind * 0.52]
      inner +=
        fill(put(ellipse(ex, ey, r, r, 0, 18)), ink, 0.9) +
        fill(put(ellipse(ex, ey, r * 0.7, r * 0.7, 0, 16)), second) +
        fill(put(ellipse(ex, ey, r * 0.32, r * 0.32, 0, 12)), '#f4ecd8')
      return (
        fill(form, tone, 0.55) +
        wash(rng, form, tone, 0.95, 3) +
        clipped(`${id}${name}${side > 0 ? 'a' : 'b'}`, form, inner) +
        contour(rng, form, pen)
      )
    }
    return wing(back, shade(base, 0.05), 'h', false) + wing(front, base, 'f', true)
  })
  const body = curve(
    place(
      pointsOf(
        '-0.05 -0.24 0 -0.28 0.05 -0.24 0.065 -0.1 0.05 0.02 0.055 0.16 0.03 0.34 0 0.4 -0.03 0.34 -0.055 0.16 -0.05 0.02 -0.065 -0.1',
      ),
      x,
      y,
      s,
    ),
    true,
    4,
  )
  out +=
    fill(body, dark, 0.6) +
    wash(rng, body, mix(base, ink, 0.4), 0.95, 2) +
    hatch(rng, body, 0.05, s * 0.035, { width: line * 0.7, colour: ink }) +
    contour(rng, body, pen)
  out += mirrored(x, y, s, (put) => {
    const feeler = curve(put(pointsOf('0.02 -0.26 0.1 -0.38 0.22 -0.44')))
    const comb = feeler.slice(3).map(([px, py]): Point[] => [
      [px, py],
      [px + s * 0.012, py - s * 0.045],
    ])
    return strokes(rng, [feeler, ...comb], { ...pen, width: line * 0.9 })
  })
  return out
}
