import { curve, ellipse, lerp, type Point, place, pointsOf } from '../geometry.ts'
import { clipped, contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

/** Colours of a woodblock print of waves. */
export const WOODBLOCK_PALETTES = [
  {
    name: 'indigo',
    sky: ['#c9bfa3', '#e8dcc0', '#e3c9a0'],
    deep: '#23405f',
    mid: '#47708f',
    pale: '#a9c3c6',
    line: '#1a2b42',
    foam: '#f1e9d6',
    sun: '#c0533b',
  },
  {
    name: 'green',
    sky: ['#b9c4b0', '#e2dfc4', '#ecd9b0'],
    deep: '#24514f',
    mid: '#4d8279',
    pale: '#b5cfbb',
    line: '#17332f',
    foam: '#f2ecd9',
    sun: '#d0703f',
  },
  {
    name: 'dusk',
    sky: ['#5d5a78', '#b58a8f', '#ecc19a'],
    deep: '#2f3157',
    mid: '#5a5f8c',
    pale: '#a7a6c0',
    line: '#1d1d38',
    foam: '#f3e4d3',
    sun: '#d8603f',
  },
  {
    name: 'storm',
    sky: ['#6f7a80', '#a9aea8', '#d6d0bc'],
    deep: '#2d3f48',
    mid: '#5b7079',
    pale: '#a8b5b3',
    line: '#1b262b',
    foam: '#eeeadd',
    sun: '#b8493a',
  },
  {
    name: 'red',
    sky: ['#b34a38', '#d98a5c', '#edcf9d'],
    deep: '#213a4f',
    mid: '#4b6f80',
    pale: '#b3c3b4',
    line: '#15232f',
    foam: '#f4e8cf',
    sun: '#f1dfb4',
  },
]

type WoodblockPalette = (typeof WOODBLOCK_PALETTES)[number]

/** The back of the wave rises from the left, and its lip curls over to the right. The height is about 1. */
const BACK = pointsOf('-2.4 0.6 -1.6 0.14 -1.05 -0.06 -0.7 -0.3 -0.42 -0.62 -0.12 -0.9 0.22 -1 0.5 -0.92 0.66 -0.74')

const LIP = pointsOf('0.66 -0.74 0.5 -0.76 0.34 -0.72 0.2 -0.6 0.12 -0.42 0.14 -0.22 0.26 -0.06 0.5 0.06 1 0.2 1.7 0.6')

/**
 * A breaking wave of height `s`, filled down to `floor`. `id` names its clip path. With `flip` -1 it breaks to the
 * left.
 */
export function breaker(
  rng: Rng,
  id: string,
  x: number,
  y: number,
  s: number,
  flip: number,
  ink: WoodblockPalette,
  floor: number,
  u: number,
): string {
  const put = (points: readonly Point[]): Point[] => place(points, x, y, s, 0, flip)
  const back = curve(put(BACK))
  const lip = curve(put(LIP))
  const foot = (px: number): Point => [px, floor]
  const ends: Point[] = [foot(put([[1.7, 0]])[0]?.[0] ?? x), foot(put([[-2.4, 0]])[0]?.[0] ?? x)]
  const body = [...back, ...lip, ...ends]
  let bands = ''
  for (let i = 1; i <= 6; i++) {
    const t = i / 7
    const inner = back.map(([px, py], k): Point => {
      const q = lip[
        Math.min(lip.length - 1, Math.floor(((back.length - 1 - k) / (back.length - 1)) * (lip.length - 1)))
      ] as Point
      return [lerp(px, q[0], t * 0.8), lerp(py, q[1] + s * 0.06, t)]
    })
    bands += stroke(rng, inner, {
      width: s * (i % 2 ? 0.075 : 0.035),
      colour: i % 2 ? ink.mid : ink.pale,
      taper: 0.95,
      wobble: 1,
    })
  }
  let out = fill(body, ink.deep) + clipped(id, body, bands)
  const line = { width: Math.max(2.4 * u, s * 0.012), colour: ink.line, wobble: 0.8 }
  out += strokes(rng, [back, lip], line)
  const crest = [...back.slice(Math.floor(back.length * 0.55)), ...lip.slice(0, Math.floor(lip.length * 0.3))]
  const foam: Point[][] = []
  for (let i = 0; i < crest.length; i += 1) {
    const [px, py] = crest[i] as Point
    const t = i / crest.length
    const r = s * (0.03 + 0.055 * t) * rng.range(0.8, 1.2)
    foam.push(ellipse(px + rng.gauss() * s * 0.012, py + rng.gauss() * s * 0.012, r, r * 0.85, 0, 14))
    if (t > 0.3) foam.push(ellipse(px - flip * s * 0.05, py + s * 0.035, r * 0.85, r * 0.7, 0, 12))
  }
  for (const f of foam) out += contour(rng, f, { ...line, width: line.width * 1.3 })
  for (const f of foam) out += fill(f, ink.foam, 1, true)
  for (let i = 0; i < crest.length; i += 2) {
    const [px, py] = crest[i] as Point
    const t = i / crest.length
    if (t < 0.25) continue
    const reach = s * rng.range(0.07, 0.13)
    const hook = curve(
      [
        [px, py],
        [px + flip * reach * 0.7, py + reach * 0.15],
        [px + flip * reach, py + reach * 0.8],
        [px + flip * reach * 0.6, py + reach * 0.55],
        [px - flip * reach * 0.1, py + reach * 0.5],
      ],
      true,
      4,
    )
    out += fill(hook, ink.foam) + stroke(rng, hook.slice(0, 14), { ...line, width: line.width * 0.8 })
  }
  let spray = ''
  for (let i = 0; i < 34; i++) {
    const r = s * rng.range(0.006, 0.017)
    spray += fill(
      ellipse(x + flip * s * (0.45 + rng.gauss() * 0.4), y - s * (0.72 + rng.gauss() * 0.34), r, r, 0, 8),
      ink.foam,
      0.95,
      true,
    )
  }
  return out + spray
}
