import { mix, shade } from '../colour.ts'
import { ellipse, type Point } from '../geometry.ts'
import { paint } from '../paint.ts'
import { clipped, fill } from '../pencil.ts'
import type { Rng } from '../random.ts'

/** A banded planet, lit from the upper left. `drift` is noise that bends the bands; `id` names the clip path. */
export function globe(
  rng: Rng,
  drift: (x: number, y: number) => number,
  light: string,
  id: string,
  x: number,
  y: number,
  r: number,
  colour: string,
  band: string,
  ringed: boolean,
): string {
  const disc = ellipse(x, y, r, r, 0, 48)
  const tilt = rng.range(-0.5, 0.5)
  const ring = (from: number, to: number, ringColour: string, opacity: number): string => {
    const half = (k: number): Point[] =>
      Array.from({ length: 26 }, (_, i): Point => {
        const a = (i / 25) * Math.PI + from
        const [px, py] = [Math.cos(a) * r * k, Math.sin(a) * r * k * 0.26]
        return [x + px * Math.cos(tilt) - py * Math.sin(tilt), y + px * Math.sin(tilt) + py * Math.cos(tilt)]
      })
    return fill([...half(to), ...half(to - 0.22).reverse()], ringColour, opacity)
  }
  const hoop = mix(band, light, 0.5)
  let art = ringed ? ring(Math.PI, 2.05, hoop, 0.7) + ring(Math.PI, 1.72, band, 0.6) : ''
  const surface = paint(rng, disc, {
    colour: (px, py) => {
      const v = ((px - x) * -Math.sin(tilt) + (py - y) * Math.cos(tilt)) / r
      const stripe = Math.sin(v * 9 + drift(px / (r * 0.7), py / (r * 0.3)) * 1.4)
      const lit = ((px - x) * 0.75 + (py - y) * 0.5) / r
      return shade(
        mix(colour, band, stripe > 0.45 ? 0.7 : stripe > 0 ? 0.3 : 0),
        lit > 0.45 ? -0.2 : lit > 0.15 ? -0.09 : lit < -0.5 ? 0.04 : 0,
      )
    },
    flow: tilt,
    size: r * 0.34,
    aspect: 4,
    layers: 1.8,
    toneJitter: 0.016,
    angleJitter: 0.1,
  })
  art += clipped(id, disc, surface)
  return ringed ? art + ring(0, 2.05, hoop, 0.9) + ring(0, 1.72, band, 0.85) : art
}
