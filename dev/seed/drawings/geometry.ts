import type { Rng } from './random.ts'

export type Point = readonly [number, number]
export type Poly = readonly Point[]

const TAU = Math.PI * 2

/** The item at an index, or the first or last for an index outside the list. */
export function at<T>(list: readonly T[], index: number): T {
  return list[Math.max(0, Math.min(list.length - 1, index))] as T
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t
}

/** The point after a part `t` of the line from a to b. */
export function along(a: Point, b: Point, t: number): Point {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t)]
}

export function polar(centre: Point, angle: number, radius: number): Point {
  return [centre[0] + Math.cos(angle) * radius, centre[1] + Math.sin(angle) * radius]
}

/** A number for an SVG path, with one decimal. */
export function decimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Parses points written as "x y x y …". */
export function pointsOf(text: string): Point[] {
  const values = text.trim().split(/\s+/).map(Number)
  return Array.from({ length: values.length >> 1 }, (_, i): Point => [at(values, i * 2), at(values, i * 2 + 1)])
}

export function rect(x: number, y: number, w: number, h: number): Point[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, turn = 0, count = 26): Point[] {
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  return Array.from({ length: count }, (_, i): Point => {
    const a = (i / count) * TAU
    const x = Math.cos(a) * rx
    const y = Math.sin(a) * ry
    return [cx + x * cos - y * sin, cy + x * sin + y * cos]
  })
}

/** An ellipse whose edge swells and dents, for stones, bushes, clouds and creatures. */
export function blob(rng: Rng, cx: number, cy: number, rx: number, ry: number, wobble = 0.12, count = 22): Point[] {
  const phases = [rng.range(0, TAU), rng.range(0, TAU), rng.range(0, TAU)] as const
  return Array.from({ length: count }, (_, i): Point => {
    const a = (i / count) * TAU
    const swell =
      1 +
      wobble *
        (Math.sin(a * 2 + phases[0]) * 0.5 + Math.sin(a * 3 + phases[1]) * 0.5 + Math.sin(a * 5 + phases[2]) * 0.3)
    return [cx + Math.cos(a) * rx * swell, cy + Math.sin(a) * ry * swell]
  })
}

/** Mirrors (`flip` -1), scales and rotates a form around 0 0, and moves it to x y. */
export function place(poly: Poly, x: number, y: number, scale = 1, turn = 0, flip = 1): Point[] {
  const cos = Math.cos(turn) * scale
  const sin = Math.sin(turn) * scale
  return poly.map(([px, py]): Point => [x + px * flip * cos - py * sin, y + px * flip * sin + py * cos])
}

/** A Catmull-Rom curve through the points, as a fine polyline. */
export function curve(points: Poly, closed = false, steps = 6): Point[] {
  const count = points.length
  if (count < 3) return [...points]
  const get = (i: number): Point => (closed ? (points[(i + count) % count] as Point) : at(points, i))
  const out: Point[] = []
  const spans = closed ? count : count - 1
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)]
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      const blend = (axis: 0 | 1): number =>
        0.5 *
        (2 * p1[axis] +
          (p2[axis] - p0[axis]) * t +
          (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t * t +
          (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t * t * t)
      out.push([blend(0), blend(1)])
    }
  }
  if (!closed) out.push(at(points, count - 1))
  return out
}

export function length(points: Poly): number {
  let sum = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [at(points, i - 1), at(points, i)]
    sum += Math.hypot(b[0] - a[0], b[1] - a[1])
  }
  return sum
}

/** Returns the line with points at even distances. */
export function resample(points: Poly, step: number): Point[] {
  const total = length(points)
  const count = Math.max(2, Math.round(total / step))
  const gap = total / count
  const out: Point[] = [at(points, 0)]
  let walked = 0
  let next = gap
  for (let i = 1; i < points.length && out.length < count; i++) {
    const [a, b] = [at(points, i - 1), at(points, i)]
    const span = Math.hypot(b[0] - a[0], b[1] - a[1])
    while (span > 0 && walked + span >= next && out.length < count) {
      out.push(along(a, b, (next - walked) / span))
      next += gap
    }
    walked += span
  }
  out.push(at(points, points.length - 1))
  return out
}

export function inside(poly: Poly, x: number, y: number): boolean {
  let hit = false
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [a, b] = [at(poly, i), at(poly, j)]
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) hit = !hit
  }
  return hit
}

export type Bounds = { x: number; y: number; w: number; h: number }

export function bounds(poly: Poly): Bounds {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of poly) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
}

export function area(poly: Poly): number {
  let sum = 0
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [a, b] = [at(poly, i), at(poly, j)]
    sum += b[0] * a[1] - a[0] * b[1]
  }
  return Math.abs(sum) / 2
}

/** SVG path with straight sides. */
export function path(poly: Poly, closed = true): string {
  return poly.map(([x, y], i) => `${i ? 'L' : 'M'}${decimal(x)} ${decimal(y)}`).join('') + (closed ? 'z' : '')
}

/** Closed SVG path, rounded through the midpoints of the sides. */
export function smoothPath(poly: Poly): string {
  const count = poly.length
  const mid = (i: number): Point => along(poly[i % count] as Point, poly[(i + 1) % count] as Point, 0.5)
  const start = mid(0)
  let d = `M${decimal(start[0])} ${decimal(start[1])}`
  for (let i = 1; i <= count; i++) {
    const c = poly[i % count] as Point
    const m = mid(i)
    d += `Q${decimal(c[0])} ${decimal(c[1])} ${decimal(m[0])} ${decimal(m[1])}`
  }
  return `${d}z`
}

/** Smooth value noise in one dimension, -1..1. */
export function noise1(rng: Rng): (x: number) => number {
  const values = Array.from({ length: 64 }, () => rng.range(-1, 1))
  return (x) => {
    const i = Math.floor(x)
    const t = x - i
    const s = t * t * (3 - 2 * t)
    return lerp(values[i & 63] as number, values[(i + 1) & 63] as number, s)
  }
}

/** Smooth value noise in two dimensions, -1..1. */
export function noise2(rng: Rng): (x: number, y: number) => number {
  const values = Array.from({ length: 1024 }, () => rng.range(-1, 1))
  const value = (i: number, j: number): number => values[(i & 31) + (j & 31) * 32] as number
  return (x, y) => {
    const i = Math.floor(x)
    const j = Math.floor(y)
    const u = (x - i) ** 2 * (3 - 2 * (x - i))
    const v = (y - j) ** 2 * (3 - 2 * (y - j))
    return lerp(lerp(value(i, j), value(i + 1, j), u), lerp(value(i, j + 1), value(i + 1, j + 1), u), v)
  }
}

/** A skyline from left to right: rolling hills (rough 0) to crags (rough 1). */
export function ridge(rng: Rng, width: number, y: number, height: number, rough: number, waves = 3): Point[] {
  const low = noise1(rng)
  const high = noise1(rng)
  const tiny = noise1(rng)
  const count = Math.round(24 + rough * 60)
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const t = i / count
    const base = low(t * waves + 0.3) * 0.75 + high(t * waves * 2.7) * 0.3
    const crags = Math.abs(high(t * waves * 4)) * 0.5 + tiny(t * waves * 11) * 0.18
    return [lerp(-20, width + 20, t), y - height * (base + crags * rough)]
  })
}

/** The form between a skyline and a floor. */
export function ground(line: Poly, floor: number): Point[] {
  return [...line, [at(line, line.length - 1)[0], floor], [at(line, 0)[0], floor]]
}
