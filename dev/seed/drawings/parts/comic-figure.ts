import { curve, ellipse, type Point, type Poly, place, pointsOf } from '../geometry.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export const COMIC_PALETTES = [
  { paper: '#f4efe4', ink: '#1f1e22', spot: '#d0694a', grey: '#b9b3a8' },
  { paper: '#f1ece0', ink: '#22242c', spot: '#5f8fa0', grey: '#b0b6b8' },
  { paper: '#f3ead6', ink: '#2a1f1c', spot: '#d9a445', grey: '#c2b49c' },
  { paper: '#ece9e2', ink: '#1d2024', spot: '#7f9a72', grey: '#b5b7ae' },
  { paper: '#f2e6dd', ink: '#251f2b', spot: '#b0607a', grey: '#bdb0b3' },
]

export type ComicPalette = (typeof COMIC_PALETTES)[number]

export type Hero = { hair: number; wide: number; nose: number; coat: string; glasses: boolean; beast: boolean }

/** The character's head, drawn alike in each panel. */
export function face(
  rng: Rng,
  hero: Hero,
  x: number,
  y: number,
  s: number,
  look: number,
  mood: number,
  palette: ComicPalette,
): string {
  const line = Math.max(2.2, s * 0.035)
  const pen = { width: line, colour: palette.ink, wobble: line * 0.3 }
  const skull = curve(
    place(
      [
        [-0.42 * hero.wide, -0.1],
        [-0.36 * hero.wide, -0.42],
        [0, -0.55],
        [0.36 * hero.wide, -0.42],
        [0.42 * hero.wide, -0.1],
        [0.34 * hero.wide, 0.28],
        [0, 0.46],
        [-0.34 * hero.wide, 0.28],
      ],
      x,
      y,
      s,
    ),
    true,
    4,
  )
  const put = (points: Poly): Point[] => place(points, x + look * s * 0.09, y, s)
  let out = ''
  if (hero.beast)
    for (const k of [-1, 1]) {
      const ear = place(
        [
          [k * 0.14, -0.44],
          [k * 0.3, -0.92],
          [k * 0.42, -0.3],
        ],
        x,
        y,
        s,
      )
      out += fill(ear, palette.paper) + stroke(rng, ear, pen)
    }
  out += fill(skull, palette.paper) + contour(rng, skull, pen)
  const hairs: Poly[] = [
    pointsOf('-0.46 -0.06 -0.44 -0.5 -0.1 -0.68 0.3 -0.62 0.48 -0.34 0.46 -0.04 0.34 -0.28 0 -0.34 -0.3 -0.26'),
    pointsOf(
      '-0.5 0.36 -0.52 -0.3 -0.26 -0.64 0.2 -0.66 0.5 -0.34 0.52 0.36 0.38 0.3 0.36 -0.24 -0.1 -0.4 -0.36 -0.2 -0.38 0.3',
    ),
    pointsOf('-0.4 -0.34 -0.5 -0.62 -0.24 -0.56 -0.14 -0.84 0.06 -0.6 0.26 -0.8 0.3 -0.54 0.5 -0.56 0.4 -0.3 0 -0.4'),
  ]
  if (!hero.beast) {
    const hair = curve(place(hairs[hero.hair] ?? [], x, y, s), true, 3)
    out += fill(hair, hero.hair === 2 ? palette.spot : palette.ink) + contour(rng, hair, pen)
  }
  for (const k of [-1, 1]) {
    out +=
      mood === 2
        ? stroke(
            rng,
            curve(
              put([
                [k * 0.17 - 0.07, -0.03],
                [k * 0.17, 0.02],
                [k * 0.17 + 0.07, -0.03],
              ]),
            ),
            pen,
          )
        : fill(put(ellipse(k * 0.17, -0.03, 0.034, 0.055, 0, 12)), palette.ink, 1, true)
    out += stroke(
      rng,
      put([
        [k * 0.1, -0.16 - (mood === 1 ? 0.05 : 0) + (mood === 3 ? 0.05 : 0)],
        [k * 0.26, -0.16 - (mood === 3 ? 0.05 : 0)],
      ]),
      { ...pen, width: line * 1.1 },
    )
    if (hero.glasses)
      out += contour(rng, put(ellipse(k * 0.17, -0.03, 0.12, 0.12, 0, 18)), { ...pen, width: line * 0.8 })
    out += fill(put(ellipse(k * 0.25, 0.12, 0.06, 0.035, 0, 10)), palette.spot, 0.55, true)
  }
  out += hero.beast
    ? fill(put(pointsOf('-0.05 0.06 0.05 0.06 0 0.12')), palette.ink, 1, true)
    : stroke(
        rng,
        curve(
          put([
            [0.01, -0.02],
            [look * 0.06 + 0.04 + hero.nose, 0.09],
            [0, 0.11],
          ]),
        ),
        pen,
      )
  if (mood === 1) return out + fill(put(ellipse(0, 0.25, 0.06, 0.08, 0, 14)), palette.ink, 1, true)
  return (
    out +
    stroke(
      rng,
      curve(put(mood === 3 ? pointsOf('-0.1 0.27 0 0.22 0.1 0.27') : pointsOf('-0.11 0.22 0 0.27 0.11 0.21'))),
      pen,
    )
  )
}

export function comicFigure(
  rng: Rng,
  hero: Hero,
  x: number,
  foot: number,
  s: number,
  look: number,
  walking: boolean,
  palette: ComicPalette,
): string {
  const pen = { width: s * 0.016, colour: palette.ink, wobble: 0.6 }
  const stride = walking ? 0.13 : 0.05
  const legs = [
    [
      [x - s * 0.04, foot - s * 0.36],
      [x - s * stride, foot],
    ],
    [
      [x + s * 0.04, foot - s * 0.36],
      [x + s * stride, foot],
    ],
  ] as Point[][]
  const coat = curve(
    [
      [x - s * 0.1, foot - s * 0.68],
      [x + s * 0.1, foot - s * 0.68],
      [x + s * 0.18, foot - s * 0.26],
      [x - s * 0.18, foot - s * 0.26],
    ],
    true,
    3,
  )
  return (
    strokes(rng, legs, { ...pen, width: s * 0.07, taper: 0.2 }) +
    strokes(
      rng,
      legs.map((l): Point[] => [l[1] as Point, [(l[1] as Point)[0] + look * s * 0.07, foot]]),
      { ...pen, width: s * 0.05, taper: 0.2 },
    ) +
    fill(coat, hero.coat) +
    contour(rng, coat, pen) +
    strokes(
      rng,
      [
        [
          [x - s * 0.09, foot - s * 0.62],
          [x - s * (0.16 + stride * 0.3), foot - s * 0.4],
        ],
        [
          [x + s * 0.09, foot - s * 0.62],
          [x + s * (0.15 + stride * 0.3), foot - s * 0.42],
        ],
      ],
      { ...pen, width: s * 0.03, taper: 0.3 },
    ) +
    face(rng, hero, x, foot - s * 0.83, s * 0.34, look, 0, palette)
  )
}
