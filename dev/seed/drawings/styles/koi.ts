import { ramp, shade } from '../colour.ts'
import { ellipse, noise2, type Point, polar, rect } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { fish, KOI_COATS } from '../parts/koi-fish.ts'
import { fill, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

const PONDS = [
  { name: 'green', water: ['#123f42', '#1d5a58', '#2f7a6e'], pad: '#5d8f4a', shine: '#7fb3a0' },
  { name: 'blue', water: ['#17304f', '#23507a', '#3f7a9c'], pad: '#5b8a5c', shine: '#9cc3d3' },
  { name: 'black', water: ['#14171c', '#20272d', '#37434a'], pad: '#566b4d', shine: '#7d8c8c' },
  { name: 'pale', water: ['#86aaa5', '#a9c4ba', '#cbdacb'], pad: '#7a9a63', shine: '#eef3e6' },
  { name: 'violet', water: ['#2a2547', '#443c69', '#6a5d8a'], pad: '#5a7a67', shine: '#a897bf' },
]

export function koi(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['square', 'square', 'portrait', 'landscape', 'panorama', 'tower'])
  const pond = rng.pick(PONDS)
  const drift = noise2(rng)
  const slant = rng.range(-0.6, 0.6)
  let out = paint(rng, rect(-10, -10, w + 20, h + 20), {
    colour: (x, y) => ramp(pond.water, 0.45 + drift(x / (240 * u), y / (180 * u)) * 0.5),
    flow: (x, y) => slant + drift(x / (300 * u), y / (300 * u)) * 0.8,
    size: 84 * u,
    layers: 1.5,
    overflow: true,
    toneJitter: 0.022,
  })
  const count = rng.int(1, 6)
  const long = Math.min(w, h) * (count === 1 ? 0.85 : count < 4 ? 0.56 : 0.42) * rng.range(0.9, 1.15)
  const middle = pond.water[1] ?? '#335555'
  const coats = new Set<string>()
  const circle = count > 2 && rng.chance(0.4)
  for (let i = 0; i < count; i++) {
    const coat = rng.pick(KOI_COATS)
    coats.add(coat.name)
    const a = (i / count) * Math.PI * 2 + rng.range(-0.2, 0.2)
    const t = (i + 0.5) / count
    const [cx, cy] = circle
      ? [w / 2 + Math.cos(a) * w * 0.27, h / 2 + Math.sin(a) * h * 0.27]
      : w > h
        ? [w * t + rng.gauss() * 40 * u, h * rng.range(0.3, 0.7)]
        : [w * rng.range(0.3, 0.7), h * t + rng.gauss() * 30 * u]
    const turn = circle ? a + Math.PI / 2 : rng.range(0, Math.PI * 2)
    out += fish(
      rng,
      `f${i}`,
      cx + Math.cos(turn) * long * 0.45,
      cy + Math.sin(turn) * long * 0.45,
      turn,
      long * rng.range(0.75, 1.05),
      coat,
      middle,
    )
  }
  let ripples = ''
  for (let i = 0; i < 46; i++)
    ripples += dab(rng, rng.range(0, w), rng.range(0, h), slant * 0.4, rng.range(30, 130) * u, rng.range(2, 6) * u)
  out += `<path fill="${pond.shine}" fill-opacity=".28" d="${ripples}"/>`
  const pads = rng.int(0, 7)
  const corner: Point = [w * rng.pick([0.05, 0.9]), h * rng.pick([0.08, 0.92])]
  for (let i = 0; i < pads; i++) {
    const r = rng.range(38, 92) * u
    const [px, py] = [corner[0] + rng.gauss() * w * 0.2, corner[1] + rng.gauss() * h * 0.16]
    const notch = rng.range(0, 6)
    const leaf = [
      [px, py] as Point,
      ...Array.from(
        { length: 22 },
        (_, k): Point => polar([px, py], notch + 0.2 + (k / 21) * 5.85, r * rng.range(0.96, 1.03)),
      ),
    ]
    out += fill(
      leaf.map(([lx, ly]): Point => [lx + 8 * u, ly + 14 * u]),
      shade(middle, -0.1),
      0.5,
    )
    out += paint(rng, leaf, {
      colour: (x) => shade(pond.pad, x > px ? -0.03 : 0.04),
      flow: (x, y) => Math.atan2(y - py, x - px),
      size: r * 0.5,
      layers: 1.6,
    })
    out += strokes(
      rng,
      Array.from({ length: 6 }, (_, k): Point[] => [[px, py], polar([px, py], notch + 0.7 + k * 0.95, r * 0.85)]),
      { width: 2.4 * u, colour: shade(pond.pad, 0.12), opacity: 0.6 },
    )
    if (rng.chance(0.3))
      for (let k = 0; k < 9; k++)
        out += fill(
          ellipse(...polar([px, py], k * 0.7, r * 0.22), r * 0.26, r * 0.1, k * 0.7, 14),
          shade(rng.pick(['#e9b9bd', '#f2dcd8', '#f1e6c9']), k % 2 ? -0.02 : 0.03),
          1,
          true,
        )
  }
  const petals = rng.chance(0.4)
  if (petals)
    for (let i = 0; i < rng.int(8, 26); i++)
      out += fill(
        ellipse(rng.range(0, w), rng.range(0, h), rng.range(7, 12) * u, rng.range(4, 6) * u, rng.range(0, 3), 12),
        rng.pick(['#f0c8c8', '#f6e2dc', '#e5a9ae']),
        0.95,
        true,
      )
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      `Koi no. ${rng.int(2, 24)}`,
      'The pond at the library',
      count === 1
        ? 'The old one'
        : `${several(count, 'fish', 'fish').replace(/^./, (c) => c.toUpperCase())}, ${pond.name} water`,
      'Feeding time, almost',
      pads ? 'Lily pads and neighbours' : 'Just under the surface',
      'They know my shadow',
      'Koi practice',
      'Slow afternoon',
      'Everyone turns left',
      petals ? 'Petals on the pond' : 'Rain stopped, fish came up',
      'Goldfish, promoted',
      'Nishikigoi',
      'Pond, looking down',
    ],
    notes: [
      'Sat by the pond until the guard said goodbye.',
      'The scales are four lines and a lot of hope.',
      'One of them is named Gerald.',
      'Trying to paint the water first and the fish inside it.',
      'Reference from my own blurry photos.',
    ],
    tags: ['koi', 'water'],
    extraTags: ['fish', 'pond', 'painting', 'animals', 'japan', 'gouache'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painting of ${several(count, 'koi', 'koi')} (${[...coats].join(', ')}) from above in a ${pond.name} pond${pads ? ' with lily pads' : ''}${petals ? ' and fallen petals' : ''}.`,
  }
}
