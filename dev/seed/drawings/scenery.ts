import { mix, ramp, shade } from './colour.ts'
import { ellipse, noise2, type Point, rect } from './geometry.ts'
import { dab, paint } from './paint.ts'
import { strokes } from './pencil.ts'
import type { Rng } from './random.ts'

export type Mood = {
  name: string
  /** Name within a sentence. */
  when: string
  /** Top to horizon. */
  sky: readonly string[]
  sun: string
  far: string
  near: string
  glow: string
}

export const MOODS: readonly Mood[] = [
  {
    name: 'dusk',
    when: 'at dusk',
    sky: ['#39415f', '#7b6183', '#c98579', '#e9b98a'],
    sun: '#f7dca0',
    far: '#8a6f8c',
    near: '#2f2f4d',
    glow: '#f0b98d',
  },
  {
    name: 'dawn',
    when: 'at dawn',
    sky: ['#7d9bb5', '#b9bfc9', '#eccbb4', '#f6e0bd'],
    sun: '#fff0cf',
    far: '#a9adbd',
    near: '#4a5d6e',
    glow: '#f9e6c8',
  },
  {
    name: 'midday',
    when: 'at midday',
    sky: ['#6d9dbb', '#98bccb', '#c9dad6'],
    sun: '#f7f1dc',
    far: '#94adb3',
    near: '#45604f',
    glow: '#eff2e6',
  },
  {
    name: 'overcast',
    when: 'under an overcast sky',
    sky: ['#8f999c', '#b2b7b4', '#d1cfc5'],
    sun: '#ece6d6',
    far: '#a3a9a6',
    near: '#4d5552',
    glow: '#dcdad0',
  },
  {
    name: 'golden hour',
    when: 'at golden hour',
    sky: ['#8f9a92', '#d0b27c', '#eccb86', '#f6dfa3'],
    sun: '#fdf0c4',
    far: '#b59a72',
    near: '#5b4a38',
    glow: '#f7dc9b',
  },
  {
    name: 'blue hour',
    when: 'at blue hour',
    sky: ['#1d2748', '#33466e', '#5c7391', '#96a3a8'],
    sun: '#eee4c3',
    far: '#4f6684',
    near: '#18213c',
    glow: '#c3c8bd',
  },
  {
    name: 'after rain',
    when: 'after rain',
    sky: ['#56707d', '#86a09f', '#c4cdb9', '#e7e0bd'],
    sun: '#f4ecce',
    far: '#85998f',
    near: '#36493f',
    glow: '#ece6c4',
  },
  {
    name: 'heat',
    when: 'in the heat of the day',
    sky: ['#b8876a', '#d9a577', '#ecc698', '#f4dfb8'],
    sun: '#fbe9c0',
    far: '#c08e73',
    near: '#6d3e36',
    glow: '#f5d7a8',
  },
]

export type Sky = { w: number; h: number; u: number; slant?: number; turbulence?: number; size?: number }

export function paintSky(
  rng: Rng,
  colours: readonly string[],
  { w, h, u, slant = 0, turbulence = 0.07, size = 66 }: Sky,
): string {
  const drift = noise2(rng)
  return paint(rng, rect(-10, -10, w + 20, h + 14), {
    colour: (x, y) => ramp(colours, y / h + drift(x / (260 * u), y / (70 * u)) * turbulence),
    flow: (x, y) => slant + drift(x / (320 * u), y / (170 * u)) * 0.5,
    size: size * u,
    layers: 1.5,
    toneJitter: 0.024,
    overflow: true,
  })
}

export function disc(rng: Rng, x: number, y: number, r: number, colour: string, sky: string): string {
  return (
    paint(rng, ellipse(x, y, r * 1.7, r * 1.6), {
      colour: mix(colour, sky, 0.66),
      size: r * 0.9,
      layers: 1.4,
      noCoat: true,
      toneJitter: 0.015,
    }) + paint(rng, ellipse(x, y, r, r), { colour, size: r * 0.8, layers: 2, toneJitter: 0.012 })
  )
}

