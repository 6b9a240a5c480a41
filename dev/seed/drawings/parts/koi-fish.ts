import { mix, shade } from '../colour.ts'
import { blob, curve, ellipse, type Point, polar } from '../geometry.ts'
import { paint } from '../paint.ts'
import { clipped, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export const KOI_COATS = [
  { name: 'white and red', body: '#f3ece0', patch: '#d2512d' },
  { name: 'orange', body: '#e08a34', patch: '#f4c878' },
  { name: 'white and black', body: '#efe9df', patch: '#26262b' },
  { name: 'gold', body: '#e3b44a', patch: '#f3dc94' },
  { name: 'red and black', body: '#c4492d', patch: '#2a2326' },
  { name: 'silver', body: '#c3cacc', patch: '#7f8b91' },
]

const WIDTHS = [0.02, 0.075, 0.115, 0.135, 0.135, 0.12, 0.095, 0.065, 0.038, 0.024]

export function fish(
  rng: Rng,
  id: string,
  x: number,
  y: number,
  turn: number,
  long: number,
  coat: (typeof KOI_COATS)[number],
  water: string,
): string {
  const bend = rng.range(-0.9, 0.9)
  const wave = rng.range(-0.5, 0.5)
  const spine: Point[] = []
  let p: Point = [x, y]
  for (let i = 0; i < WIDTHS.length; i++) {
    const t = i / (WIDTHS.length - 1)
    spine.push(p)
    p = polar(p, turn + Math.PI + bend * t * t + wave * Math.sin(t * 5) * 0.4, long / WIDTHS.length)
  }
  const side = (i: number, k: number): Point => {
    const [a, b] = [spine[Math.max(0, i - 1)] as Point, spine[Math.min(spine.length - 1, i + 1)] as Point]
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2
    return polar(spine[i] as Point, angle, (WIDTHS[i] ?? 0) * long * k)
  }
  const heading = (i: number): number => {
    const [a, b] = [side(i, 0), spine[Math.min(spine.length - 1, i + 1)] as Point]
    return Math.atan2(b[1] - a[1], b[0] - a[0])
  }
  const body = curve(
    [
      polar(spine[0] as Point, turn, long * 0.03),
      ...WIDTHS.map((_, i) => side(i, 1)),
      ...WIDTHS.map((_, i) => side(WIDTHS.length - 1 - i, -1)),
    ],
    true,
    4,
  )
  const fin = (i: number, k: number, reach: number, sweep: number): Point[] => {
    const root = side(i, k * 0.8)
    const dir = heading(i) + (k > 0 ? 1 : -1) * sweep
    return curve(
      [
        root,
        polar(root, dir + 0.45 * k, reach * 0.8),
        polar(root, dir, reach),
        polar(root, dir - 0.5 * k, reach * 0.75),
        side(i + 1, k * 0.8),
      ],
      true,
      4,
    )
  }
  const end = spine[spine.length - 1] as Point
  const back = heading(WIDTHS.length - 2)
  const tail = curve(
    [
      side(8, 1),
      polar(end, back + 0.55, long * 0.14),
      polar(end, back + 0.5 + wave * 0.3, long * 0.27),
      polar(end, back, long * 0.13),
      polar(end, back - 0.5 + wave * 0.3, long * 0.25),
      polar(end, back - 0.55, long * 0.13),
      side(8, -1),
    ],
    true,
    4,
  )
  const veil = mix(coat.body, water, 0.28)
  let out = fill(
    body.map(([px, py]): Point => [px + long * 0.05, py + long * 0.09]),
    shade(water, -0.09),
    0.55,
    true,
  )
  for (const f of [
    fin(3, 1, long * 0.17, 0.75),
    fin(3, -1, long * 0.17, 0.75),
    fin(6, 1, long * 0.1, 0.5),
    fin(6, -1, long * 0.1, 0.5),
    tail,
  ]) {
    out += fill(f, veil, 0.85, true)
    const middle = f[Math.floor(f.length / 2)] as Point
    const root = f[0] as Point
    const rays = [-0.25, 0, 0.25].map((k): Point[] => [
      root,
      [middle[0] + (middle[1] - root[1]) * k, middle[1] - (middle[0] - root[0]) * k],
    ])
    out += strokes(rng, rays, { width: long * 0.009, colour: shade(veil, -0.14), opacity: 0.6 })
  }
  let skin = paint(rng, body, {
    colour: (px, py) =>
      (px - x) * Math.sin(turn) - (py - y) * Math.cos(turn) < -long * 0.03 ? shade(coat.body, -0.07) : coat.body,
    flow: turn + bend * 0.5,
    size: long * 0.13,
    layers: 1.8,
    toneJitter: 0.02,
    round: true,
  })
  for (let i = 0; i < rng.int(3, 6); i++) {
    const k = rng.int(1, 7)
    const [cx, cy] = side(k, rng.range(-0.7, 0.7))
    skin += paint(rng, blob(rng, cx, cy, long * rng.range(0.05, 0.11), long * rng.range(0.04, 0.07), 0.35), {
      colour: coat.patch,
      flow: turn,
      size: long * 0.08,
      layers: 1.6,
      round: true,
    })
  }
  const scales: Point[][] = []
  for (let i = 2; i < 8; i++)
    for (const k of [-0.55, 0, 0.55])
      scales.push([side(i, k - 0.22), polar(side(i, k), heading(i), long * 0.022), side(i, k + 0.22)])
  skin += strokes(rng, scales, { width: long * 0.006, colour: shade(coat.body, -0.2), opacity: 0.35 })
  out += clipped(id, body, skin, true)
  out += stroke(rng, [side(1, 0), side(3, 0.06), side(5, -0.05), side(8, 0)], {
    width: long * 0.013,
    colour: shade(coat.body, 0.08),
    opacity: 0.7,
  })
  for (const k of [1, -1]) out += fill(ellipse(...side(1, 0.75 * k), long * 0.016, long * 0.016, 0, 10), '#17161a')
  return out
}
