import { mix, shade } from '../colour.ts'
import { curve, ellipse, type Point, place, pointsOf, rect } from '../geometry.ts'
import { lit, paint } from '../paint.ts'
import { stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'

export type StillLifeItem = {
  name: string
  plural: string
  outline: Point[]
  colours: string[]
  scale: number
  kind: 'fruit' | 'vessel'
}

/** `outline` has its foot at y 0, negative y above, and a breadth of about 1; `scale` is the size among the others. */
export const STILL_LIFE_ITEMS: readonly StillLifeItem[] = [
  {
    name: 'pear',
    plural: 'pears',
    kind: 'fruit',
    scale: 0.8,
    outline: pointsOf(
      '0 0 0.34 -0.06 0.5 -0.36 0.38 -0.68 0.2 -0.92 0.13 -1.16 0 -1.22 -0.13 -1.16 -0.2 -0.92 -0.38 -0.68 -0.5 -0.36 -0.34 -0.06',
    ),
    colours: ['#a9a04a', '#c8ac4d', '#b5803c', '#8f9a4c'],
  },
  {
    name: 'apple',
    plural: 'apples',
    kind: 'fruit',
    scale: 0.66,
    outline: pointsOf('0 -0.02 0.3 0 0.52 -0.32 0.5 -0.7 0.28 -0.9 0 -0.82 -0.28 -0.9 -0.5 -0.7 -0.52 -0.32 -0.3 0'),
    colours: ['#a8402f', '#b9683a', '#94a04c', '#c9a54e'],
  },
  {
    name: 'lemon',
    plural: 'lemons',
    kind: 'fruit',
    scale: 0.52,
    outline: pointsOf(
      '-0.62 -0.36 -0.48 -0.44 -0.3 -0.7 0 -0.76 0.3 -0.7 0.46 -0.42 0.58 -0.36 0.44 -0.26 0.3 -0.04 0 0 -0.3 -0.04 -0.5 -0.28',
    ),
    colours: ['#d9b545', '#e0c35a', '#cfae4d'],
  },
  {
    name: 'plum',
    plural: 'plums',
    kind: 'fruit',
    scale: 0.46,
    outline: pointsOf('0 0 0.36 -0.06 0.5 -0.38 0.36 -0.72 0.04 -0.78 -0.34 -0.72 -0.5 -0.38 -0.36 -0.06'),
    colours: ['#56405f', '#6d4a66', '#4c4a68'],
  },
  {
    name: 'orange',
    plural: 'oranges',
    kind: 'fruit',
    scale: 0.62,
    outline: pointsOf('0 0 0.36 -0.08 0.52 -0.46 0.38 -0.86 0 -0.98 -0.38 -0.86 -0.52 -0.46 -0.36 -0.08'),
    colours: ['#d1803a', '#c9702f', '#dc9a4c'],
  },
  {
    name: 'bottle',
    plural: 'bottles',
    kind: 'vessel',
    scale: 0.8,
    outline: pointsOf(
      '-0.32 0 0.32 0 0.35 -0.3 0.34 -1.1 0.3 -1.34 0.12 -1.56 0.11 -2.1 0.14 -2.14 -0.14 -2.14 -0.11 -2.1 -0.12 -1.56 -0.3 -1.34 -0.34 -1.1 -0.35 -0.3',
    ),
    colours: ['#39584c', '#5a4434', '#6f8f92', '#2f3f52'],
  },
  {
    name: 'jug',
    plural: 'jugs',
    kind: 'vessel',
    scale: 1,
    outline: pointsOf(
      '-0.3 0 0.3 0 0.5 -0.36 0.46 -0.74 0.26 -1.06 0.24 -1.3 0.4 -1.42 -0.24 -1.38 -0.26 -1.06 -0.46 -0.74 -0.5 -0.36',
    ),
    colours: ['#e4ddcb', '#7d99a4', '#b5654a', '#c7b388'],
  },
  {
    name: 'vase',
    plural: 'vases',
    kind: 'vessel',
    scale: 0.95,
    outline: pointsOf(
      '-0.22 0 0.22 0 0.44 -0.42 0.44 -0.84 0.16 -1.2 0.22 -1.44 -0.22 -1.44 -0.16 -1.2 -0.44 -0.84 -0.44 -0.42',
    ),
    colours: ['#4f6f84', '#d8cdb4', '#8f4f42', '#6b7d5f'],
  },
  {
    name: 'bowl',
    plural: 'bowls',
    kind: 'vessel',
    scale: 1.15,
    outline: pointsOf('-0.26 0 0.26 0 0.34 -0.08 0.66 -0.4 0.74 -0.62 -0.74 -0.62 -0.66 -0.4 -0.34 -0.08'),
    colours: ['#dfd8c6', '#5f7f8f', '#a65f48', '#3f4c52'],
  },
]

export function paintStillLifeItem(
  rng: Rng,
  item: StillLifeItem,
  x: number,
  y: number,
  s: number,
  lightSide: number,
): string {
  const colour = rng.pick(item.colours)
  const size = s * item.scale
  const tilt = item.kind === 'fruit' ? rng.range(-0.2, 0.2) : 0
  const flip = rng.sign()
  const round = curve(place(item.outline, x, y, size, tilt, flip), true, 4)
  let out = ''
  if (item.name === 'jug') {
    const handle = curve(place(pointsOf('0.3 -1.24 0.62 -1.3 0.74 -0.98 0.62 -0.68 0.44 -0.6'), x, y, size, 0, flip))
    out += stroke(rng, handle, { width: size * 0.11, colour: shade(colour, -0.07), taper: 0.1, wobble: 0 })
    out += stroke(rng, handle, { width: size * 0.05, colour: shade(colour, 0.05), taper: 0.4, wobble: 0 })
  }
  out += paint(rng, round, {
    colour: lit(round, colour, lightSide, 0.17),
    flow: (px, py) =>
      item.kind === 'fruit' ? Math.atan2(py - (y - size * 0.45), px - x) + 1.57 : 1.57 + ((px - x) / size) * 0.6,
    size: size * 0.26,
    aspect: 2.6,
    layers: 2.2,
    toneJitter: 0.022,
  })
  const top = item.outline.reduce((high, p) => Math.min(high, p[1]), 0)
  const glint = place(
    ellipse(
      lightSide * 0.2 * flip,
      top * (item.name === 'bottle' ? 0.5 : 0.68),
      0.05,
      item.name === 'bowl' ? 0.05 : 0.1,
      lightSide * 0.5,
    ),
    x,
    y,
    size,
    0,
    flip,
  )
  out += paint(rng, glint, { colour: mix(colour, '#fffaf0', 0.75), size: size * 0.12, layers: 1 })
  if (item.name === 'bowl' || item.name === 'vase' || item.name === 'jug') {
    const wide = item.name === 'bowl' ? 0.72 : item.name === 'vase' ? 0.2 : 0.28
    out += paint(rng, place(ellipse(0, top + 0.01, wide, wide * 0.17), x, y, size), {
      colour: shade(colour, -0.17),
      flow: 0,
      size: size * 0.2,
      layers: 1.5,
    })
  }
  if (item.name === 'bottle') {
    const label = place(rect(-0.32, -0.92, 0.64, 0.42), x, y, size)
    if (rng.chance(0.5))
      out += paint(rng, label, {
        colour: lit(label, '#d8ccae', lightSide, 0.1),
        flow: 0,
        size: size * 0.2,
        layers: 1.6,
      })
  }
  if (item.name === 'pear' || item.name === 'apple') {
    const tip = item.name === 'pear' ? -1.2 : -0.82
    out += stroke(
      rng,
      place(
        [
          [0, tip],
          [0.03, tip - 0.12],
          [0.1, tip - 0.24],
        ],
        x,
        y,
        size,
        tilt,
        flip,
      ),
      { width: size * 0.055, colour: '#3c2c22', taper: 0.4 },
    )
    if (rng.chance(0.3)) {
      const leaf = curve(
        place(
          pointsOf('0.06 0 0.2 -0.14 0.46 -0.16 0.3 0 0.16 0.04').map(([a, b]): Point => [a, b + tip - 0.12]),
          x,
          y,
          size,
          tilt,
          flip,
        ),
        true,
      )
      out += paint(rng, leaf, { colour: '#66783f', size: size * 0.15, flow: -0.4, layers: 2 })
    }
  }
  return out
}
