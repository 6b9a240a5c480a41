import { mix, shade } from '../colour.ts'
import { at, ellipse, ground, lerp, noise2, type Point, rect, ridge } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { globe } from '../parts/globe.ts'
import { traveller } from '../parts/traveller.ts'
import { fill } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { paintSky } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

const WORLDS = [
  {
    name: 'rust',
    sky: ['#2a2338', '#6a3f4f', '#c9785a', '#eebd8a'],
    land: ['#b5694a', '#3d2430'],
    planet: '#e3b98a',
    band: '#a8583f',
    light: '#ffe2b0',
  },
  {
    name: 'teal',
    sky: ['#0f1d2b', '#1f4450', '#4f8a85', '#b9d0b0'],
    land: ['#3f6f6c', '#10222a'],
    planet: '#e0c79a',
    band: '#b5825f',
    light: '#f3ecc4',
  },
  {
    name: 'violet',
    sky: ['#18142f', '#3b2f63', '#80609a', '#d9a3ae'],
    land: ['#6a5088', '#1f1838'],
    planet: '#d8a78f',
    band: '#8f5a7a',
    light: '#ffe0d0',
  },
  {
    name: 'ice',
    sky: ['#22354f', '#5a7f9c', '#a9c4cc', '#e6e6da'],
    land: ['#a5bcc6', '#33485f'],
    planet: '#f0e3c9',
    band: '#b89a8a',
    light: '#fffbe9',
  },
  {
    name: 'moss',
    sky: ['#1d2a2a', '#4a5f4c', '#9aa36b', '#e3d79a'],
    land: ['#6f7f4c', '#222d26'],
    planet: '#d9c9a0',
    band: '#8a8f5f',
    light: '#f7eec0',
  },
]

