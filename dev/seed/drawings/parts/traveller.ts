import { shade } from '../colour.ts'
import { ellipse, type Point, rect } from '../geometry.ts'
import { paint } from '../paint.ts'
import { fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

/** Draws an astronaut, a rocket or a tent with its foot at `tx` `ty`; nothing for any other `kind`. */
export function traveller(
  rng: Rng,
  kind: string,
  tx: number,
  ty: number,
  u: number,
  dark: string,
  light: string,
): string {
  let out = ''
  if (kind === 'astronaut') {
    const s = 66 * u
    out +=
      fill(ellipse(tx + s * 0.3, ty, s * 0.5, s * 0.06), shade(dark, -0.05), 0.7, true) +
      strokes(
        rng,
        [
          [
            [tx - s * 0.08, ty - s * 0.35],
            [tx - s * 0.12, ty],
          ],
          [
            [tx + s * 0.08, ty - s * 0.35],
            [tx + s * 0.12, ty],
          ],
          [
            [tx, ty - s * 0.62],
            [tx + s * 0.22, ty - s * 0.4],
          ],
        ],
        { width: s * 0.13, colour: '#ded8c8', taper: 0.1 },
      )
    out +=
      fill(rect(tx - s * 0.2, ty - s * 0.72, s * 0.22, s * 0.36), '#9a978f') +
      fill(ellipse(tx, ty - s * 0.52, s * 0.16, s * 0.24), '#ece6d6', 1, true) +
      fill(ellipse(tx, ty - s * 0.86, s * 0.17, s * 0.17), '#f1ecdf', 1, true) +
      fill(ellipse(tx + s * 0.05, ty - s * 0.86, s * 0.11, s * 0.1), '#33405a', 1, true) +
      fill(ellipse(tx + s * 0.08, ty - s * 0.9, s * 0.03, s * 0.025), light)
  } else if (kind === 'rocket') {
    const s = 190 * u
    out +=
      fill(
        [
          [tx - s * 0.12, ty - s * 0.2],
          [tx - s * 0.3, ty + s * 0.03],
          [tx - s * 0.08, ty - s * 0.05],
        ],
        '#a8483a',
      ) +
      fill(
        [
          [tx + s * 0.12, ty - s * 0.2],
          [tx + s * 0.3, ty + s * 0.03],
          [tx + s * 0.08, ty - s * 0.05],
        ],
        '#8f3a30',
      )
    const hull: Point[] = [
      [tx, ty - s],
      [tx + s * 0.13, ty - s * 0.74],
      [tx + s * 0.16, ty - s * 0.4],
      [tx + s * 0.1, ty - s * 0.04],
      [tx - s * 0.1, ty - s * 0.04],
      [tx - s * 0.16, ty - s * 0.4],
      [tx - s * 0.13, ty - s * 0.74],
    ]
    out +=
      paint(rng, hull, {
        colour: (px) => (px > tx + s * 0.04 ? '#a9a89f' : '#e9e3d3'),
        flow: 1.57,
        size: s * 0.16,
        layers: 1.8,
        round: true,
      }) +
      fill(ellipse(tx, ty - s * 0.56, s * 0.06, s * 0.06), '#33405a', 1, true) +
      fill(
        [
          [tx, ty - s * 0.98],
          [tx + s * 0.09, ty - s * 0.8],
          [tx - s * 0.09, ty - s * 0.8],
        ],
        '#a8483a',
      )
  } else if (kind === 'tent') {
    const s = 110 * u
    out +=
      fill(
        [
          [tx - s * 0.6, ty],
          [tx, ty - s * 0.7],
          [tx + s * 0.6, ty],
        ],
        '#c9803f',
      ) +
      fill(
        [
          [tx, ty - s * 0.7],
          [tx + s * 0.6, ty],
          [tx + s * 0.12, ty],
        ],
        '#9c5a2f',
      ) +
      fill(
        [
          [tx - s * 0.14, ty],
          [tx, ty - s * 0.5],
          [tx + s * 0.14, ty],
        ],
        light,
      ) +
      stroke(
        rng,
        [
          [tx, ty - s * 0.7],
          [tx, ty - s * 1.05],
        ],
        { width: 3 * u, colour: '#ded8c8' },
      )
  }
  return out
}
