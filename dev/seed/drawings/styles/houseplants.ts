import { mix, shade } from '../colour.ts'
import { along, curve, ellipse, type Point, type Poly, rect } from '../geometry.ts'
import { lit, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { type DrawPlant, HOUSEPLANTS, LEAF_GREENS } from '../parts/leafy.ts'
import { fill, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

const ROOMS = [
  { wall: '#d9b8a0', shelf: '#8a5f45', pots: ['#b5583f', '#e8dcc6', '#4f6a78', '#d39a4a'] },
  { wall: '#e6dcc6', shelf: '#a8805a', pots: ['#c2684a', '#6f8f8a', '#394650', '#e0b56a'] },
  { wall: '#6f8580', shelf: '#3f3a38', pots: ['#e3c9a5', '#c9714f', '#efe8d9', '#2f4148'] },
  { wall: '#39424f', shelf: '#7a5a45', pots: ['#d98a5f', '#e6dcc8', '#8aa39c', '#c9a55a'] },
  { wall: '#c5cbb8', shelf: '#e9e1cf', pots: ['#a8503f', '#4a5f55', '#d9a566', '#8d99a5'] },
  { wall: '#e0a98f', shelf: '#f0e6d3', pots: ['#3f5560', '#f4ecdc', '#8f4a3d', '#7a8f6a'] },
]

function pot(rng: Rng, x: number, floor: number, s: number, colour: string): { art: string; top: number } {
  const [wide, tall, kind] = [s * rng.range(0.24, 0.34), s * rng.range(0.38, 0.56), rng.int(0, 2)]
  const top = floor - tall
  const shapes: Poly[] = [
    [
      [x - wide, top],
      [x + wide, top],
      [x + wide * 0.72, floor],
      [x - wide * 0.72, floor],
    ],
    curve(
      [
        [x - wide * 0.8, top],
        [x + wide * 0.8, top],
        [x + wide * 1.08, top + tall * 0.5],
        [x + wide * 0.7, floor],
        [x - wide * 0.7, floor],
        [x - wide * 1.08, top + tall * 0.5],
      ],
      true,
      4,
    ),
    [
      [x - wide * 0.85, top],
      [x + wide * 0.85, top],
      [x + wide * 0.85, floor],
      [x - wide * 0.85, floor],
    ],
  ]
  const form = shapes[kind] ?? []
  let art = paint(rng, form, {
    colour: lit(form, colour, 1, 0.12),
    flow: 1.5,
    size: s * 0.2,
    layers: 1.7,
    toneJitter: 0.02,
  })
  if (kind === 0) {
    const rim = rect(x - wide * 1.1, top - tall * 0.03, wide * 2.2, tall * 0.2)
    art += paint(rng, rim, { colour: lit(rim, shade(colour, 0.03), 1, 0.12), size: s * 0.16, layers: 1.6 })
  }
  if (rng.chance(0.35))
    art += strokes(
      rng,
      Array.from({ length: 3 }, (_, i): Point[] => [
        [x - wide * 0.78, top + tall * (0.4 + i * 0.16)],
        [x, top + tall * (0.43 + i * 0.16)],
        [x + wide * 0.78, top + tall * (0.4 + i * 0.16)],
      ]),
      { width: s * 0.02, colour: mix(colour, '#f4ecdc', 0.6), opacity: 0.8 },
    )
  return { art, top }
}

export function houseplants(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'square', 'landscape', 'portrait', 'tower', 'panorama'])
  const room = rng.pick(ROOMS)
  const wall = room.wall
  let out = paint(rng, rect(-10, -10, w + 20, h + 20), {
    colour: (x, y) => shade(wall, 0.03 - (x / w) * 0.06 - (y / h) * 0.02),
    flow: 0.9,
    angleJitter: 0.7,
    size: 110 * u,
    aspect: 2.6,
    layers: 1.2,
    toneJitter: 0.014,
    overflow: true,
  })
  if (rng.chance(0.5)) {
    const [x, y, bw, bh] = [w * rng.range(0.05, 0.5), h * rng.range(0.05, 0.2), w * 0.4, h * 0.4]
    const beam: Point[] = [
      [x, y],
      [x + bw * 0.5, y - bh * 0.12],
      [x + bw * 0.7, y + bh],
      [x + bw * 0.2, y + bh * 1.1],
    ]
    out += paint(rng, beam, {
      colour: mix(wall, '#fff0c9', 0.45),
      flow: 1.2,
      size: 90 * u,
      layers: 1.2,
      toneJitter: 0.012,
    })
    out += strokes(
      rng,
      [
        [along(beam[0] as Point, beam[1] as Point, 0.5), along(beam[3] as Point, beam[2] as Point, 0.5)],
        [along(beam[0] as Point, beam[3] as Point, 0.5), along(beam[1] as Point, beam[2] as Point, 0.5)],
      ],
      { width: 14 * u, colour: wall, taper: 0 },
    )
  }
  const rows = h > w * 1.9 ? rng.int(2, 3) : h > w ? rng.int(1, 2) : 1
  const names: string[] = []
  let hung = false
  for (let r = 0; r < rows; r++) {
    const floor = h * ((r + (rows === 1 ? 0.84 : 0.9)) / rows)
    const plank =
      rows === 1 && rng.chance(0.6)
        ? rect(-10, floor - 8 * u, w + 20, h - floor + 30 * u)
        : rect(w * 0.04, floor - 6 * u, w * 0.92, 26 * u)
    out += paint(rng, plank, {
      colour: (_, y) => shade(room.shelf, y < floor + 6 * u ? 0.04 : -0.03),
      flow: 0,
      size: 80 * u,
      aspect: 6,
      layers: 1.5,
      toneJitter: 0.02,
    })
    const cell = h / rows
    const count = Math.max(1, Math.min(6, Math.round((w / cell) * rng.range(1.1, 1.9))))
    for (let i = 0; i < count; i++) {
      const s = Math.min(cell * 0.42, (w / count) * 0.85) * rng.range(0.8, 1.05)
      const x = w * 0.04 + w * 0.92 * ((i + 0.5) / count) + rng.gauss() * w * 0.012
      const name = rng.pick(Object.keys(HOUSEPLANTS))
      names.push(name)
      const made = pot(rng, x, floor, s, rng.pick(room.pots))
      out += fill(ellipse(x + s * 0.12, floor + 2 * u, s * 0.42, s * 0.05), shade(room.shelf, -0.12), 0.6, true)
      out += (HOUSEPLANTS[name] as DrawPlant)(rng, x, made.top + s * 0.03, s, rng.pick(LEAF_GREENS)) + made.art
      if (name === 'pothos') out += (HOUSEPLANTS.pothos as DrawPlant)(rng, x, made.top, s * 0.6, rng.pick(LEAF_GREENS))
    }
  }
  if (rows === 1 && rng.chance(0.35)) {
    hung = true
    const [x, s, top] = [w * rng.range(0.2, 0.8), Math.min(w, h) * 0.2, h * 0.2]
    out += strokes(
      rng,
      [
        [
          [x, -10],
          [x - s * 0.26, top],
        ],
        [
          [x, -10],
          [x + s * 0.26, top],
        ],
      ],
      { width: 4 * u, colour: '#e6dcc6', taper: 0 },
    )
    const bowl = curve(
      [
        [x - s * 0.3, top],
        [x + s * 0.3, top],
        [x + s * 0.22, top + s * 0.26],
        [x, top + s * 0.34],
        [x - s * 0.22, top + s * 0.26],
      ],
      true,
    )
    out +=
      paint(rng, bowl, { colour: lit(bowl, rng.pick(room.pots), 1), size: s * 0.18, layers: 1.6 }) +
      (HOUSEPLANTS.pothos as DrawPlant)(rng, x, top, s * 0.8, rng.pick(LEAF_GREENS))
  }
  const lead = names[0] ?? 'fern'
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      'Plant shelf',
      `The ${lead} is winning`,
      'Watered on Thursdays',
      `${several(names.length, 'pot')}, one window`.replace(/^./, (c) => c.toUpperCase()),
      'Still alive',
      'Plant parents, group portrait',
      `${lead}, repotted`.replace(/^./, (c) => c.toUpperCase()),
      'South-facing',
      'Jungle, rented',
      'Named them all Kevin',
      'Greens practice',
      `Desk view ${rng.int(2, 15)}`,
      'Sunday with leaves',
      'Too many? No',
    ],
    notes: [
      'Mixed six greens and used two.',
      'The cactus in real life has fewer arms.',
      'A portrait of the only flatmates who do not cook.',
      'Gouache, flat shapes first.',
      'Someone please tell me why the fern is brown.',
    ],
    tags: ['plants', 'still-life'],
    extraTags: ['houseplants', 'gouache', 'interior', 'illustration', 'green', 'cosy'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Gouache painting of ${several(names.length, 'potted plant')} (${[...new Set(names)].join(', ')}) on ${rows > 1 ? `${rows} shelves` : 'a shelf'}${hung ? ', one more hanging above' : ''}.`,
  }
}
