import { curve, ellipse, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { house } from '../parts/house.ts'
import { HOUSE_PALETTES, type WindowPen } from '../parts/window.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { loosen, wash } from '../wash.ts'
import { pickCaption, several } from '../words.ts'

function person(rng: Rng, x: number, y: number, s: number, pen: WindowPen): string {
  const coat = rng.pick(['#4c5a6b', '#8f4f45', '#c29a55', '#5f6f5c', '#3a3a42'])
  const stride = rng.range(0.06, 0.14) * s
  return (
    strokes(
      rng,
      [
        [
          [x, y - s * 0.45],
          [x - stride, y],
        ],
        [
          [x, y - s * 0.45],
          [x + stride, y],
        ],
      ],
      { ...pen, width: s * 0.07, taper: 0.4 },
    ) +
    fill(
      curve(
        [
          [x - s * 0.1, y - s * 0.78],
          [x + s * 0.1, y - s * 0.78],
          [x + s * 0.14, y - s * 0.4],
          [x - s * 0.14, y - s * 0.4],
        ],
        true,
      ),
      coat,
      0.95,
    ) +
    fill(ellipse(x, y - s * 0.88, s * 0.065, s * 0.08, 0, 12), '#c99b7c') +
    contour(rng, ellipse(x, y - s * 0.88, s * 0.065, s * 0.08, 0, 12), { ...pen, width: pen.width * 0.7 })
  )
}

export function street(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'panorama', 'portrait', 'square'])
  const palette = rng.pick(HOUSE_PALETTES)
  const pen: WindowPen = { width: rng.range(2.6, 3.8) * u, colour: rng.pick(['#2a2725', '#2b3038', '#3a2c24']) }
  let out = paper(rng, w, h, rng.pick(['#f1ebdf', '#efeae0', '#ece5d6', '#f3efe7']))
  const foot = h * rng.range(0.78, 0.86)
  const margin = rng.chance(0.6) ? w * 0.06 : -20 * u
  if (rng.chance(0.75))
    out += wash(
      rng,
      loosen(
        rng,
        [
          [margin, h * 0.06],
          [w * 0.5, h * 0.03],
          [w - margin, h * 0.08],
          [w - margin * 1.3, h * 0.5],
          [margin * 1.4, h * 0.55],
        ],
        24 * u,
        40,
      ),
      palette.sky,
      0.6,
      16 * u,
    )
  let count = 0
  for (let x = margin; x < w - margin - 60 * u; ) {
    const wide = Math.min(rng.range(130, 260) * u, w - margin - x)
    if (wide > 70 * u) {
      out += house(rng, x, wide, foot + rng.range(-3, 3) * u, h * rng.range(0.4, 0.58), palette, pen, u)
      count++
    }
    x += wide
  }
  const pavement: Point[] = [
    [margin, foot],
    [w - margin, foot],
    [w - margin * 0.6, foot + (h - foot) * 0.75],
    [margin * 0.8, foot + (h - foot) * 0.7],
  ]
  out += wash(rng, pavement, '#b8ae9f', 0.6, 6)
  out += strokes(
    rng,
    [
      [
        [margin - 10 * u, foot],
        [w / 2, foot + 2 * u],
        [w - margin + 16 * u, foot],
      ],
      [
        [margin, foot + (h - foot) * 0.36],
        [w - margin, foot + (h - foot) * 0.38],
      ],
    ],
    pen,
  )
  if (rng.chance(0.7)) {
    const tx = w * rng.range(0.12, 0.88)
    out += strokes(
      rng,
      [
        [
          [tx, foot + 22 * u],
          [tx + 4 * u, foot - 110 * u],
        ],
        [
          [tx + 2 * u, foot - 70 * u],
          [tx - 26 * u, foot - 130 * u],
        ],
        [
          [tx + 2 * u, foot - 86 * u],
          [tx + 34 * u, foot - 150 * u],
        ],
      ],
      { ...pen, width: 7 * u },
    )
    for (let k = 0; k < 5; k++)
      out += wash(
        rng,
        ellipse(
          tx + rng.gauss() * 46 * u,
          foot - rng.range(120, 200) * u,
          rng.range(34, 58) * u,
          rng.range(28, 44) * u,
          0,
          16,
        ),
        rng.pick(['#7d8f5c', '#95a066', '#66805a', '#c9994f']),
        0.75,
        9 * u,
      )
    out += strokes(
      rng,
      Array.from({ length: 26 }, (): Point[] => {
        const [x, y] = [tx + rng.gauss() * 62 * u, foot - 160 * u + rng.gauss() * 46 * u]
        return curve([
          [x - 7 * u, y],
          [x, y - 6 * u],
          [x + 7 * u, y],
        ])
      }),
      { ...pen, width: pen.width * 0.6 },
    )
  }
  if (rng.chance(0.6)) {
    const lx = w * rng.range(0.15, 0.85)
    out +=
      strokes(
        rng,
        [
          [
            [lx, foot + 30 * u],
            [lx, foot - 170 * u],
          ],
          [
            [lx - 16 * u, foot - 178 * u],
            [lx + 16 * u, foot - 178 * u],
          ],
        ],
        { ...pen, width: pen.width * 1.6 },
      ) +
      contour(
        rng,
        [
          [lx - 12 * u, foot - 178 * u],
          [lx - 16 * u, foot - 212 * u],
          [lx, foot - 226 * u],
          [lx + 16 * u, foot - 212 * u],
          [lx + 12 * u, foot - 178 * u],
        ],
        pen,
      )
  }
  if (rng.chance(0.5))
    out += strokes(
      rng,
      Array.from({ length: 2 }, (_, i): Point[] =>
        curve([
          [margin, h * (0.17 + i * 0.03)],
          [w * 0.5, h * (0.24 + i * 0.03)],
          [w - margin, h * (0.16 + i * 0.03)],
        ]),
      ),
      { ...pen, width: pen.width * 0.6, opacity: 0.8 },
    )
  const people = rng.int(0, 5)
  for (let i = 0; i < people; i++)
    out += person(rng, w * rng.range(0.1, 0.9), foot + rng.range(14, 44) * u, rng.range(82, 104) * u, pen)
  out += stroke(
    rng,
    [
      [margin, foot + (h - foot) * 0.6],
      [w * rng.range(0.3, 0.6), foot + (h - foot) * 0.62],
    ],
    { ...pen, width: pen.width * 0.6, opacity: 0.5 },
  )
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      'Corner of Mill Street',
      'Waiting for the 7 bus',
      `Row of ${several(count, 'house')}`,
      'Urban sketch, cold hands',
      'Opposite the bakery',
      `Street ${rng.int(2, 28)}`,
      'Sunday, shops shut',
      'Where the tram turns',
      'Houses leaning on each other',
      'From the café window',
      'Altstadt',
      'Twenty minutes on a bench',
      'The one with the green door',
      'Rooflines',
      'Rua de baixo',
      'Drawn standing up',
    ],
    notes: [
      'A man stopped to tell me his grandmother lived in the second one.',
      'Straight to pen. Perspective is a rumour.',
      'It started raining at the roofs.',
      'Added the colour at home, from memory.',
      'Sketchwalk with the group, twelve of us on one kerb.',
    ],
    tags: ['urban-sketch', 'architecture'],
    extraTags: ['ink', 'watercolour', 'street', 'city', 'on-location', 'sketchwalk', 'houses'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Ink and watercolour sketch of a street front with ${several(count, 'house')} in ${palette.name} colours${people ? ` and ${people === 1 ? 'one passer-by' : `${people} passers-by`}` : ''}.`,
  }
}
