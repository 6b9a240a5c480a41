import { mix, shade } from '../colour.ts'
import { curve, noise2, type Point, rect } from '../geometry.ts'
import { paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { paintStillLifeItem, STILL_LIFE_ITEMS, type StillLifeItem } from '../parts/tableware.ts'
import { strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

const ROOMS = [
  { wall: '#b8b39f', table: '#8a6648', cloth: '#d9d2bf' },
  { wall: '#6f8083', table: '#c7b79a', cloth: '#8f5b4b' },
  { wall: '#d3b79a', table: '#6d7f7a', cloth: '#efe6d2' },
  { wall: '#3d4448', table: '#6a5140', cloth: '#a7a18f' },
  { wall: '#9aa88f', table: '#d8cfb8', cloth: '#6f7d92' },
  { wall: '#c99a86', table: '#e7dcc6', cloth: '#59758a' },
  { wall: '#56627a', table: '#b58c62', cloth: '#e2dac6' },
]

export function fruit(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'square', 'portrait'])
  const room = rng.pick(ROOMS)
  const lightSide = rng.sign()
  const edge = h * rng.range(0.52, 0.66)
  const drift = noise2(rng)
  let out = paint(rng, rect(-10, -10, w + 20, edge + 20), {
    colour: (x, y) =>
      shade(
        room.wall,
        (lightSide > 0 ? 0.5 - x / w : x / w - 0.5) * -0.14 + drift(x / (200 * u), y / (200 * u)) * 0.05,
      ),
    flow: (x, y) => 0.8 + drift(x / (300 * u), y / (300 * u)) * 1.5,
    size: 84 * u,
    aspect: 2.6,
    layers: 1.5,
    overflow: true,
    toneJitter: 0.02,
  })
  out += paint(rng, rect(-10, edge, w + 20, h - edge + 10), {
    colour: (x, y) => shade(room.table, ((y - edge) / (h - edge)) * 0.05 + drift(x / (180 * u), y / (60 * u)) * 0.05),
    flow: 0.03,
    size: 90 * u,
    aspect: 4.6,
    angleJitter: 0.1,
    layers: 1.5,
  })
  const cloth = rng.chance(0.5)
  if (cloth) {
    const a = rng.range(0.05, 0.3) * w
    const b = rng.range(0.7, 0.98) * w
    const top = edge + (h - edge) * 0.18
    const form: Point[] = [
      [a, top],
      [(a + b) / 2, top - 6 * u],
      [b, top + 8 * u],
      [b + w * 0.1, h + 10],
      [a - w * 0.08, h + 10],
    ]
    out += paint(rng, form, {
      colour: (x) => shade(room.cloth, Math.sin(x / (46 * u)) * 0.03),
      flow: 1.4,
      size: 70 * u,
      layers: 1.5,
      toneJitter: 0.018,
    })
    if (rng.chance(0.6))
      out += strokes(
        rng,
        Array.from({ length: rng.int(3, 8) }, (_, i): Point[] => {
          const t = (i + 0.5) / 8
          return [
            [a + (b - a) * t, top],
            [a + (b - a) * t * 1.02, (top + h) / 2],
            [a - w * 0.08 + (b - a + w * 0.18) * t, h + 10],
          ]
        }),
        { width: 7 * u, colour: mix(room.cloth, room.wall, 0.7), taper: 0.1 },
      )
  }
  const theme = rng.pick(STILL_LIFE_ITEMS.filter((t) => t.kind === 'fruit'))
  const count = rng.int(2, 6)
  const vessels = rng.int(0, 2) + (count < 3 ? 1 : 0)
  const unit = Math.min(w / (count * 0.52 + vessels * 0.5 + 0.9), h * 0.36)
  const names = new Map<string, number>()
  const note = (item: StillLifeItem): void => {
    names.set(item.name, (names.get(item.name) ?? 0) + 1)
  }
  const back = Array.from({ length: vessels }, () => rng.pick(STILL_LIFE_ITEMS.filter((t) => t.kind === 'vessel')))
  const spots: { item: StillLifeItem; x: number; y: number }[] = []
  const middle = w * rng.range(0.4, 0.6)
  back.forEach((item, i) => {
    note(item)
    spots.push({
      item,
      x: middle + (i - (vessels - 1) / 2) * unit * 1.15 + rng.gauss() * unit * 0.15,
      y: edge + (h - edge) * rng.range(0.2, 0.34),
    })
  })
  for (let i = 0; i < count; i++) {
    const item = rng.chance(0.75) ? theme : rng.pick(STILL_LIFE_ITEMS.filter((t) => t.kind === 'fruit'))
    note(item)
    spots.push({
      item,
      x: middle + (i - (count - 1) / 2) * unit * 0.78 + rng.gauss() * unit * 0.2,
      y: edge + (h - edge) * rng.range(0.36, 0.66),
    })
  }
  spots.sort((a, b) => a.y - b.y)
  for (const { item, x, y } of spots) {
    const s = unit * item.scale
    const cast = curve(
      [
        [x - lightSide * s * 0.4, y + s * 0.02],
        [x + lightSide * s * 0.3, y - s * 0.1],
        [x + lightSide * s * 1.15, y + s * 0.02],
        [x + lightSide * s * 1.2, y + s * 0.12],
        [x + lightSide * s * 0.2, y + s * 0.12],
      ],
      true,
    )
    out += paint(rng, cast, {
      colour: shade(mix(room.table, cloth ? room.cloth : room.table, 0.4), -0.16, -0.02),
      flow: 0,
      size: s * 0.3,
      layers: 1.3,
      toneJitter: 0.015,
    })
  }
  for (const { item, x, y } of spots) out += paintStillLifeItem(rng, item, x, y, unit, lightSide)
  const listed = [...names].map(([name, k]) =>
    k === 1
      ? `a${/^[aeiou]/.test(name) ? 'n' : ''} ${name}`
      : `${k} ${STILL_LIFE_ITEMS.find((t) => t.name === name)?.plural ?? name}`,
  )
  const lead = (listed.at(-1) ?? 'fruit')
    .replace(/^an? /, 'One ')
    .replace(/^\d+/, (d) => ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'][Number(d)] ?? d)
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      lead,
      `${lead}, window light`,
      'Kitchen table, Sunday',
      'What was left',
      `Still life no. ${rng.int(3, 41)}`,
      `${theme.plural.replace(/^./, (c) => c.toUpperCase())} before they turned`,
      'Morandi homework',
      lightSide > 0 ? 'Light from the left' : 'Light from the right',
      'Before lunch',
      'Market haul',
      'Hour two with the fruit',
      'Studio still life, evening class',
      'Nature morte, very',
      'Ate the models afterwards',
    ],
    notes: [
      'Warm light, cool shadow. Or the other way round, I forget.',
      'Set this up on a chair by the window.',
      'The smallest one is my favourite.',
      'Edges lost on purpose, mostly.',
      'Evening class, week five.',
      `Two hours. The ${theme.name} kept rolling away.`,
    ],
    tags: ['still-life', 'painting'],
    extraTags: ['fruit', theme.name, 'gouache', 'study', 'from-life', 'light', 'kitchen'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painted still life on a table: ${listed.join(', ')}${cloth ? ', on a cloth' : ''}.`,
  }
}
