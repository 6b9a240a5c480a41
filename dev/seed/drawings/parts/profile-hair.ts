import { along, curve, ellipse, inside, type Point, type Poly, pointsOf } from '../geometry.ts'
import { contour, fill, type PencilStyle, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { loosen } from '../wash.ts'

export type Look = {
  ink: string
  guide: string
  blush: string
  hair: string
  line: number
  style: string
  toned: boolean
}

const FORMS: Record<string, Point[]> = {
  bun: pointsOf(
    '-0.3 -0.5 -0.14 -0.64 0.12 -0.68 0.36 -0.54 0.47 -0.28 0.42 -0.02 0.26 0.12 0.2 -0.1 0.06 -0.18 -0.08 -0.24 -0.22 -0.42',
  ),
  short: pointsOf(
    '-0.32 -0.5 -0.26 -0.66 -0.02 -0.74 0.28 -0.66 0.46 -0.4 0.46 -0.14 0.34 0.1 0.22 0.12 0.19 -0.1 0.06 -0.16 0.02 -0.04 -0.06 -0.06 -0.06 -0.3 -0.22 -0.38',
  ),
  long: pointsOf(
    '-0.3 -0.52 -0.12 -0.68 0.16 -0.7 0.42 -0.52 0.5 -0.2 0.5 0.16 0.54 0.5 0.68 0.84 0.5 0.76 0.36 0.86 0.26 0.7 0.16 0.42 0.1 0.1 0.02 -0.1 -0.1 -0.28 -0.24 -0.42',
  ),
  bob: pointsOf(
    '-0.32 -0.48 -0.16 -0.68 0.16 -0.72 0.44 -0.5 0.54 -0.16 0.5 0.2 0.36 0.36 0.08 0.34 -0.04 0.2 -0.02 -0.06 -0.14 -0.22 -0.3 -0.26',
  ),
  curls: pointsOf(
    '-0.3 -0.46 -0.36 -0.62 -0.16 -0.82 0.14 -0.88 0.46 -0.74 0.62 -0.42 0.6 -0.06 0.46 0.22 0.24 0.22 0.16 -0.04 0.02 -0.14 -0.12 -0.26 -0.22 -0.4',
  ),
}

/** The mass of the hair and its strands; `put` brings points of the head's unit box onto the page. */
export function profileHair(
  rng: Rng,
  put: (points: Poly) => Point[],
  s: number,
  look: Look,
  pen: PencilStyle,
  thin: PencilStyle,
): string {
  let out = ''
  const base = FORMS[look.style] ?? []
  const mass = curve(put(base), true, 5)
  if (look.style === 'bun') {
    const knot = put(ellipse(0.5, -0.36, 0.16, 0.14, 0.3, 24))
    out += fill(loosen(rng, knot, s * 0.01), look.hair, 0.75, true) + contour(rng, knot, pen)
    out += strokes(
      rng,
      Array.from({ length: 12 }, (_, i): Point[] =>
        curve(
          put([
            [0.38, -0.42 + i * 0.012],
            [0.5, -0.48 + i * 0.026],
            [0.64, -0.4 + i * 0.016],
          ]),
        ),
      ),
      thin,
    )
  }
  out += fill(loosen(rng, mass, s * 0.012), look.hair, 0.75, true)
  const strands: Point[][] = []
  if (look.style === 'curls') {
    for (let i = 0; i < 90; i++) {
      const t = rng.next()
      const c = along(base[rng.int(1, 8)] as Point, [0.12, -0.36], t)
      const [r, a] = [rng.range(0.025, 0.06), rng.range(0, 6)]
      strands.push(
        curve(
          put([0, 1, 2, 3, 4].map((k): Point => [c[0] + Math.cos(a + k * 1.1) * r, c[1] + Math.sin(a + k * 1.1) * r])),
        ),
      )
    }
  } else {
    const down = look.style === 'long' || look.style === 'bob'
    for (let i = 0; i < 84; i++) {
      const t = rng.next()
      const j = rng.gauss() * 0.012
      if (down) {
        const root: Point = [-0.3 + t * 0.56, -0.5 - Math.sin(t * 2.6) * 0.18]
        const fall = look.style === 'long' ? 0.74 - Math.abs(t - 0.5) * 0.3 : 0.34
        strands.push(
          curve(
            put([
              root,
              [root[0] + 0.16 - t * 0.04, -0.24 + j],
              [t * 0.5, 0.06 + j],
              [(look.style === 'long' ? 0.16 : -0.02) + t * 0.46, fall * rng.range(0.7, 1.05)],
            ]),
          ),
        )
      } else {
        const reach = 0.2 + t * 0.32
        const arc = Array.from(
          { length: 15 },
          (_, k): Point => [
            0.06 + Math.cos(-2.6 + k * 0.21) * reach * 1.02,
            -0.18 + j + Math.sin(-2.6 + k * 0.21) * reach * 1.06,
          ],
        )
        const kept = arc.filter(([px, py]) => inside(base, px, py))
        const from = rng.int(0, Math.max(0, kept.length - 5))
        if (kept.length > 4) strands.push(curve(put(kept.slice(from, from + rng.int(5, 12)))))
      }
    }
  }
  out += strokes(rng, strands, { width: look.line * 0.6, colour: look.ink, opacity: 0.62, wobble: look.line * 0.5 })
  out += contour(rng, mass, { ...pen, width: look.line * 0.9 })
  return out
}
