import { shade } from '../colour.ts'
import { curve, type Point, place, polar } from '../geometry.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'
import { flower, type Plant } from './flower.ts'

export function leaf(rng: Rng, root: Point, angle: number, long: number, plant: Plant): string {
  const broad = [0.24, 0.14, 0.36, 0.2][plant.leaf] ?? 0.2
  const bend = rng.range(-0.25, 0.25)
  const shapePoints: Point[] =
    plant.leaf === 2
      ? [
          [0, 0],
          [0.14, -0.06],
          [0.3, -broad],
          [0.5, -broad * 0.75],
          [0.62, -broad * 0.95],
          [0.8, -broad * 0.4],
          [1, bend * 0.4],
          [0.8, broad * 0.4],
          [0.62, broad * 0.95],
          [0.5, broad * 0.75],
          [0.3, broad],
          [0.14, 0.06],
        ]
      : [
          [0, 0],
          [0.1, -0.02],
          [0.38, -broad],
          [0.72, -broad * 0.62 + bend * 0.2],
          [1, bend * 0.4],
          [0.72, broad * 0.62 + bend * 0.2],
          [0.38, broad],
          [0.1, 0.02],
        ]
  const form = curve(place(shapePoints, root[0], root[1], long, angle), true, 4)
  const tone = shade(plant.green, rng.range(-0.05, 0.06), rng.range(-0.01, 0.015))
  const rib = curve(
    place(
      [
        [0, 0],
        [0.5, bend * 0.1],
        [0.94, bend * 0.36],
      ],
      root[0],
      root[1],
      long,
      angle,
    ),
  )
  const veins = [0.25, 0.42, 0.58, 0.72].flatMap((t): Point[][] =>
    [1, -1].map((k) =>
      place(
        [
          [t, bend * t * 0.2],
          [t + 0.13, k * broad * (0.8 - t * 0.5) + bend * t * 0.3],
        ],
        root[0],
        root[1],
        long,
        angle,
      ),
    ),
  )
  const pen = { width: plant.line, colour: plant.ink, wobble: plant.line * 0.5 }
  return (
    (plant.wet ? wash(rng, form, tone, 0.9, 3) : fill(form, tone, 0.96)) +
    strokes(rng, [rib, ...(long > plant.line * 16 ? veins : [])], {
      ...pen,
      width: plant.line * 0.55,
      colour: plant.wet ? plant.ink : shade(tone, 0.14),
      opacity: 0.7,
    }) +
    (plant.wet ? contour(rng, form, pen) : '')
  )
}

/**
 * A stem with a flower at its end, leaves on alternate sides or in pairs, and smaller stems as branches. `under` (the
 * stems) is drawn before `over` (leaves and flowers).
 */
export function plantStem(
  rng: Rng,
  root: Point,
  angle: number,
  long: number,
  depth: number,
  plant: Plant,
  inPairs: boolean,
): { under: string; over: string } {
  const bend = rng.range(-0.35, 0.35)
  const line: Point[] = [root]
  let [p, a] = [root, angle]
  for (let i = 0; i < 8; i++) {
    a += bend / 8 + rng.range(-0.06, 0.06) + (-Math.PI / 2 - a) * 0.03
    p = polar(p, a, long / 8)
    line.push(p)
  }
  let under = ''
  let over = ''
  const spots = curve(line)
  const leaves = Math.max(2, Math.round(long / (plant.unit * rng.range(11, 16))))
  let side = rng.sign()
  for (let i = 0; i < leaves; i++) {
    const t = 0.12 + (i / leaves) * 0.76
    const spot = spots[Math.floor(t * (spots.length - 1))] as Point
    const size = plant.unit * rng.range(18, 26) * (1.15 - t * 0.65) * (depth ? 0.7 : 1)
    for (const k of inPairs ? [1, -1] : [side]) over += leaf(rng, spot, a + k * rng.range(0.6, 1.05), size, plant)
    side *= -1
    if (depth < 2 && rng.chance(depth ? 0.12 : 0.28)) {
      const branch = plantStem(
        rng,
        spot,
        a + side * rng.range(0.4, 0.7),
        long * rng.range(0.3, 0.5) * (1 - t * 0.4),
        depth + 1,
        plant,
        inPairs,
      )
      under += branch.under
      over += branch.over
    }
  }
  under += stroke(rng, line, {
    width: plant.line * (depth ? 1.5 : 2.6),
    colour: plant.wet ? plant.ink : shade(plant.green, -0.05),
    taper: 0.35,
    wobble: 0.6,
  })
  over += flower(rng, p, a, plant.unit * rng.range(10, 15) * (depth ? 0.8 : 1.25), plant)
  return { under, over }
}
