import { shade } from './colour.ts'
import { at, bounds, inside, noise1, type Point, type Poly, resample, smoothPath } from './geometry.ts'
import { stroke } from './pencil.ts'
import type { Rng } from './random.ts'

/** The outline as a wet brush would leave it. */
export function loosen(rng: Rng, poly: Poly, amount: number, step = 14): Point[] {
  const ring = resample([...poly, at(poly, 0)], step).slice(0, -1)
  const [fx, fy] = [noise1(rng), noise1(rng)]
  const phase = rng.range(0, 30)
  return ring.map(([x, y], i): Point => [x + fx(i * 0.35 + phase) * amount, y + fy(i * 0.35 + phase) * amount])
}

/** Watercolour: thin layers that do not quite agree on the edge, a darker rim, and a few blooms. */
export function wash(rng: Rng, poly: Poly, colour: string, opacity = 0.75, amount = 5): string {
  let out = ''
  for (let layer = 0; layer < 3; layer++) {
    const tone = shade(colour, rng.range(-0.02, 0.025))
    out += `<path fill="${tone}" fill-opacity="${(opacity * 0.42).toFixed(2)}" d="${smoothPath(loosen(rng, poly, amount))}"/>`
  }
  const box = bounds(poly)
  const blooms = rng.int(1, 3)
  for (let i = 0; i < blooms; i++) {
    const [x, y] = [rng.range(box.x, box.x + box.w), rng.range(box.y, box.y + box.h)]
    const r = Math.min(box.w, box.h) * rng.range(0.08, 0.2)
    const ring = Array.from({ length: 14 }, (_, k): Point => {
      const a = (k / 14) * Math.PI * 2
      const reach = r * rng.range(0.8, 1.2)
      return [x + Math.cos(a) * reach, y + Math.sin(a) * reach]
    })
    if (ring.every(([px, py]) => inside(poly, px, py))) {
      out += `<path fill="${shade(colour, rng.sign() * 0.06)}" fill-opacity=".22" d="${smoothPath(ring)}"/>`
    }
  }
  const rim = loosen(rng, poly, amount * 0.4)
  const pen = { width: Math.max(1.2, amount * 0.45), colour: shade(colour, -0.12), opacity: opacity * 0.4, press: 1 }
  return out + stroke(rng, [...rim, at(rim, 0)], pen)
}
