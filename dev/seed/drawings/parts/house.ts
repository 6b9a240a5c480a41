import { shade } from '../colour.ts'
import { ellipse, type Point, rect } from '../geometry.ts'
import { contour, fill, hatch, ruled, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { loosen, wash } from '../wash.ts'
import { type HOUSE_PALETTES, houseWindow, type WindowPen } from './window.ts'

export function house(
  rng: Rng,
  x: number,
  wide: number,
  foot: number,
  tall: number,
  palette: (typeof HOUSE_PALETTES)[number],
  pen: WindowPen,
  u: number,
): string {
  const wall = rng.pick(palette.walls)
  const top = foot - tall
  const roof = rng.int(0, 3)
  const front = rect(x, top, wide, tall)
  let out = wash(rng, front, wall, 0.85, 5)
  const rise = wide * rng.range(0.3, 0.55)
  const over = 8 * u
  let outline: Point[] = []
  if (roof === 0)
    outline = [
      [x - over, top],
      [x + wide / 2, top - rise],
      [x + wide + over, top],
    ]
  else if (roof === 1)
    outline = [
      [x - over, top],
      [x + wide * 0.12, top - rise * 0.8],
      [x + wide * 0.88, top - rise * 0.8],
      [x + wide + over, top],
    ]
  else if (roof === 2)
    outline = [
      [x, top],
      [x, top - rise * 0.35],
      [x + wide * 0.2, top - rise * 0.35],
      [x + wide * 0.2, top - rise * 0.7],
      [x + wide * 0.4, top - rise * 0.7],
      [x + wide * 0.4, top - rise],
      [x + wide * 0.6, top - rise],
      [x + wide * 0.6, top - rise * 0.7],
      [x + wide * 0.8, top - rise * 0.7],
      [x + wide * 0.8, top - rise * 0.35],
      [x + wide, top - rise * 0.35],
      [x + wide, top],
    ]
  else
    outline = [
      [x - over, top],
      [x - over, top - 14 * u],
      [x + wide + over, top - 14 * u],
      [x + wide + over, top],
    ]
  out += wash(rng, outline, roof === 2 ? wall : palette.roof, 0.9, 3)
  if (roof < 2)
    out += hatch(
      rng,
      outline,
      rng.pick([0.02, 1.3]),
      10 * u,
      { width: pen.width * 0.55, colour: pen.colour, opacity: 0.7 },
      0.3,
    )
  if (roof < 2 && rng.chance(0.7)) {
    const cx = x + wide * rng.range(0.6, 0.75)
    const stack = rect(cx, top - rise * 0.95, 20 * u, rise * 0.5)
    out +=
      fill(stack, shade(palette.roof, 0.03)) +
      contour(rng, stack, pen) +
      strokes(
        rng,
        [
          [
            [cx - 4 * u, top - rise * 0.95],
            [cx + 25 * u, top - rise * 0.95],
          ],
        ],
        { ...pen, width: pen.width * 1.4 },
      )
  }
  for (let i = 0; i < outline.length; i++)
    out += ruled(rng, outline[i] as Point, outline[(i + 1) % outline.length] as Point, pen, 7 * u)
  out += ruled(rng, [x, top], [x, foot], pen, 8 * u) + ruled(rng, [x + wide, top], [x + wide, foot], pen, 8 * u)
  out += fill(loosen(rng, rect(x + wide * 0.86, top, wide * 0.14, tall), 3), palette.shade, 0.28)
  const columns = Math.max(1, Math.round(wide / (rng.range(62, 88) * u)))
  const shop = rng.chance(0.55)
  const ground = Math.min(tall * 0.45, 116 * u)
  const floors = Math.max(1, Math.round((tall - ground) / (98 * u)))
  const step = (tall - ground) / floors
  const shutter = rng.chance(0.4) ? rng.pick(['#5f7d6b', '#6d87a0', '#8f5347', '#4c5a66']) : undefined
  const [ww, wh] = [(wide / columns) * (shutter ? 0.3 : 0.4), step * rng.range(0.5, 0.64)]
  for (let f = 0; f < floors; f++) {
    for (let c = 0; c < columns; c++) {
      const wx = x + (wide / columns) * (c + 0.5) - ww / 2
      const wy = top + step * f + (step - wh) * 0.5
      out += houseWindow(
        rng,
        wx,
        wy,
        ww,
        wh,
        pen,
        shutter,
        rng.chance(0.12) ? '#e3bf6f' : shade(palette.shade, rng.range(-0.1, 0.1)),
      )
      if (rng.chance(0.14))
        for (let k = 0; k < 6; k++)
          out += fill(
            ellipse(wx + rng.range(-0.1, 1.1) * ww, wy + wh + rng.range(-6, 3) * u, 6 * u, 5 * u, 0, 8),
            rng.pick(['#7d9160', '#b5544a', '#d9a95c', '#65804f']),
            0.9,
            true,
          )
    }
  }
  if (shop) {
    const pane = rect(x + wide * 0.08, foot - ground * 0.68, wide * 0.5, ground * 0.6)
    out += wash(rng, pane, '#5d6b78', 0.8, 2) + contour(rng, pane, pen)
    const [ax, ay, aw] = [x + wide * 0.03, foot - ground * 0.72, wide * 0.6]
    const colour = rng.pick(['#b5544a', '#4f7568', '#d9a95c', '#5c7897'])
    const awning: Point[] = [
      [ax, ay - 8 * u],
      [ax + aw, ay - 8 * u],
      [ax + aw + 8 * u, ay + 26 * u],
      [ax - 8 * u, ay + 26 * u],
    ]
    out += fill(awning, '#efe6d5')
    for (let i = 0; i < 7; i += 2)
      out += fill(
        [
          [ax + (aw * i) / 7, ay - 8 * u],
          [ax + (aw * (i + 1)) / 7, ay - 8 * u],
          [ax + ((aw + 16 * u) * (i + 1)) / 7 - 8 * u, ay + 26 * u],
          [ax + ((aw + 16 * u) * i) / 7 - 8 * u, ay + 26 * u],
        ],
        colour,
        0.9,
      )
    out += contour(rng, awning, pen)
  } else
    out += houseWindow(
      rng,
      x + wide * 0.15,
      foot - ground * 0.66,
      wide * 0.22,
      ground * 0.4,
      pen,
      undefined,
      palette.shade,
    )
  const door = rect(x + wide * 0.68, foot - ground * 0.7, wide * 0.2, ground * 0.7)
  return (
    out +
    wash(rng, door, rng.pick(['#4f6b5c', '#7a3f38', '#3f526b', '#6b4a33']), 0.95, 2) +
    contour(rng, door, pen) +
    fill(ellipse(x + wide * 0.85, foot - ground * 0.32, 2.5 * u, 2.5 * u, 0, 8), '#e2c06f')
  )
}
