import { mix, shade } from '../colour.ts'
import { type Point, rect } from '../geometry.ts'
import { paint } from '../paint.ts'
import { fill, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

/** Colours of a city at night. */
export const NIGHTS = [
  {
    name: 'blue',
    sky: ['#10182f', '#1c2b52', '#33507a'],
    far: '#26396a',
    near: '#0e142a',
    lamps: ['#f6d98a', '#f0b860', '#fbeec2', '#9ec7d6'],
  },
  {
    name: 'violet',
    sky: ['#211a3c', '#4a2f63', '#a05c7a', '#e39a7c'],
    far: '#5c3f70',
    near: '#1c1530',
    lamps: ['#fbd38c', '#f6a56b', '#ffe9bb', '#e58a9b'],
  },
  {
    name: 'green',
    sky: ['#0f2229', '#1d4046', '#42706a'],
    far: '#2a5556',
    near: '#0b181d',
    lamps: ['#f3d78c', '#d7e6a0', '#f7f0c9', '#f0a85c'],
  },
  {
    name: 'orange',
    sky: ['#2b2233', '#6b3b3f', '#bf6d45', '#e7a960'],
    far: '#704444',
    near: '#1e1720',
    lamps: ['#ffdf95', '#ffc566', '#fff0c9', '#ef8f57'],
  },
  {
    name: 'grey',
    sky: ['#23282e', '#3c454d', '#68737a'],
    far: '#4a545c',
    near: '#171b20',
    lamps: ['#f2dca0', '#e8c57a', '#f7efd2', '#a7c0c7'],
  },
  {
    name: 'rose',
    sky: ['#3a3352', '#7a5a7a', '#cf9292', '#f0c4a4'],
    far: '#8a6a86',
    near: '#2c2440',
    lamps: ['#ffe2a3', '#f7bd83', '#fff4d5', '#c9d3e8'],
  },
]

export type Night = (typeof NIGHTS)[number]

/** A tower from `top` down to `floor`, in one of four shapes. `litShare` of its windows have light. */
export function towerBlock(
  rng: Rng,
  x: number,
  top: number,
  wide: number,
  floor: number,
  tone: string,
  night: Night,
  litShare: number,
  u: number,
): string {
  const shape = rng.int(0, 4)
  let form: Point[] = rect(x, top, wide, floor - top)
  const mid = x + wide / 2
  if (shape === 1)
    form = [
      [x, top + wide * 0.4],
      [x + wide * 0.2, top + wide * 0.4],
      [x + wide * 0.2, top],
      [x + wide * 0.8, top],
      [x + wide * 0.8, top + wide * 0.4],
      [x + wide, top + wide * 0.4],
      [x + wide, floor],
      [x, floor],
    ]
  if (shape === 2)
    form = [
      [x, top + wide * 0.3],
      [mid, top - wide * 0.1],
      [x + wide, top + wide * 0.3],
      [x + wide, floor],
      [x, floor],
    ]
  if (shape === 3)
    form = [
      [x, top],
      [x + wide, top + wide * 0.35],
      [x + wide, floor],
      [x, floor],
    ]
  let out = paint(rng, form, {
    colour: (px, py) =>
      shade(mix(tone, night.far, Math.max(0, (py - top) / (floor - top)) * 0.35), px > mid ? -0.018 : 0.012),
    flow: 1.57,
    size: Math.max(16 * u, wide * 0.5),
    aspect: 3,
    layers: 1.2,
    toneJitter: 0.014,
  })
  if (shape === 1 || (shape === 0 && rng.chance(0.35)))
    out += strokes(
      rng,
      [
        [
          [mid, top],
          [mid, top - wide * rng.range(0.3, 0.8)],
        ],
      ],
      { width: Math.max(1.8, wide * 0.035), colour: tone },
    )
  if (shape === 0 && rng.chance(0.3))
    out +=
      fill(rect(x + wide * 0.2, top - wide * 0.24, wide * 0.26, wide * 0.18), tone) +
      strokes(
        rng,
        [
          [
            [x + wide * 0.24, top - wide * 0.1],
            [x + wide * 0.24, top],
          ],
          [
            [x + wide * 0.42, top - wide * 0.1],
            [x + wide * 0.42, top],
          ],
        ],
        { width: 2 * u, colour: tone, wobble: 0 },
      )
  const cols = Math.max(2, Math.floor(wide / rng.range(11, 17) / u))
  const cell = wide / (cols + 0.6)
  const rise = cell * rng.range(1.05, 1.6)
  const lamps = new Map<string, string>()
  for (let y = top + wide * 0.42; y < floor - rise; y += rise) {
    if (rng.chance(0.08)) continue
    for (let c = 0; c < cols; c++) {
      if (!rng.chance(litShare)) continue
      const lamp = rng.chance(0.78) ? (night.lamps[0] ?? '#f6d98a') : rng.pick(night.lamps)
      const tint = mix(lamp, tone, rng.pick([0, 0, 0.25, 0.5]))
      const [wx, wy] = [x + cell * (0.42 + c) + rng.range(-0.6, 0.6), y + rng.range(-0.7, 0.7)]
      const d = `M${wx.toFixed(1)} ${wy.toFixed(1)}h${(cell * 0.5).toFixed(1)}l${rng.range(-0.6, 0.6).toFixed(1)} ${(rise * 0.52).toFixed(1)}h${(-cell * 0.48).toFixed(1)}z`
      lamps.set(tint, (lamps.get(tint) ?? '') + d)
    }
  }
  for (const [tint, d] of lamps) out += `<path fill="${tint}" d="${d}"/>`
  return out
}
