import { mix, shade } from '../colour.ts'
import { along, curve, ellipse, type Point } from '../geometry.ts'
import { contour, fill, type PencilStyle, ruled, stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { Perspective } from './perspective.ts'

export const ROOMS = [
  { wall: '#dcd3c0', side: '#c3c4bd', floor: '#c49a6c', accent: '#b5583f', cool: '#6f8c8f', light: '#f0cf84' },
  { wall: '#b9c7c2', side: '#9fb1b0', floor: '#b08a64', accent: '#d39a4a', cool: '#4f6a72', light: '#f3dfa8' },
  { wall: '#e6cdb8', side: '#d1b29b', floor: '#8d7767', accent: '#5f7d6b', cool: '#7a5c66', light: '#fae3b0' },
  { wall: '#566475', side: '#455263', floor: '#7a6455', accent: '#c9804f', cool: '#2f3d4c', light: '#f4cf86' },
  { wall: '#e9e4d8', side: '#d6d2c6', floor: '#d8c19a', accent: '#4f6f8f', cool: '#8f9f86', light: '#ffe9b5' },
]

type Setting = {
  w: number
  h: number
  u: number
  line: number
  pen: PencilStyle
  night: boolean
  /** Side of the bed, 1 or -1. */
  side: number
  tones: (typeof ROOMS)[number]
}

/** Draws the requested pieces and adds the visible ones to `things`. */
export function furnish(
  rng: Rng,
  { at, quad, outline, slab, box }: Perspective,
  { w, h, u, line, pen, night, side, tones }: Setting,
  furniture: readonly string[],
  things: string[],
): string {
  let out = ''
  if (furniture.includes('shelf')) {
    things.push('a bookshelf')
    const [x0, x1] = side > 0 ? [-0.98, -0.6] : [0.6, 0.98]
    out += box(x0, x1, -0.3, 1, 0.82, 1, mix(tones.floor, '#6b4f3a', 0.4))
    for (let r = 0; r < 4; r++) {
      const y = -0.22 + r * 0.3
      out += fill(
        quad([x0 + 0.03, y, 0.82], [x1 - 0.03, y, 0.82], [x1 - 0.03, y + 0.25, 0.82], [x0 + 0.03, y + 0.25, 0.82]),
        shade(tones.floor, -0.22),
        0.8,
      )
      for (let b = x0 + 0.05; b < x1 - 0.06; b += 0.035)
        if (rng.chance(0.85))
          out += fill(
            quad(
              [b, y + rng.range(0.03, 0.1), 0.82],
              [b + 0.028, y + 0.05, 0.82],
              [b + 0.028, y + 0.25, 0.82],
              [b, y + 0.25, 0.82],
            ),
            rng.pick([tones.accent, tones.cool, tones.light, '#8a7a68', '#e3d8c3']),
            0.95,
          )
    }
  }
  if (furniture.includes('bed')) {
    things.push('a bed')
    const [x0, x1] = side > 0 ? [0.1, 0.98] : [-0.98, -0.1]
    out += box(x0, x1, 0.56, 1, 0.94, 1, '#8a6a4c') + box(x0, x1, 0.78, 1, 0.3, 0.95, mix('#e9e2d2', tones.wall, 0.2))
    out +=
      slab(quad([x0, 0.775, 0.3], [x1, 0.775, 0.3], [x1, 0.775, 0.68], [x0, 0.775, 0.68]), tones.accent) +
      slab(quad([x0, 0.78, 0.3], [x1, 0.78, 0.3], [x1, 0.95, 0.3], [x0, 0.95, 0.3]), shade(tones.accent, -0.05))
    for (const k of [0.27, 0.73]) {
      const c = at(x0 + (x1 - x0) * k, 0.73, 0.85)
      const pillow = ellipse(c[0], c[1], w * 0.045, h * 0.022, 0, 16)
      out += fill(pillow, '#f3eee2', 1, true) + contour(rng, pillow, pen)
    }
  } else if (furniture.includes('sofa')) {
    things.push('a sofa')
    const [x0, x1] = side > 0 ? [0, 0.8] : [-0.8, 0]
    out +=
      box(x0, x1, 0.42, 1, 0.72, 0.82, tones.accent) +
      box(x0, x1, 0.72, 0.97, 0.48, 0.72, shade(tones.accent, 0.03)) +
      box(x0 - 0.08, x0, 0.6, 1, 0.46, 0.8, shade(tones.accent, -0.02)) +
      box(x1, x1 + 0.08, 0.6, 1, 0.46, 0.8, shade(tones.accent, -0.02))
  }
  if (furniture.includes('desk')) {
    things.push('a desk')
    const [x0, x1, zz] = side > 0 ? [-0.86, -0.2, 0.5] : [0.2, 0.86, 0.5]
    const legs = [
      [x0 + 0.03, zz],
      [x1 - 0.03, zz],
      [x0 + 0.03, zz + 0.25],
      [x1 - 0.03, zz + 0.25],
    ] as const
    for (const [lx, lz] of legs) out += ruled(rng, at(lx, 0.5, lz), at(lx, 1, lz), { ...pen, width: line * 2 }, 2)
    out += box(x0, x1, 0.46, 0.52, zz, zz + 0.28, mix(tones.floor, '#f0e0c4', 0.3))
    const lamp = at(x0 + 0.12, 0.46, zz + 0.14)
    out +=
      stroke(rng, [lamp, [lamp[0] + 6 * u, lamp[1] - h * 0.07], [lamp[0] + 30 * u, lamp[1] - h * 0.1]], {
        ...pen,
        width: line * 1.3,
      }) +
      fill(
        [
          [lamp[0] + 14 * u, lamp[1] - h * 0.085],
          [lamp[0] + 38 * u, lamp[1] - h * 0.125],
          [lamp[0] + 58 * u, lamp[1] - h * 0.075],
        ],
        tones.accent,
      )
    if (night)
      out += `<circle cx="${(lamp[0] + 40 * u).toFixed(0)}" cy="${(lamp[1] - h * 0.07).toFixed(0)}" r="${(90 * u).toFixed(0)}" fill="${tones.light}" fill-opacity=".22"/>`
    const sheet_ = quad(
      [x0 + 0.28, 0.455, zz + 0.06],
      [x0 + 0.46, 0.455, zz + 0.06],
      [x0 + 0.46, 0.455, zz + 0.2],
      [x0 + 0.28, 0.455, zz + 0.2],
    )
    out += fill(sheet_, '#f8f3e8') + outline(sheet_, 1)
  }
  if (furniture.includes('chair')) {
    things.push('a chair')
    const [x0, zz] = [side * -0.2 - 0.13, 0.34]
    for (const [dx, dz] of [
      [0.02, 0],
      [0.24, 0],
      [0.02, 0.14],
      [0.24, 0.14],
    ] as const)
      out += ruled(rng, at(x0 + dx, 0.68, zz + dz), at(x0 + dx, 1, zz + dz), { ...pen, width: line * 1.6 }, 1)
    out += box(x0, x0 + 0.26, 0.66, 0.71, zz, zz + 0.15, '#a8764c')
    for (const dx of [0.02, 0.13, 0.24])
      out += ruled(rng, at(x0 + dx, 0.68, zz + 0.15), at(x0 + dx, 0.3, zz + 0.15), { ...pen, width: line * 1.5 }, 1)
    out += slab(
      quad([x0, 0.28, zz + 0.15], [x0 + 0.26, 0.28, zz + 0.15], [x0 + 0.26, 0.38, zz + 0.15], [x0, 0.38, zz + 0.15]),
      '#a8764c',
    )
  }
  if (furniture.includes('plant') || things.length < 2) {
    things.push('a potted plant')
    const [bx, by] = at(side * 0.8, 1, 0.42)
    const s = h * 0.1
    for (let i = 0; i < 11; i++) {
      const a = -1.57 + (i - 5) * 0.24
      const tip: Point = [
        bx + Math.cos(a) * s * rng.range(1.2, 2),
        by - s * 0.8 + Math.sin(a) * s * rng.range(1.2, 2.2),
      ]
      const m = along([bx, by - s * 0.8], tip, 0.55)
      const leaf = curve([[bx, by - s * 0.8], [m[0] - s * 0.16, m[1]], tip, [m[0] + s * 0.16, m[1] + s * 0.06]], true)
      out +=
        fill(leaf, shade('#5f7d52', rng.range(-0.08, 0.06)), 0.92) + contour(rng, leaf, { ...pen, width: line * 0.8 })
    }
    const pot: Point[] = [
      [bx - s * 0.4, by - s * 0.85],
      [bx + s * 0.4, by - s * 0.85],
      [bx + s * 0.3, by],
      [bx - s * 0.3, by],
    ]
    out += fill(pot, '#b5684a') + slab(pot, '#b5684a')
  }
  return out
}
