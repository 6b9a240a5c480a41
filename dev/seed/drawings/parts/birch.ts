import { mix } from '../colour.ts'
import type { Point } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

type Season = {
  name: string
  back: string[]
  floor: string[]
  leaves: string[]
  bark: string
  mark: string
  leafage: number
}

export const SEASONS: readonly Season[] = [
  {
    name: 'October',
    back: ['#e0a94a', '#c87f33', '#7d4526'],
    floor: ['#8a5329', '#5a3420'],
    leaves: ['#f0c766', '#e2a23c', '#c9742d', '#a9521f'],
    bark: '#efe8da',
    mark: '#2b2320',
    leafage: 1,
  },
  {
    name: 'May',
    back: ['#cfdd9e', '#93b56b', '#4f7a4c'],
    floor: ['#6b8f4c', '#3d5e3a'],
    leaves: ['#dbe6a0', '#a8c765', '#7fa64d', '#5e8a46'],
    bark: '#f3efe2',
    mark: '#33352c',
    leafage: 1,
  },
  {
    name: 'January',
    back: ['#cfd8dd', '#a5b6c2', '#7d90a3'],
    floor: ['#eef1f0', '#c4d0d8'],
    leaves: ['#f3f5f3', '#d5dfe4'],
    bark: '#ece9e3',
    mark: '#3a3f47',
    leafage: 0.25,
  },
  {
    name: 'midsummer night',
    back: ['#b9c9c0', '#4e7f80', '#1f4752'],
    floor: ['#25524f', '#16343c'],
    leaves: ['#7fae96', '#4b8379', '#2f6664'],
    bark: '#d5dcd6',
    mark: '#142a31',
    leafage: 0.8,
  },
  {
    name: 'first frost',
    back: ['#d9b9ad', '#a98c98', '#655d78'],
    floor: ['#b9a7a6', '#7d6f80'],
    leaves: ['#e5c7a6', '#cf9a81', '#a86f6b'],
    bark: '#f0e6e0',
    mark: '#3b2f3a',
    leafage: 0.45,
  },
  {
    name: 'August',
    back: ['#e8dca0', '#a9b168', '#5a6b3c'],
    floor: ['#8f8a4a', '#56602f'],
    leaves: ['#ece2a0', '#c2bd63', '#8d9a4a'],
    bark: '#f2ebd8',
    mark: '#322d22',
    leafage: 0.9,
  },
  {
    name: 'November fog',
    back: ['#c9c6bc', '#a5a39b', '#7d7b76'],
    floor: ['#86796a', '#5d544a'],
    leaves: ['#b98f55', '#94703f'],
    bark: '#e6e2d8',
    mark: '#3a3632',
    leafage: 0.2,
  },
]

export function trunk(
  rng: Rng,
  x: number,
  top: number,
  foot: number,
  wide: number,
  season: Season,
  fade: number,
  u: number,
): string {
  const lean = rng.range(-0.05, 0.05) * (foot - top)
  const haze = season.back[1] ?? season.bark
  const bark = mix(season.bark, haze, fade)
  const mark = mix(season.mark, haze, fade * 0.8)
  const form: Point[] = [
    [x + lean - wide * 0.36, top],
    [x + lean + wide * 0.36, top],
    [x + wide * 0.46, foot - wide * 2],
    [x + wide * 0.68, foot],
    [x - wide * 0.66, foot],
    [x - wide * 0.46, foot - wide * 2],
  ]
  const mid = (y: number): number => x + lean * ((foot - y) / (foot - top))
  let out = paint(rng, form, {
    colour: (px, py) => {
      const v = (px - mid(py)) / wide
      return v > 0.12 ? mix(bark, mark, v > 0.3 ? 0.42 : 0.22) : v < -0.32 ? mix(bark, haze, 0.25) : bark
    },
    flow: 1.57,
    size: Math.max(12 * u, wide * 0.9),
    layers: fade > 0.4 ? 0.6 : 1.2,
    angleJitter: 0.12,
    aspect: 3,
  })
  let marks = ''
  const count = Math.round((foot - top) / (wide * 1.1))
  for (let i = 0; i < count; i++) {
    const y = rng.range(top, foot)
    const side = rng.sign()
    marks += dab(
      rng,
      mid(y) + side * wide * rng.range(0.14, 0.38),
      y,
      rng.range(-0.2, 0.2),
      wide * rng.range(0.2, 0.62),
      wide * rng.range(0.06, 0.17),
    )
  }
  for (let i = 0; i < 3; i++) {
    const y = rng.range(top, foot - wide)
    const k = wide * rng.range(0.16, 0.26)
    marks += dab(rng, mid(y), y, 0.7, k * 2, k) + dab(rng, mid(y) + k, y, -0.7, k * 2, k)
  }
  out += `<path fill="${mark}" d="${marks}"/>`
  if (fade < 0.4) {
    const twigs = Array.from({ length: rng.int(1, 4) }, (): Point[] => {
      const [y, side, reach] = [rng.range(top, top + (foot - top) * 0.6), rng.sign(), rng.range(60, 170) * u]
      return [
        [mid(y) + side * wide * 0.3, y],
        [mid(y) + side * (wide * 0.3 + reach * 0.5), y - reach * 0.42],
        [mid(y) + side * (wide * 0.3 + reach), y - reach * rng.range(0.4, 0.8)],
      ]
    })
    out += strokes(rng, twigs, { width: Math.max(2, wide * 0.13), colour: mark, taper: 0.9 })
  }
  return out
}
