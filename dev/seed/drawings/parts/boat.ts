import { mix, shade } from '../colour.ts'
import { ellipse, type Point, type Poly, place, pointsOf, rect } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { fill, stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'

export type Light = { name: string; sky: string[]; water: string[]; hill: string; glow: string; sun?: string }

export const LIGHTS: readonly Light[] = [
  {
    name: 'evening',
    sky: ['#8fa3a6', '#d9bf8f', '#f0d9a4'],
    water: ['#5f8790', '#2f5d68', '#234752'],
    hill: '#6b7f86',
    glow: '#f3dba5',
    sun: '#f8e7b8',
  },
  {
    name: 'morning',
    sky: ['#9fbccb', '#cfdad6', '#f1e2cf'],
    water: ['#9dbcc0', '#6796a3', '#3f7184'],
    hill: '#8ea3ad',
    glow: '#fbf0dc',
  },
  {
    name: 'dusk',
    sky: ['#3d3f66', '#8b5f7f', '#d98f75'],
    water: ['#a8707c', '#574c75', '#2c2f52'],
    hill: '#4b4469',
    glow: '#eba888',
    sun: '#f6c79a',
  },
  {
    name: 'noon',
    sky: ['#5f98bd', '#93bdd0', '#cfe0df'],
    water: ['#5aa3ab', '#2d7f93', '#1f5f7d'],
    hill: '#7f9a86',
    glow: '#e9f4ee',
  },
  {
    name: 'grey day',
    sky: ['#8d979b', '#b3b9b7', '#d3d2c9'],
    water: ['#97a3a2', '#6f8184', '#4e6167'],
    hill: '#7d8788',
    glow: '#dfe0d8',
  },
  {
    name: 'night',
    sky: ['#141d38', '#22345a', '#3f5779'],
    water: ['#35506f', '#1f3355', '#141f3c'],
    hill: '#1c2a48',
    glow: '#f1e3b4',
    sun: '#f4ecc9',
  },
  {
    name: 'sunrise',
    sky: ['#7c9db3', '#e5b99b', '#f7d7a6'],
    water: ['#d3a58d', '#6f8c99', '#3d6577'],
    hill: '#937f8a',
    glow: '#fbe3b6',
    sun: '#fff1cd',
  },
]

const HULLS = ['#b5483a', '#2f4a63', '#e8e2d2', '#3f6b5c', '#d08f3e', '#54342f', '#7f9fb0']

const SAILS = ['#f4ead2', '#e39a3c', '#c9543f', '#f1f0e6', '#7f3a3a', '#e6cf8f']

export function boat(rng: Rng, kind: string, x: number, y: number, s: number, light: Light): string {
  const flip = rng.sign()
  const dim = light.name === 'night' ? 0.5 : light.name === 'dusk' ? 0.25 : 0
  const tint = (colour: string): string => mix(colour, light.water[2] ?? colour, dim)
  const hull = tint(rng.pick(HULLS))
  const placed = (poly: Poly): Point[] => place(poly, x, y, s, 0, flip)
  const size = Math.max(7, s * 0.24)
  const body = placed(pointsOf('-0.62 -0.2 -0.3 -0.13 0.4 -0.13 0.72 -0.24 0.52 0.08 -0.48 0.08'))
  let out = ''
  const pole = (a: Point, b: Point, width: number): string =>
    stroke(rng, placed([a, b]), { width: Math.max(1.4, width * s), colour: tint('#3a2c28'), wobble: 0.4 })
  if (kind === 'sail') {
    out += pole([0, -0.1], [0.02, -1.55], 0.035)
    const main = placed(pointsOf('0.05 -1.5 0.3 -0.85 0.62 -0.3 0.06 -0.27'))
    const jib = placed(pointsOf('-0.02 -1.35 -0.3 -0.75 -0.6 -0.24 -0.04 -0.26'))
    const cloth = tint(rng.pick(SAILS))
    const two = rng.chance(0.5) ? cloth : tint(rng.pick(SAILS))
    out += paint(rng, main, {
      colour: (px) => shade(cloth, (px - x) * flip > s * 0.25 ? -0.05 : 0.02),
      flow: 1.2 * flip,
      size,
      layers: 2,
    })
    out += paint(rng, jib, { colour: shade(two, -0.03), flow: 1.9 * flip, size, layers: 2 })
  } else if (kind === 'trawler') {
    out += pole([-0.25, -0.1], [-0.22, -1.05], 0.04) + pole([0.3, -0.1], [0.32, -0.8], 0.03)
    out += pole([-0.22, -1], [0.32, -0.3], 0.018) + pole([-0.22, -1], [-0.6, -0.2], 0.018)
    out += paint(rng, placed(pointsOf('-0.12 -0.55 0.22 -0.55 0.24 -0.12 -0.14 -0.12')), {
      colour: tint('#ece4d0'),
      size,
      layers: 2,
    })
    out +=
      fill(placed(rect(-0.06, -0.46, 0.1, 0.14)), tint('#2d3b45')) +
      fill(placed(rect(0.08, -0.46, 0.1, 0.14)), tint('#2d3b45'))
    out += fill(placed(rect(-0.16, -0.6, 0.42, 0.06)), tint('#8c3f35'))
  } else {
    out += pole([0.1, -0.1], [-0.75, -0.55], 0.03)
    if (rng.chance(0.7)) {
      out += fill(placed(pointsOf('0.02 -0.14 0.06 -0.42 0.2 -0.44 0.26 -0.14')), tint('#2c3440'), 1, true)
      out += fill(placed(ellipse(0.14, -0.5, 0.075, 0.085)), tint('#c99a7c'))
    }
  }
  out += paint(rng, body, { colour: hull, flow: 0, size: size * 1.2, aspect: 4.5, layers: 2 })
  out += stroke(rng, placed(pointsOf('-0.62 -0.2 -0.3 -0.13 0.4 -0.13 0.72 -0.24')), {
    width: Math.max(1.5, s * 0.05),
    colour: tint('#f1e7d0'),
    wobble: 0.5,
  })
  let below = ''
  const tall = kind === 'sail' ? 1.2 : 0.6
  const echo = kind === 'sail' ? mix(hull, '#f0d9a4', 0.4) : hull
  for (let i = 0; i < 16; i++) {
    const v = i / 16
    below += dab(
      rng,
      x + rng.range(-0.3, 0.3) * s * (1 - v * 0.4),
      y + s * (0.12 + v * tall),
      0,
      s * rng.range(0.25, 0.7) * (1 - v * 0.5),
      s * 0.055,
    )
  }
  return `<path fill="${mix(echo, light.water[1] ?? echo, 0.45)}" fill-opacity=".75" d="${below}"/>${out}`
}
