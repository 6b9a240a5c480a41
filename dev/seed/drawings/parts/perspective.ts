import { shade } from '../colour.ts'
import type { Point, Poly } from '../geometry.ts'
import { fill, type PencilStyle, ruled } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'

/** `vx` and `vy` are the vanishing point; the back wall is `depth` times as far away as the opening. */
export type RoomView = { w: number; h: number; u: number; vx: number; vy: number; depth: number; pen: PencilStyle }

/**
 * Perspective of a room. x and y run from -1 to 1 across the opening, z from 0 at the opening to 1 at the back
 * wall.
 */
export type Perspective = {
  /** Point on the picture. */
  at: (x: number, y: number, z: number) => Point
  quad: (...p: [number, number, number][]) => Point[]
  /** Ruled lines that run `over` beyond the corners. */
  outline: (poly: Poly, over?: number) => string
  /** A washed and outlined surface. */
  slab: (poly: Poly, colour: string, opacity?: number) => string
  box: (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, colour: string) => string
}

/** A room in one-point perspective. */
export function roomPerspective(rng: Rng, { w, h, u, vx, vy, depth, pen }: RoomView): Perspective {
  const at = (x: number, y: number, z: number): Point => {
    const f = 1 / (1 + z * depth)
    return [vx + (w / 2 + x * w * 0.56 - vx) * f, vy + (h / 2 + y * h * 0.56 - vy) * f]
  }
  const quad = (...p: [number, number, number][]): Point[] => p.map(([x, y, z]) => at(x, y, z))
  const outline = (poly: Poly, over = 6): string =>
    poly.map((p, i) => ruled(rng, p, poly[(i + 1) % poly.length] as Point, pen, over * u)).join('')
  const slab = (poly: Poly, colour: string, opacity = 0.85): string =>
    wash(rng, poly, colour, opacity, 3) + outline(poly)
  const box = (x0: number, x1: number, y0: number, y1: number, z0: number, z1: number, colour: string): string => {
    let out = ''
    const eye = (vy - h / 2) / (h * 0.56)
    if (y0 > eye)
      out +=
        fill(quad([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]), shade(colour, 0.07)) +
        slab(quad([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]), shade(colour, 0.06))
    const centre = (vx - w / 2) / (w * 0.56)
    if (x1 < centre)
      out +=
        fill(quad([x1, y0, z0], [x1, y0, z1], [x1, y1, z1], [x1, y1, z0]), shade(colour, -0.08)) +
        slab(quad([x1, y0, z0], [x1, y0, z1], [x1, y1, z1], [x1, y1, z0]), shade(colour, -0.1))
    if (x0 > centre)
      out +=
        fill(quad([x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]), shade(colour, -0.08)) +
        slab(quad([x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]), shade(colour, -0.1))
    return `${out}${fill(quad([x0, y0, z0], [x1, y0, z0], [x1, y1, z0], [x0, y1, z0]), colour)}${slab(quad([x0, y0, z0], [x1, y0, z0], [x1, y1, z0], [x0, y1, z0]), colour)}`
  }
  return { at, quad, outline, slab, box }
}
