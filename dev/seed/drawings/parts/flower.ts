import { mix, shade } from '../colour.ts'
import { curve, ellipse, type Point, place, pointsOf, polar } from '../geometry.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'

export const FLOWER_HEADS = ['berries', 'daisy', 'bell', 'umbel', 'poppy', 'seed', 'spike'] as const

export const PLANT_NAMES: Record<(typeof FLOWER_HEADS)[number], string[]> = {
  berries: ['Rosehip', 'Cotoneaster', 'Hypericum', 'Holly, nearly'],
  daisy: ['Ox-eye daisy', 'Camomile', 'Echinacea', 'Gerbera'],
  bell: ['Harebell', 'Campanula', "Snake's head", 'Bluebell'],
  umbel: ['Cow parsley', 'Dill', "Queen Anne's lace", 'Fennel'],
  poppy: ['Poppy', 'Anemone', 'Icelandic poppy', 'Cosmos'],
  seed: ['Honesty', 'Poppy heads', 'Love-in-a-mist, gone over', 'Dried stems'],
  spike: ['Lavender', 'Foxglove', 'Sage', 'Veronica'],
}

export const BLOOM_COLOURS = ['#b4473a', '#c98a3a', '#6f7fae', '#a8688f', '#d8b755', '#e3d7cf', '#8a5f9a', '#c96f5a']

export const STEM_GREENS = ['#5d7a4f', '#6f8560', '#47664f', '#7d8a55', '#5a7a74']

export type Plant = {
  head: (typeof FLOWER_HEADS)[number]
  bloom: string
  green: string
  leaf: number
  ink: string
  line: number
  unit: number
  wet: boolean
}

export function flower(rng: Rng, p: Point, angle: number, r: number, plant: Plant): string {
  const pen = { width: plant.line * 0.85, colour: plant.ink, wobble: plant.line * 0.4 }
  const petal = (form: Point[], tone: string): string =>
    plant.wet ? wash(rng, form, tone, 0.95, 2.5) + contour(rng, form, pen) : fill(form, tone, 0.97, true)
  const tone = (): string => shade(plant.bloom, rng.range(-0.04, 0.06))
  let out = ''
  if (plant.head === 'daisy' || plant.head === 'poppy') {
    const count = plant.head === 'daisy' ? rng.int(9, 14) : rng.int(4, 6)
    const squash = rng.range(0.55, 1)
    for (let i = 0; i < count; i++) {
      const a = (i / count) * Math.PI * 2 + rng.range(-0.12, 0.12)
      const [tip, broad] = plant.head === 'daisy' ? [r * 1.15, 0.16] : [r * 1.1, 0.55]
      const form = curve(
        place(
          [
            [0.1, 0],
            [0.5, -broad],
            [0.95, -broad * 0.8],
            [1.02, 0],
            [0.95, broad * 0.8],
            [0.5, broad],
          ],
          0,
          0,
          tip,
          a,
        ),
        true,
        3,
      )
      out += petal(
        place(
          form.map(([x, y]): Point => [x, y * squash]),
          p[0],
          p[1],
          1,
          angle + Math.PI / 2,
        ),
        tone(),
      )
    }
    const middle = ellipse(p[0], p[1], r * 0.3, r * 0.3 * squash, angle + Math.PI / 2, 16)
    out += petal(middle, plant.head === 'daisy' ? '#c69a3e' : '#39323a')
    out += strokes(
      rng,
      Array.from({ length: 14 }, (_, i): Point[] => [
        polar(p, i * 0.45, r * 0.2),
        polar(p, i * 0.45, r * rng.range(0.34, 0.46)),
      ]),
      { ...pen, width: plant.line * 0.6 },
    )
  } else if (plant.head === 'umbel') {
    for (let i = 0; i < 13; i++) {
      const tip = polar(p, angle + (i - 6) * 0.19, r * rng.range(1.1, 1.5))
      out += stroke(rng, [p, tip], { ...pen, colour: plant.wet ? plant.ink : plant.green })
      let dots = ''
      for (let k = 0; k < 7; k++)
        dots += fill(
          ellipse(tip[0] + rng.gauss() * r * 0.15, tip[1] + rng.gauss() * r * 0.13, r * 0.06, r * 0.055, 0, 8),
          tone(),
          0.95,
          true,
        )
      out += dots
    }
  } else if (plant.head === 'bell') {
    for (let i = 0; i < 3; i++) {
      const side = angle + Math.PI / 2 + (i - 1) * 0.9
      const root = polar(p, side, r * 0.5)
      out += stroke(rng, curve([p, polar(p, side - 0.4, r * 0.35), root]), pen)
      out += petal(
        curve(
          place(
            pointsOf('0 -0.12 0.5 -0.34 0.8 -0.36 1 -0.55 0.92 -0.2 1.05 0 0.92 0.2 1 0.55 0.8 0.36 0.5 0.34 0 0.12'),
            root[0],
            root[1],
            r * 0.95,
            Math.PI / 2 + rng.range(-0.4, 0.4),
          ),
          true,
          3,
        ),
        tone(),
      )
    }
  } else if (plant.head === 'spike') {
    for (let i = 0; i < 15; i++) {
      const t = i / 14
      for (const k of [-1, 1]) {
        const root = polar(polar(p, angle, r * (t * 3.2 - 1)), angle + Math.PI / 2, k * r * 0.12 * (1.1 - t))
        out += petal(
          curve(
            place(
              pointsOf('0 0 0.4 -0.26 1 -0.1 1 0.14 0.4 0.26'),
              root[0],
              root[1],
              r * 0.5 * (1.15 - t * 0.7),
              angle + k * 0.95,
            ),
            true,
            3,
          ),
          tone(),
        )
      }
    }
  } else {
    const berries = plant.head === 'berries' ? rng.int(2, 5) : 1
    for (let i = 0; i < berries; i++) {
      const a = angle + (i - (berries - 1) / 2) * 0.6
      const c = polar(p, a, r * 0.8)
      out += stroke(rng, [p, c], pen)
      const form =
        plant.head === 'berries'
          ? ellipse(c[0], c[1], r * 0.36, r * 0.42, a + Math.PI / 2, 18)
          : curve(
              place(
                pointsOf('-0.3 -0.16 0.1 -0.42 0.55 -0.36 0.62 -0.42 0.62 0.42 0.55 0.36 0.1 0.42 -0.3 0.16'),
                c[0],
                c[1],
                r,
                angle,
              ),
              true,
              3,
            )
      out += petal(form, plant.head === 'berries' ? tone() : mix(plant.bloom, '#9a8a66', 0.6))
      if (plant.head === 'berries')
        out +=
          fill(ellipse(c[0] - r * 0.12, c[1] - r * 0.14, r * 0.07, r * 0.09, 0.6, 8), '#fbf4e6', 0.8) +
          strokes(
            rng,
            [
              [polar(c, a, r * 0.4), polar(c, a + 0.15, r * 0.52)],
              [polar(c, a, r * 0.4), polar(c, a - 0.15, r * 0.52)],
            ],
            pen,
          )
    }
  }
  return out
}
