import { along, type Point, rect } from '../geometry.ts'
import { contour, fill, ruled, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { loosen, wash } from '../wash.ts'

/** Colours of a row of houses. */
export const HOUSE_PALETTES = [
  {
    name: 'warm',
    walls: ['#d9a878', '#c98a66', '#e0c08f', '#b86f56', '#e6d5b5', '#cdb89a'],
    roof: '#a65a44',
    sky: '#a9c3cf',
    shade: '#7d7f98',
  },
  {
    name: 'northern',
    walls: ['#b5504a', '#d9b25c', '#7f9aa0', '#e3dccb', '#5f7a6b', '#c78f5c'],
    roof: '#54504f',
    sky: '#b9c6cb',
    shade: '#6f7689',
  },
  {
    name: 'pale',
    walls: ['#e6cfc0', '#d5dcd0', '#ece2c8', '#c9d3d9', '#dfc3b5', '#e9dccb'],
    roof: '#94786a',
    sky: '#cddbe0',
    shade: '#8d8ca3',
  },
  {
    name: 'old-town',
    walls: ['#c7a15f', '#b98a7a', '#8fa08a', '#d8b9a0', '#a3a7b5', '#d6c6a1'],
    roof: '#8a5a45',
    sky: '#d9cdb4',
    shade: '#80758a',
  },
]

export type WindowPen = { width: number; colour: string }

export function houseWindow(
  rng: Rng,
  x: number,
  y: number,
  w: number,
  h: number,
  pen: WindowPen,
  shutter: string | undefined,
  tone: string,
): string {
  const frame = rect(x, y, w, h)
  let out =
    fill(loosen(rng, frame, 1.2, 10), tone, 0.75) +
    contour(rng, [...frame.flatMap((p, i): Point[] => [p, along(p, frame[(i + 1) % 4] as Point, 0.5)])], {
      ...pen,
      wobble: 1,
    })
  out += strokes(
    rng,
    [
      [
        [x + w / 2, y],
        [x + w / 2, y + h],
      ],
      [
        [x, y + h * 0.4],
        [x + w, y + h * 0.4],
      ],
    ],
    { ...pen, width: pen.width * 0.7 },
  )
  out += ruled(rng, [x - w * 0.12, y + h * 1.04], [x + w * 1.12, y + h * 1.04], { ...pen, width: pen.width * 1.2 }, 2)
  if (shutter) {
    for (const sx of [x - w * 0.5, x + w * 1.05]) {
      const leaf = rect(sx, y, w * 0.45, h)
      out += wash(rng, leaf, shutter, 0.85, 1.5) + contour(rng, leaf, { ...pen, width: pen.width * 0.8 })
      out += strokes(
        rng,
        Array.from({ length: 5 }, (_, i): Point[] => [
          [sx, y + h * (0.15 + i * 0.18)],
          [sx + w * 0.45, y + h * (0.15 + i * 0.18)],
        ]),
        { ...pen, width: pen.width * 0.45 },
      )
    }
  }
  return out
}