export function planets(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'landscape', 'landscape', 'square', 'panorama', 'tower'])
  const world = rng.pick(WORLDS)
  const horizon = h * rng.range(0.6, 0.78)
  const haze = at(world.sky, world.sky.length - 1)
  let out = paintSky(rng, world.sky, { w, h: horizon + 50 * u, u, slant: rng.range(-0.15, 0.15), turbulence: 0.05 })
  for (const [count, size] of [
    [110, 2.4],
    [26, 4.5],
  ] as const) {
    let stars = ''
    for (let i = 0; i < count; i++)
      stars += dab(
        rng,
        rng.range(0, w),
        rng.next() ** 1.6 * horizon * 0.8,
        0.7,
        size * rng.range(1, 2.2) * u,
        size * 1.4 * u,
      )
    out += `<path fill="#fbf3df" fill-opacity=".75" d="${stars}"/>`
  }
  const drift = noise2(rng)
  const r = Math.min(w, h) * rng.range(0.16, 0.34)
  const ringed = rng.chance(0.55)
  out += globe(
    rng,
    drift,
    world.light,
    'p0',
    w * rng.range(0.25, 0.75),
    horizon * rng.range(0.3, 0.72),
    r,
    world.planet,
    world.band,
    ringed,
  )
  const moons = rng.int(0, 3)
  for (let i = 0; i < moons; i++)
    out += globe(
      rng,
      drift,
      world.light,
      `p${i + 1}`,
      w * rng.range(0.08, 0.92),
      horizon * rng.range(0.1, 0.55),
      r * rng.range(0.1, 0.24),
      mix(world.planet, '#ffffff', 0.3),
      world.band,
      false,
    )
  const layers = rng.int(3, 4)
  const feature = rng.pick(['spires', 'spires', 'dunes', 'city', 'craters'])
  for (let i = 0; i < layers; i++) {
    const t = i / (layers - 1)
    const y = lerp(horizon, h * 0.93, t)
    const tone = mix(mix(at(world.land, 0), haze, 0.5 * (1 - t)), at(world.land, 1), t * 0.92)
    const line = ridge(
      rng,
      w,
      y,
      (feature === 'dunes' ? 30 : 54) * u * (1 - t * 0.3),
      feature === 'dunes' ? 0.02 : 0.5 * (1 - t),
      2.4,
    )
    if (feature === 'spires' && i < layers - 1) {
      for (let k = 0; k < rng.int(2, 5); k++) {
        const x = rng.range(0, w)
        const [wide, tall] = [rng.range(18, 60) * u * (0.6 + t), rng.range(70, 260) * u * (0.6 + t * 0.6)]
        const rock: Point[] = [
          [x - wide, y + 30 * u],
          [x - wide * 0.7, y - tall * 0.4],
          [x - wide * 0.4, y - tall * 0.86],
          [x - wide * 0.05, y - tall],
          [x + wide * 0.3, y - tall * 0.8],
          [x + wide * 0.5, y - tall * 0.35],
          [x + wide, y + 30 * u],
        ]
        out += paint(rng, rock, {
          colour: (px) => shade(tone, px > x ? -0.05 : 0.045),
          flow: 1.3,
          size: 40 * u,
          layers: 1.4,
          toneJitter: 0.02,
        })
      }
    }
    if (feature === 'city' && i === 1) {
      for (let k = 0; k < 14; k++) {
        const [x, wide, tall] = [w * 0.5 + rng.gauss() * w * 0.3, rng.range(12, 34) * u, rng.range(50, 230) * u]
        out += fill(
          [
            [x - wide / 2, y + 20],
            [x - wide * 0.4, y - tall * 0.8],
            [x, y - tall],
            [x + wide * 0.4, y - tall * 0.8],
            [x + wide / 2, y + 20],
          ],
          shade(tone, rng.range(-0.08, 0.02)),
        )
        for (let q = 0; q < 5; q++)
          if (rng.chance(0.6))
            out += fill(rect(x - wide * 0.2, y - tall * rng.range(0.1, 0.75), wide * 0.4, 3 * u), world.light, 0.85)
      }
    }
    out += paint(rng, ground(line, h + 12), {
      colour: (px, py) => shade(tone, drift(px / (140 * u), py / (40 * u)) * 0.045 + (py < y + 16 * u ? 0.02 : 0)),
      flow: (px, py) => drift(px / (260 * u), py / (90 * u)) * 0.4,
      size: lerp(44, 70, t) * u,
      aspect: 4,
      layers: 1.3,
      toneJitter: 0.02,
    })
    if (feature === 'craters' && i > 0)
      for (let k = 0; k < 5; k++) {
        const [cx, cy, cr] = [rng.range(0, w), y + rng.range(24, 70) * u, rng.range(16, 60) * u * (0.5 + t)]
        out +=
          fill(ellipse(cx, cy, cr, cr * 0.26), shade(tone, -0.06), 1, true) +
          fill(ellipse(cx, cy - cr * 0.05, cr * 0.9, cr * 0.18), shade(tone, 0.06), 0.8, true)
      }
  }
  const travellerKind = rng.pick(['astronaut', 'rocket', 'tent', 'none'])
  const [tx, ty] = [w * rng.range(0.2, 0.8), h * rng.range(0.88, 0.93)]
  const dark = at(world.land, 1)
  out += traveller(rng, travellerKind, tx, ty, u, dark, world.light)
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      'Nobody has named it yet',
      ringed ? 'Ringrise' : 'Planetrise',
      `Postcard from ${rng.pick(['Kepler', 'Tau', 'Gliese', 'Ross'])} ${rng.int(12, 720)}`,
      'Day 400',
      `Outpost ${rng.int(2, 9)}`,
      travellerKind === 'tent' ? 'Camping trip' : 'Wrong stop',
      'Cheap paperback cover',
      'Weather: none',
      `World in ${world.name}`,
      'The commute',
      travellerKind === 'rocket' ? 'Parked' : 'A long walk back',
      'Sci-fi Sunday',
      'Bigger moon than ours',
      'Sketch for a game that does not exist',
    ],
    notes: [
      "Inspired by the paperbacks on my father's shelf.",
      'Value study that got out of hand.',
      'Half an hour of stars, ten minutes of planet.',
      'Concept practice, week three.',
      'Gravity not to scale.',
    ],
    tags: ['sci-fi', 'landscape'],
    extraTags: ['space', 'planet', 'concept-art', 'painting', 'environment', 'retro'],
  })
  const seen = { spires: 'rock spires', dunes: 'dunes', city: 'a distant city', craters: 'craters' }[feature] ?? 'hills'
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painted alien landscape in ${world.name} tones with ${seen} under a ${ringed ? 'ringed' : 'striped'} planet${travellerKind === 'none' ? '' : `, ${{ astronaut: 'an astronaut', rocket: 'a rocket', tent: 'a small lit tent' }[travellerKind] ?? ''} in front`}.`,
  }
}
