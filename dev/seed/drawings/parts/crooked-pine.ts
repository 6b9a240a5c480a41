import { at, curve, ellipse, type Point } from '../geometry.ts'
import { fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export function crookedPine(rng: Rng, x: number, y: number, s: number, ink: string): string {
  const lean = rng.sign()
  const trunk = curve([
    [x, y],
    [x + lean * s * 0.08, y - s * 0.3],
    [x - lean * s * 0.04, y - s * 0.55],
    [x + lean * s * 0.16, y - s * 0.85],
    [x + lean * s * 0.1, y - s],
  ])
  let out = stroke(rng, trunk, { width: s * 0.06, colour: ink, taper: 0.3, press: 0.9 })
  for (let i = 0; i < 6; i++) {
    const t = 0.42 + i * 0.11
    const root = at(trunk, Math.floor(t * (trunk.length - 1)))
    const k = i % 2 ? 1 : -1
    const tip: Point = [root[0] + k * s * rng.range(0.2, 0.44) * (1.25 - t * 0.6), root[1] - s * rng.range(0, 0.08)]
    out += stroke(rng, curve([root, [(root[0] + tip[0]) / 2, root[1] + s * 0.02], tip]), {
      width: s * 0.022,
      colour: ink,
    })
    const cloudWide = s * rng.range(0.13, 0.22)
    out += fill(ellipse(tip[0], tip[1] - s * 0.03, cloudWide, s * 0.05), ink, 0.35, true)
    out += strokes(
      rng,
      Array.from({ length: 16 }, (): Point[] => {
        const [px, py] = [tip[0] + rng.gauss() * cloudWide * 0.75, tip[1] - s * 0.015]
        const a = rng.range(-0.6, 0.6)
        return [
          [px, py],
          [px + Math.sin(a) * s * 0.05, py - Math.cos(a) * s * 0.07],
        ]
      }),
      { width: s * 0.012, colour: ink, opacity: 0.85, wobble: 0 },
    )
  }
  return out
}
