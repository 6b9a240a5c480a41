import { mix, ramp, shade } from '../colour.ts'
import { at, ground, noise2, type Point, rect, ridge } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { fill, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { cloud, flock, MOODS, paintSky, tree } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

const CROPS = [
  { name: 'lavender', ground: ['#8a8f6a', '#5f6b4f'], bloom: ['#8f7fb0', '#6f5f98', '#b0a0c8'], rows: true },
  { name: 'poppies', ground: ['#a3a862', '#6b7a45'], bloom: ['#b8452f', '#cf6a45', '#e8d8b0'], rows: false },
  { name: 'tulips', ground: ['#7f9460', '#55704a'], bloom: ['#c9523f', '#e0b04a', '#d98a8f', '#e9dcc6'], rows: true },
  { name: 'wheat', ground: ['#d9b45f', '#a9823f'], bloom: ['#e9cf85', '#c79f4f', '#f0deaa'], rows: false },
  { name: 'wild grass', ground: ['#9aa566', '#5f7548'], bloom: ['#c9c98a', '#e6dfc0', '#7f9455'], rows: false },
  { name: 'stubble', ground: ['#c2a46e', '#8a6f4c'], bloom: ['#d9c18f', '#a38658'], rows: true },
  { name: 'snow', ground: ['#e6e8e6', '#b5c0ca'], bloom: ['#f4f3ee', '#9aa8b5', '#a08f76'], rows: true },
]

export function meadow(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'landscape', 'panorama', 'portrait', 'square'])
  const crop = rng.pick(CROPS)
  const storm = rng.chance(0.35)
  const mood = rng.pick(storm ? MOODS.filter((m) => ['overcast', 'blue hour', 'after rain'].includes(m.name)) : MOODS)
  const horizon = h * (storm ? rng.range(0.6, 0.74) : rng.range(0.36, 0.55))
  const horizonColour = at(mood.sky, mood.sky.length - 1)
  const dim = mood.name === 'blue hour' ? 0.45 : mood.name === 'dusk' ? 0.28 : mood.name === 'overcast' ? 0.12 : 0.05
  const tint = (colour: string): string => mix(colour, mood.near, dim)
  let out = paintSky(rng, storm ? mood.sky.map((c, i) => shade(c, -0.12 + i * 0.04)) : mood.sky, {
    w,
    h: horizon,
    u,
    slant: rng.range(-0.3, 0.3),
    turbulence: storm ? 0.16 : 0.06,
  })
  const clouds = storm ? rng.int(4, 7) : rng.int(0, 5)
  for (let i = 0; i < clouds; i++) {
    const y = horizon * rng.range(0.15, 0.85)
    out += cloud(
      rng,
      rng.range(0, w),
      y,
      rng.range(160, 460) * u * (0.5 + (1 - y / horizon)),
      storm ? shade(horizonColour, -0.02) : mood.glow,
      storm ? shade(at(mood.sky, 0), -0.12) : at(mood.sky, 1),
      u,
    )
  }
  const rain = storm && rng.chance(0.6)
  if (rain) {
    const x0 = rng.range(0, w * 0.7)
    out += strokes(
      rng,
      Array.from({ length: 60 }, (): Point[] => {
        const [x, y] = [x0 + rng.range(0, w * 0.4), horizon * rng.range(0.35, 0.7)]
        const l = horizon - y
        return [
          [x, y],
          [x - l * 0.25, y + l],
        ]
      }),
      { width: 7 * u, colour: shade(at(mood.sky, 0), -0.1), opacity: 0.25, wobble: 0 },
    )
  }
  out += paint(rng, ground(ridge(rng, w, horizon - 4 * u, rng.range(14, 60) * u, 0.08, 2.4), horizon + 10 * u), {
    colour: mix(tint(mood.far), horizonColour, 0.25),
    size: 40 * u,
    flow: 0.1,
    layers: 1.3,
    toneJitter: 0.02,
  })
  const drift = noise2(rng)
  const [soilA, soilB] = [tint(crop.ground[0] ?? '#999966'), tint(crop.ground[1] ?? '#666644')]
  out += paint(rng, rect(-10, horizon, w + 20, h - horizon + 10), {
    colour: (x, y) =>
      shade(
        ramp([mix(soilA, horizonColour, 0.3), soilA, soilB], (y - horizon) / (h - horizon)),
        drift(x / (140 * u), y / (26 * u)) * 0.045,
      ),
    flow: 0.02,
    size: 58 * u,
    aspect: 5,
    layers: 1.4,
    angleJitter: 0.12,
  })
  const vanishingPoint: Point = [w * rng.range(0.2, 0.8), horizon - 20 * u]
  const count = rng.int(9, 16)
  const marks = new Map<string, string>()
  const put = (colour: string, d: string): void => {
    marks.set(colour, (marks.get(colour) ?? '') + d)
  }
  for (let i = 0; i < 1250; i++) {
    const v = rng.next() ** 1.7
    const y = horizon + 6 * u + v * (h - horizon)
    const scale = 0.16 + v
    let x = rng.range(-0.05, 1.05) * w
    let colour = rng.pick(crop.bloom)
    if (crop.rows) {
      const lane = rng.int(-count, count)
      x = vanishingPoint[0] + (lane + rng.gauss() * 0.18) * (w / count) * 1.5 * (0.06 + v * 1.1)
      colour = crop.bloom[(lane + count * 4) % crop.bloom.length] ?? colour
    } else if (drift(x / (210 * u * scale), y / (40 * u)) < -0.1 && rng.chance(0.75)) continue
    if (rng.chance(0.2)) colour = shade(colour, rng.sign() * 0.06)
    put(
      tint(colour),
      dab(
        rng,
        x,
        y,
        crop.name === 'poppies' || crop.name === 'tulips' ? 0 : -1.57 + rng.gauss() * 0.3,
        (8 + 26 * v) * u * (crop.name === 'wheat' ? 1.8 : 1),
        (4 + 13 * v) * u,
      ),
    )
  }
  for (const [colour, d] of marks) out += `<path fill="${colour}" d="${d}"/>`
  const path = rng.chance(0.35)
  if (path) {
    const steps = [0, 0.1, 0.25, 0.45, 0.7, 1]
    const bend = rng.range(-0.25, 0.25) * w
    const side =
      (k: number) =>
      (t: number): Point => [
        vanishingPoint[0] + Math.sin(t * 3) * bend * t + k * (3 * u + t * t * w * 0.14),
        horizon + 4 * u + t * (h - horizon + 10),
      ]
    out += paint(rng, [...steps.map(side(-1)), ...steps.toReversed().map(side(1))], {
      colour: tint('#cdb68c'),
      flow: 0.05,
      size: 44 * u,
      aspect: 4,
      layers: 1.5,
    })
  }
  const trees = rng.int(1, 5)
  for (let i = 0; i < trees; i++)
    out += tree(
      rng,
      w * rng.range(0.03, 0.97),
      horizon + rng.range(4, 22) * u,
      rng.range(60, trees === 1 ? 260 : 170) * u,
      tint(crop.name === 'snow' ? '#8f8578' : rng.pick(['#6f8455', '#4f6b4c', '#9a8a4c', '#b5803f'])),
      tint('#4a3a2f'),
    )
  const house = rng.chance(0.55)
  if (house) {
    const [x, y, s] = [w * rng.range(0.15, 0.85), horizon + 14 * u, rng.range(46, 92) * u]
    const wall = tint(rng.pick(['#ece2cf', '#b5523f', '#d9c4a0']))
    out += paint(
      rng,
      [
        [x - s, y - s * 0.7],
        [x + s, y - s * 0.7],
        [x + s, y],
        [x - s, y],
      ],
      { colour: (px) => (px > x ? shade(wall, -0.07) : wall), size: s * 0.4, flow: 1.57, layers: 1.5 },
    )
    out += paint(
      rng,
      [
        [x - s * 1.15, y - s * 0.66],
        [x - s * 0.75, y - s * 1.2],
        [x + s * 0.75, y - s * 1.2],
        [x + s * 1.15, y - s * 0.66],
      ],
      { colour: tint(crop.name === 'snow' ? '#eef0ee' : '#8a4a38'), size: s * 0.4, flow: 0, layers: 1.5 },
    )
    for (const k of [-0.5, 0.4])
      out += fill(rect(x + k * s - s * 0.1, y - s * 0.5, s * 0.2, s * 0.26), dim > 0.2 ? '#f3d188' : shade(wall, -0.32))
    out += fill(rect(x + s * 0.36, y - s * 1.4, s * 0.16, s * 0.36), tint('#7a4a3a'))
  }
  if (rng.chance(0.35))
    out += flock(
      rng,
      w * rng.range(0.2, 0.8),
      horizon * rng.range(0.3, 0.7),
      rng.int(4, 10),
      80 * u,
      13 * u,
      tint('#3a3a40'),
    )
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      `${crop.name}, ${mood.name}`.replace(/^./, (c) => c.toUpperCase()),
      storm ? 'Storm over the low fields' : 'Field, wind from the left',
      storm ? 'Rain coming, laundry out' : 'Nothing but weather',
      house ? 'The last house before the river' : 'No houses for a while',
      'Out past the ring road',
      `Sky study ${rng.int(4, 52)}`,
      path ? 'Shortcut' : 'Edge of the field',
      'Twenty-minute landscape',
      'Big brush day',
      'Where the bus turns round',
      'Campo',
      `Plein air ${rng.int(2, 19)}`,
      'Cloud practice',
      'The neighbour’s field',
    ],
    notes: [
      'Painted standing in somebody’s field. Sorry.',
      'The sky changed four times, this is the second one.',
      'Rows are just perspective with flowers.',
      'Flies in the paint, real ones.',
      'Left the trees until last and ran out of light.',
    ],
    tags: ['landscape', storm ? 'sky' : 'field'],
    extraTags: [
      'plein-air',
      'clouds',
      'painting',
      crop.name.replace(' ', '-'),
      'countryside',
      mood.name.replace(' ', '-'),
    ],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painted field of ${crop.name} ${storm ? 'under a stormy sky' : mood.when}${rain ? ' with rain in the distance' : ''}${house ? ', with a small house and' : ', with'} ${trees === 1 ? 'a single tree' : 'a few trees'}.`,
  }
}
