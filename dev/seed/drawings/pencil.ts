import { along, at, bounds, lerp, noise1, type Point, type Poly, path, resample, smoothPath } from './geometry.ts'
import type { Rng } from './random.ts'

export type PencilStyle = {
  /** Greatest width of the line. */
  width: number
  colour: string
  opacity?: number
  /** Deviation from the line, in pixels. */
  wobble?: number
  /** 0 keeps full width to the ends, 1 tapers both ends to nothing. */
  taper?: number
  /** Variation of pressure, 0 to 1. */
  press?: number
}

/** The SVG path of a hand-drawn line, whose width follows the pressure. */
function outlineOf(rng: Rng, points: Poly, pen: PencilStyle): string {
  const { width, wobble = width * 0.6, taper = 0.7, press = 0.45 } = pen
  const line = resample(points, Math.max(7, width * 2.2))
  const last = line.length - 1
  const strayX = noise1(rng)
  const strayY = noise1(rng)
  const force = noise1(rng)
  const phase = rng.range(0, 40)
  const left: Point[] = []
  const right: Point[] = []
  for (let i = 0; i <= last; i++) {
    const [p, a, b] = [at(line, i), at(line, i - 1), at(line, i + 1)]
    const span = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const [nx, ny] = [-(b[1] - a[1]) / span, (b[0] - a[0]) / span]
    const t = i / last
    const end = Math.min(1, Math.min(t, 1 - t) * 5 + (1 - taper))
    const half = Math.max(0.28, (width / 2) * end * (1 - press * 0.5 + press * 0.6 * force(i * 0.33 + phase)))
    const x = p[0] + strayX(i * 0.21 + phase) * wobble
    const y = p[1] + strayY(i * 0.21 + phase) * wobble
    left.push([x + nx * half, y + ny * half])
    right.push([x - nx * half, y - ny * half])
  }
  return smoothPath([...left, ...right.reverse()])
}

function pathElement(d: string, pen: PencilStyle): string {
  if (!d) return ''
  const opacity =
    pen.opacity === undefined || pen.opacity >= 1 ? '' : ` fill-opacity="${Math.round(pen.opacity * 100) / 100}"`
  return `<path fill="${pen.colour}"${opacity} d="${d}"/>`
}

export function stroke(rng: Rng, points: Poly, pen: PencilStyle): string {
  return points.length < 2 ? '' : pathElement(outlineOf(rng, points, pen), pen)
}

/** Many lines with one pen in one element, which renders fast. */
export function strokes(rng: Rng, lines: readonly Poly[], pen: PencilStyle): string {
  return pathElement(
    lines
      .filter((line) => line.length > 1)
      .map((line) => outlineOf(rng, line, pen))
      .join(''),
    pen,
  )
}

/** A straight line that overshoots both its ends, as a draughtsman's corner does. */
export function ruled(rng: Rng, a: Point, b: Point, pen: PencilStyle, overshoot = 6): string {
  const span = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const over = (overshoot * rng.range(0.3, 1.4)) / span
  return stroke(rng, [along(a, b, -over), along(a, b, 0.5), along(a, b, 1 + over)], pen)
}

/** A closed line that starts at a random place and overlaps its start, `passes` times. */
export function contour(rng: Rng, poly: Poly, pen: PencilStyle, passes = 1): string {
  const count = poly.length
  const lines: Point[][] = []
  for (let pass = 0; pass < passes; pass++) {
    const start = rng.int(0, count - 1)
    const over = Math.max(1, Math.round(count * 0.05))
    const drift = pass * pen.width * 0.9
    lines.push(
      Array.from({ length: count + over }, (_, i): Point => {
        const p = poly[(start + i) % count] as Point
        const slip = i >= count ? pen.width * 0.8 : 0
        return [p[0] + slip + drift * rng.range(-1, 1), p[1] - slip + drift * rng.range(-1, 1)]
      }),
    )
  }
  return strokes(rng, lines, pen)
}

/** Parallel shading lines inside a form. `skip` is the probability that a line is left out. */
export function hatch(rng: Rng, poly: Poly, angle: number, gap: number, pen: PencilStyle, skip = 0.04): string {
  const cos = Math.cos(-angle)
  const sin = Math.sin(-angle)
  const turned = poly.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos])
  const box = bounds(turned)
  const back = (x: number, y: number): Point => [x * cos + y * sin, -x * sin + y * cos]
  const lines: Point[][] = []
  for (let y = box.y + gap * rng.range(0.2, 0.8); y < box.y + box.h; y += gap * rng.range(0.75, 1.3)) {
    const cuts: number[] = []
    for (let i = 0, j = turned.length - 1; i < turned.length; j = i++) {
      const [a, b] = [at(turned, i), at(turned, j)]
      if (a[1] > y !== b[1] > y) cuts.push(((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0])
    }
    cuts.sort((a, b) => a - b)
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      if (rng.chance(skip)) continue
      const [from, to] = [at(cuts, i), at(cuts, i + 1)]
      const slack = Math.min(gap, (to - from) * 0.2)
      const x0 = from + rng.range(-0.4, 0.8) * slack
      const x1 = to + rng.range(-0.8, 0.6) * slack
      if (x1 - x0 < gap * 0.5) continue
      lines.push([back(x0, y), back(lerp(x0, x1, 0.5), y + rng.range(-0.12, 0.12) * gap), back(x1, y)])
    }
  }
  return strokes(rng, lines, { taper: 0.6, wobble: pen.width * 0.4, ...pen })
}

/** A filled form, with rounded corners if `round`. */
export function fill(poly: Poly, colour: string, opacity = 1, round = false): string {
  const opacityAttribute = opacity >= 1 ? '' : ` fill-opacity="${Math.round(opacity * 100) / 100}"`
  return `<path fill="${colour}"${opacityAttribute} d="${round ? smoothPath(poly) : path(poly)}"/>`
}

/** Content clipped to a form; `id` must be unique in the picture. */
export function clipped(id: string, poly: Poly, content: string, round = false): string {
  return `<clipPath id="${id}"><path d="${round ? smoothPath(poly) : path(poly)}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}