/** A heap of cloud with a lit crown and a flat, cooler belly. */
export function cloud(rng: Rng, x: number, y: number, wide: number, light: string, dark: string, u: number): string {
  let out = ''
  const lumps = rng.int(4, 7)
  for (let i = 0; i < lumps; i++) {
    const t = (i + 0.5) / lumps
    const r = wide * (0.12 + 0.14 * Math.sin(t * Math.PI)) * rng.range(0.8, 1.2)
    const [cx, cy] = [x + (t - 0.5) * wide, y - r * 0.5]
    out += paint(rng, ellipse(cx, cy, r * 1.2, r * 0.8), {
      colour: (_, py) => mix(light, dark, Math.max(0, Math.min(1, Math.round(((py - cy) / r + 0.4) * 4) / 4))),
      flow: rng.range(-0.3, 0.3),
      size: 38 * u,
      aspect: 2.6,
      layers: 1.3,
      noCoat: true,
      overflow: true,
    })
  }
  return out
}

export function flock(
  rng: Rng,
  x: number,
  y: number,
  count: number,
  spread: number,
  size: number,
  colour: string,
): string {
  const lines = Array.from({ length: count }, (): Point[] => {
    const [bx, by, s] = [x + rng.gauss() * spread, y + rng.gauss() * spread * 0.4, size * rng.range(0.6, 1.2)]
    const dip = rng.range(0.2, 0.6)
    return [
      [bx - s, by - s * dip],
      [bx - s * 0.45, by - s * dip * 1.1],
      [bx, by],
      [bx + s * 0.5, by - s * dip * 1.3],
      [bx + s, by - s * dip * 0.8],
    ]
  })
  return strokes(rng, lines, { width: Math.max(1.6, size * 0.2), colour, wobble: 0, taper: 0.9 })
}

/** A conifer of drooping brush marks. */
export function pine(rng: Rng, x: number, foot: number, tall: number, colour: string): string {
  let dark = ''
  let light = ''
  const tiers = Math.max(5, Math.round(tall / 13))
  for (let i = 0; i <= tiers; i++) {
    const t = i / tiers
    const y = foot - tall * (1 - t * 0.9)
    const reach = tall * (0.02 + t * 0.2) * rng.range(0.75, 1.2)
    dark += dab(rng, x - reach * 0.5, y, 2.75, reach * 1.4, Math.max(3, tall * 0.055))
    dark += dab(rng, x + reach * 0.5, y, 0.4, reach * 1.4, Math.max(3, tall * 0.055))
    if (rng.chance(0.6))
      light += dab(rng, x - reach * 0.4, y - tall * 0.015, 2.7, reach * 0.8, Math.max(2, tall * 0.025))
  }
  const trunk = `M${Math.round(x - tall * 0.012)} ${Math.round(foot - tall)}L${Math.round(x - tall * 0.025)} ${Math.round(foot)}h${Math.max(2, Math.round(tall * 0.05))}z`
  return `<path fill="${colour}" d="${trunk}${dark}"/><path fill="${shade(colour, 0.06, 0.01)}" d="${light}"/>`
}

/** A round-headed tree of dabs in three tones. */
export function tree(rng: Rng, x: number, foot: number, tall: number, leaf: string, trunk: string): string {
  const wide = tall * rng.range(0.28, 0.4)
  let out = strokes(
    rng,
    [
      [
        [x, foot],
        [x + tall * 0.01, foot - tall * 0.6],
      ],
      [
        [x, foot - tall * 0.3],
        [x - wide * 0.4, foot - tall * 0.6],
      ],
      [
        [x, foot - tall * 0.35],
        [x + wide * 0.4, foot - tall * 0.62],
      ],
    ],
    { width: Math.max(2, tall * 0.05), colour: trunk },
  )
  for (const [tone, dy, scale] of [
    [-0.07, 0.06, 1],
    [0, 0, 0.9],
    [0.07, -0.1, 0.6],
  ] as const) {
    const crown = ellipse(
      x - (scale < 0.8 ? wide * 0.2 : 0),
      foot - tall * (0.66 - dy),
      wide * scale,
      tall * 0.32 * scale,
    )
    out += paint(rng, crown, {
      colour: shade(leaf, tone, tone * 0.2),
      flow: -0.5,
      angleJitter: 1,
      size: tall * 0.13,
      aspect: 2,
      layers: 1.1,
      noCoat: true,
      overflow: true,
    })
  }
  return out
}
