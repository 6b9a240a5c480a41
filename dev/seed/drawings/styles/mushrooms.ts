import { shade } from '../colour.ts'
import { curve, ellipse, type Point, place, pointsOf } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { clipped, contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { loosen, wash } from '../wash.ts'
import { pickCaption, several } from '../words.ts'

const CAPS = [
  { name: 'fly agaric', colour: '#b3402f', spots: true },
  { name: 'penny bun', colour: '#9c6b3d', spots: false },
  { name: 'parasol', colour: '#cdb38b', spots: true },
  { name: 'chanterelle', colour: '#d99a3a', spots: false },
  { name: 'blewit', colour: '#8d7a9c', spots: false },
  { name: 'ink cap', colour: '#b9b2a5', spots: false },
  { name: 'russula', colour: '#b9617a', spots: false },
  { name: 'verdigris', colour: '#5f8f86', spots: true },
] as const

const PAPERS = ['#efe9dc', '#e9e4d6', '#f2ede3', '#dfd8c6', '#e3e3da']

/** Cap outlines in a unit box: x -1..1, rim at y 0, crown above. */
const SHAPES: readonly (readonly Point[])[] = [
  pointsOf('-1 0.02 -0.92 -0.35 -0.55 -0.75 0 -0.9 0.55 -0.75 0.92 -0.35 1 0.02 0.5 0.12 0 0.16 -0.5 0.12'),
  pointsOf('-1 0 -0.75 -0.3 -0.3 -0.48 0 -0.55 0.3 -0.48 0.75 -0.3 1 0 0.5 0.1 0 0.13 -0.5 0.1'),
  pointsOf('-0.7 0.15 -0.72 -0.5 -0.45 -1.2 0 -1.5 0.45 -1.2 0.72 -0.5 0.7 0.15 0.35 0.25 0 0.27 -0.35 0.25'),
  pointsOf(
    '-1 -0.35 -0.8 -0.42 -0.4 -0.28 0 -0.24 0.4 -0.28 0.8 -0.42 1 -0.35 0.6 0.08 0.25 0.45 -0.25 0.45 -0.6 0.08',
  ),
]

type Kind = { name: string; colour: string; spots: boolean; shape: number }

function mushroom(
  rng: Rng,
  id: string,
  kind: Kind,
  x: number,
  foot: number,
  size: number,
  ink: string,
  line: number,
): string {
  const tilt = rng.range(-0.16, 0.16)
  const tall = size * rng.range(1.2, 2.3)
  const thick = size * rng.range(0.2, 0.34)
  const lean = tilt * tall * 0.8
  const [tx, ty] = [x + lean, foot - tall]
  const stem = curve(
    [
      [x - thick * 1.1, foot],
      [x - thick * 0.75 + lean * 0.4, foot - tall * 0.45],
      [tx - thick * 0.62, ty],
      [tx + thick * 0.62, ty],
      [x + thick * 0.75 + lean * 0.4, foot - tall * 0.45],
      [x + thick * 1.15, foot],
      [x, foot + thick * 0.4],
    ],
    true,
    5,
  )
  const shape = SHAPES[kind.shape] ?? []
  const cap = curve(place(shape, tx, ty, size, tilt), true, 5)
  const pen = { width: line, colour: ink, wobble: line * 0.5 }
  let out = wash(rng, stem, '#d8c9a8', 0.8, 4)
  out += hatch(rng, stem, 1.45 + tilt, line * 3.2, { width: line * 0.5, colour: ink, opacity: 0.5 }, 0.35)
  if (kind.shape < 2 && rng.chance(0.75)) {
    const skirt = curve(
      [
        [tx - thick * 0.8, ty + tall * 0.22],
        [tx, ty + tall * 0.19],
        [tx + thick * 0.8, ty + tall * 0.22],
        [tx + thick * 1.05, ty + tall * 0.34],
        [tx, ty + tall * 0.31],
        [tx - thick * 1.05, ty + tall * 0.34],
      ],
      true,
    )
    out += contour(rng, stem, pen) + fill(skirt, '#e6dcc4') + contour(rng, skirt, { ...pen, width: line * 0.8 })
  } else out += contour(rng, stem, pen)
  const gills = place(
    ellipse(0, kind.shape === 2 ? 0.16 : 0.03, kind.shape === 2 ? 0.68 : 0.96, 0.13),
    tx,
    ty,
    size,
    tilt,
  )
  if (kind.shape !== 3) out += fill(gills, '#cdbb98') + contour(rng, gills, { ...pen, width: line * 0.6 })
  out += fill(loosen(rng, cap, 2), shade(kind.colour, 0.02), 0.9, true) + wash(rng, cap, kind.colour, 0.7, 4)
  let marks = ''
  if (kind.spots) {
    for (let i = 0; i < rng.int(7, 14); i++) {
      const r = rng.range(0.05, 0.14)
      const [sx, sy] = [rng.range(-0.85, 0.85), rng.range(-0.85, 0.02)]
      marks += fill(
        place(ellipse(sx, sy, r * (1 - Math.abs(sx) * 0.5), r * 0.75), tx, ty, size, tilt),
        '#f2e9d6',
        0.95,
        true,
      )
    }
  } else {
    marks += fill(place(ellipse(-0.35, -0.5, 0.3, 0.12, -0.5), tx, ty, size, tilt), shade(kind.colour, 0.16), 0.5, true)
    if (kind.shape === 3 || kind.name === 'ink cap') {
      const ribs = Array.from({ length: 15 }, (_, i): Point[] => {
        const k = (i - 7) / 7.5
        return place(
          [
            [k * 0.85, kind.shape === 3 ? -0.3 : 0.15],
            [k * 0.6, kind.shape === 3 ? 0.05 : -0.4],
            [k * 0.25, kind.shape === 3 ? 0.4 : -0.9],
          ],
          tx,
          ty,
          size,
          tilt,
        )
      })
      marks += strokes(rng, ribs, { width: line * 0.55, colour: ink, opacity: 0.6 })
    }
  }
  const shadow = cap.map(([px, py]): Point => [px + size * 0.5, py + size * 0.22])
  marks += hatch(rng, shadow, 0.9, line * 3.4, { width: line * 0.5, colour: ink, opacity: 0.55 })
  return out + clipped(id, cap, marks) + contour(rng, cap, { ...pen, width: line * 1.25 }, rng.chance(0.4) ? 2 : 1)
}

export function mushrooms(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['square', 'landscape', 'portrait', 'portrait'])
  const ink = rng.pick(['#2a2522', '#33291f', '#1f2a33'])
  const line = rng.range(3.2, 5) * u
  const base: Kind = { ...rng.pick(CAPS), shape: rng.int(0, 3) }
  const plate = rng.chance(0.3)
  let out = paper(rng, w, h, rng.pick(PAPERS))
  const count = plate ? rng.int(4, 6) : rng.int(1, 5)
  const names: string[] = []
  if (plate) {
    const columns = w > h ? Math.min(count, 3) : 2
    const rows = Math.ceil(count / columns)
    const cell = Math.min(w / columns, h / rows)
    for (let i = 0; i < count; i++) {
      const kind: Kind = { ...rng.pick(CAPS), shape: rng.int(0, 3) }
      names.push(kind.name)
      const cx = (w / columns) * ((i % columns) + 0.5)
      const foot = (h / rows) * (Math.floor(i / columns) + 0.88)
      out += mushroom(rng, `c${i}`, kind, cx, foot, cell * rng.range(0.2, 0.26), ink, line * 0.8)
      const scribble = Array.from(
        { length: 13 },
        (_, k): Point => [
          cx - cell * 0.16 + k * cell * 0.026,
          foot + cell * 0.065 + (k % 2 ? -1 : 1) * rng.range(1, 5) * u,
        ],
      )
      out += stroke(rng, curve(scribble), { width: line * 0.45, colour: ink, opacity: 0.7 })
    }
  } else {
    const floor = h * rng.range(0.82, 0.88)
    const mound = curve(
      [
        [w * 0.06, floor + 20 * u],
        [w * 0.2, floor - 8 * u],
        [w * 0.5, floor - 18 * u],
        [w * 0.8, floor - 8 * u],
        [w * 0.95, floor + 18 * u],
        [w * 0.7, floor + 62 * u],
        [w * 0.3, floor + 66 * u],
      ],
      true,
    )
    out += wash(rng, mound, rng.pick(['#8f9a6b', '#a69a6c', '#8a8f86', '#b29468']), 0.7, 8)
    const order = Array.from({ length: count }, (_, i) => (i + 0.5) / count)
    rng.shuffle(order).forEach((t, i) => {
      names.push(base.name)
      const size = Math.min(w * 0.3, h * 0.24) * (count === 1 ? 1.05 : i === count - 1 ? 0.85 : rng.range(0.3, 0.6))
      out += mushroom(rng, `c${i}`, base, w * (0.16 + t * 0.68), floor + rng.range(-6, 34) * u, size, ink, line)
    })
    const blades = Array.from({ length: rng.int(50, 130) }, (): Point[] => {
      const [x, y, tall] = [w * rng.range(0.08, 0.93), floor + rng.range(0, 58) * u, rng.range(16, 60) * u]
      const bend = rng.range(-0.5, 0.5) * tall
      return [
        [x, y],
        [x + bend * 0.3, y - tall * 0.6],
        [x + bend, y - tall],
      ]
    })
    out += strokes(rng, blades, {
      width: line * 0.6,
      colour: rng.pick(['#4d5a35', '#3f4a3a', ink]),
      opacity: 0.85,
      taper: 0.9,
    })
  }
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      plate ? 'Found on one walk' : `${base.name}, under the pines`,
      plate ? `Fungi, plate ${rng.int(2, 9)}` : `A ${base.name} for Ines`,
      'Autumn table',
      'Not for eating',
      'Mushroom page',
      'After four days of rain',
      plate ? 'Field notes, October' : `Little family of ${rng.int(2, 5)}`,
      'From the wood behind the school',
      'Damp',
      'Pilze',
      'Forest floor, close up',
      `Sketchbook, page ${rng.int(8, 90)}`,
    ],
    notes: [
      'My grandmother knew all their names. I know three.',
      'Do not trust this for identification.',
      'Brush pen and two thin washes.',
      'Drew these kneeling, so the angle is honest at least.',
      'The slug got there first, I left it out.',
    ],
    tags: ['mushrooms', 'nature'],
    extraTags: ['ink', 'watercolour', 'autumn', 'forest', 'botanical', 'study'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: plate
      ? `Ink and watercolour plate with ${several(count, 'mushroom')}: ${[...new Set(names)].join(', ')}.`
      : `Ink and watercolour drawing of ${several(count, `${base.name} mushroom`)} in grass.`,
  }
}
