import { mix, shade } from './colour.ts'
import { area, at, bounds, clamp, inside, type Poly, path, rect, smoothPath } from './geometry.ts'
import type { Rng } from './random.ts'

export type Brush = {
  colour: string | ((x: number, y: number) => string)
  /** Direction of the dabs in radians: everywhere the same, or per place. */
  flow?: number | ((x: number, y: number) => number)
  /** Length of a dab in pixels. */
  size: number
  /** Length of a dab divided by its breadth. */
  aspect?: number
  /** Average number of dabs over each point of the form. */
  layers?: number
  /** Variation of lightness between dabs. */
  toneJitter?: number
  /** Variation of direction between dabs, in radians. */
  angleJitter?: number
  /** Lets dabs cross the edge of the form. */
  overflow?: boolean
  /** Rounds the corners of the form. */
  round?: boolean
  /** Leaves out the coat of colour below the dabs. */
  noCoat?: boolean
}

/** Rounds each channel to a multiple of 8, so that dabs share a path. */
function roundColour(colour: string): string {
  return `#${[1, 3, 5]
    .map((i) =>
      Math.min(255, Math.round(Number.parseInt(colour.slice(i, i + 2), 16) / 8) * 8)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** A brush mark as an outline: bowed, blunt at its start, ragged at its end. */
export function dab(rng: Rng, x: number, y: number, angle: number, long: number, broad: number): string {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const bow = long * rng.range(-0.1, 0.1)
  const to = (u: number, v: number): string => `${Math.round(x + u * c - v * s)} ${Math.round(y + u * s + v * c)}`
  const half = long / 2
  const b = broad / 2
  return (
    `M${to(-half, -b * rng.range(0.3, 0.8))}Q${to(0, bow - b * 1.5)} ${to(half, -b * rng.range(0.1, 0.7))}` +
    `L${to(half * rng.range(0.8, 1.1), b * rng.range(0, 0.6))}Q${to(0, bow + b * 1.4)} ${to(-half * rng.range(0.9, 1.05), b * rng.range(0.3, 0.8))}z`
  )
}

/** Covers a form with brush marks that follow it; the marks stay within its edge. */
export function paint(rng: Rng, poly: Poly, brush: Brush): string {
  const {
    size,
    aspect = 3.4,
    layers = 1.5,
    toneJitter = 0.035,
    angleJitter = 0.25,
    overflow = false,
    round = false,
  } = brush
  const colourAt = typeof brush.colour === 'string' ? () => brush.colour as string : brush.colour
  const flow = brush.flow ?? 0
  const flowAt = typeof flow === 'number' ? () => flow : flow
  const box = bounds(poly)
  const broad = size / aspect
  const count = clamp(Math.round((area(poly) / (size * broad)) * layers), 4, 2600)
  const marks = new Map<string, string[]>()
  const put = (colour: string, d: string): void => {
    const key = roundColour(colour)
    const list = marks.get(key)
    if (list) list.push(d)
    else marks.set(key, [d])
  }
  let placed = 0
  for (let tries = 0; tries < count * 4 && placed < count; tries++) {
    const x = rng.range(box.x, box.x + box.w)
    const y = rng.range(box.y, box.y + box.h)
    if (!inside(poly, x, y)) continue
    placed++
    const angle = flowAt(x, y) + rng.gauss() * angleJitter
    let long = size * rng.range(0.6, 1.25)
    if (!overflow) {
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(Math.cos(angle) * long) / 2, (Math.sin(angle) * long) / 2]
        const [p, q] = [(-Math.sin(angle) * broad) / 2, (Math.cos(angle) * broad) / 2]
        if (
          inside(poly, x + u, y + v) &&
          inside(poly, x - u, y - v) &&
          inside(poly, x + p, y + q) &&
          inside(poly, x - p, y - q)
        )
          break
        long *= 0.55
      }
    }
    const tone = Math.round(rng.gauss() * 2.4) / 2.4
    const warm = rng.int(-1, 1) * 0.012
    const colour = shade(colourAt(x, y), tone * toneJitter, warm)
    const across = Math.min(broad * rng.range(0.7, 1.2), long * 0.8)
    put(colour, dab(rng, x, y, angle, long, across))
    if (across > 5 && rng.chance(0.3)) {
      const side = rng.range(-0.3, 0.3) * across
      put(
        shade(colour, rng.sign() * (toneJitter + 0.012)),
        dab(
          rng,
          x - Math.sin(angle) * side,
          y + Math.cos(angle) * side,
          angle,
          long * 0.85,
          Math.max(1.6, across * 0.16),
        ),
      )
    }
  }
  const middle = colourAt(box.x + box.w / 2, box.y + box.h / 2)
  let out = brush.noCoat ? '' : `<path fill="${middle}" d="${round ? smoothPath(poly) : path(poly)}"/>`
  if (
    !brush.noCoat &&
    count > 160 &&
    poly.length === 4 &&
    at(poly, 0)[0] === at(poly, 3)[0] &&
    at(poly, 0)[1] === at(poly, 1)[1]
  ) {
    for (let i = 0; i < 18; i++) {
      const y = box.y + (box.h * i) / 18
      out += `<path fill="${colourAt(box.x + box.w / 2, y + box.h / 36)}" d="${path(rect(box.x, y - 1, box.w, box.h / 18 + 1))}"/>`
    }
  }
  if (!brush.noCoat && count > 160) {
    for (let i = 0; i < count / 4; i++) {
      const [x, y] = [rng.range(box.x, box.x + box.w), rng.range(box.y, box.y + box.h)]
      const angle = flowAt(x, y)
      const [u, v] = [Math.cos(angle) * size, Math.sin(angle) * size]
      const [p, q] = [-Math.sin(angle) * broad * 1.3, Math.cos(angle) * broad * 1.3]
      if (!inside(poly, x, y)) continue
      if (
        !overflow &&
        !(
          [
            [u, v],
            [-u, -v],
            [p, q],
            [-p, -q],
          ] as const
        ).every(([a, b]) => inside(poly, x + a, y + b))
      )
        continue
      out += `<path fill="${roundColour(colourAt(x, y))}" d="${dab(rng, x, y, angle, size * 2, broad * 2.2)}"/>`
    }
  }
  const runs: string[] = []
  for (const [colour, list] of marks) {
    for (let i = 0; i < list.length; i += 12)
      runs.push(`<path fill="${colour}" d="${list.slice(i, i + 12).join('')}"/>`)
  }
  out += rng.shuffle(runs).join('')
  return out
}

/** Colours of a form with light from above at the right (`lightSide` 1) or left (-1), and shadow on the other side. */
export function lit(poly: Poly, colour: string, lightSide: number, depth = 0.16): (x: number, y: number) => string {
  const box = bounds(poly)
  const light = shade(colour, depth * 0.8, 0.02)
  const dark = shade(colour, -depth, -0.015)
  return (x, y) => {
    const u = ((x - box.x) / (box.w || 1) - 0.5) * lightSide
    const v = (y - box.y) / (box.h || 1) - 0.5
    const t = clamp(0.5 - u * 0.8 + v * 0.5, 0, 1)
    const step = Math.round(t * 7) / 7
    return step < 0.5 ? mix(light, colour, step * 2) : mix(colour, dark, step * 2 - 1)
  }
}
