import { mix, shade } from '../colour.ts'
import { at, curve, ellipse, type Point, type Poly, place, pointsOf } from '../geometry.ts'
import { clipped, contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { loosen, wash } from '../wash.ts'
import type { BirdKind } from './bird-kinds.ts'

/** A bird with its feet at `x` `y`, facing left, or right with `flip` -1. `line` is the width of the outlines. */
export function bird(
  rng: Rng,
  id: string,
  kind: BirdKind,
  x: number,
  y: number,
  s: number,
  flip: number,
  ink: string,
  line: number,
): string {
  const tilt = rng.range(-0.16, 0.2)
  const fat = kind.plump
  const put = (points: Poly): Point[] =>
    place(
      points.map(([a, b]): Point => [a, b * (0.9 + fat * 0.1)]),
      x,
      y,
      s,
      tilt * flip,
      flip,
    )
  const pen = { width: line, colour: ink, wobble: line * 0.4, press: 0.8 }
  const dark = kind.name === 'crow' || kind.name === 'magpie'
  const body = curve(
    put([
      [-0.4, -0.72],
      [-0.28, -0.86],
      [-0.1, -0.86],
      [0.04, -0.74],
      [0.2, -0.54],
      [0.42, -0.26],
      [0.34, -0.1],
      [0.12, -0.01],
      [-0.14 * fat, -0.02],
      [-0.36 * fat, -0.18],
      [-0.42 * fat, -0.4],
      [-0.4, -0.6],
    ]),
    true,
    5,
  )
  const long = kind.name === 'magpie' ? 1.3 : kind.name === 'wren' ? 0.55 : 1
  const tail =
    kind.name === 'wren'
      ? put(pointsOf('0.3 -0.34 0.52 -0.72 0.6 -0.68 0.42 -0.24'))
      : put([
          [0.26, -0.3],
          [0.3 + 0.5 * long, 0.08 + 0.06 * long],
          [0.24 + 0.48 * long, 0.16 + 0.06 * long],
          [0.18, -0.12],
        ])
  const wing = curve(
    put(pointsOf('-0.06 -0.54 0.12 -0.52 0.34 -0.34 0.6 -0.06 0.62 0 0.36 -0.08 0.1 -0.12 -0.06 -0.24 -0.12 -0.4')),
    true,
    4,
  )
  let out = strokes(
    rng,
    [
      put(pointsOf('-0.02 -0.04 -0.04 0.06 -0.12 0.09')),
      put(pointsOf('0.08 -0.04 0.07 0.06 -0.01 0.09')),
      put([
        [0.07, 0.06],
        [0.12, 0.1],
      ]),
    ],
    { ...pen, width: line * 1.1 },
  )
  out +=
    fill(tail, kind.wing, 0.95) +
    stroke(rng, [...tail, tail[0] as Point], pen) +
    strokes(
      rng,
      [0.3, 0.6].map((t): Point[] => [
        [at(tail, 0)[0] * (1 - t) + at(tail, 3)[0] * t, at(tail, 0)[1] * (1 - t) + at(tail, 3)[1] * t],
        [at(tail, 1)[0] * (1 - t) + at(tail, 2)[0] * t, at(tail, 1)[1] * (1 - t) + at(tail, 2)[1] * t],
      ]),
      { ...pen, width: line * 0.6 },
    )
  const beak = put([
    [-0.36, -0.74],
    [-0.44 - 0.12 * kind.beak, -0.655],
    [-0.38, -0.6],
  ])
  out +=
    fill(beak, dark ? '#33343a' : kind.name === 'goldfinch' ? '#d8b48f' : '#5d5146') +
    stroke(rng, [...beak], { ...pen, width: line * 0.8 }) +
    stroke(
      rng,
      put([
        [-0.38, -0.665],
        [-0.43 - 0.1 * kind.beak, -0.655],
      ]),
      { ...pen, width: line * 0.6 },
    )
  let skin =
    fill(body, kind.belly) +
    fill(
      loosen(
        rng,
        curve(put(pointsOf('-0.4 -0.7 -0.26 -0.68 -0.14 -0.5 -0.14 -0.26 -0.3 -0.12 -0.5 -0.2 -0.52 -0.5')), true),
        s * 0.015,
      ),
      kind.breast,
      0.95,
      true,
    )
  skin += fill(
    loosen(
      rng,
      curve(
        put(pointsOf('-0.34 -0.92 0 -0.94 0.3 -0.6 0.56 -0.3 0.4 -0.1 0.2 -0.3 -0.04 -0.52 -0.2 -0.72 -0.34 -0.76')),
        true,
      ),
      s * 0.012,
    ),
    kind.back,
    0.95,
    true,
  )
  if (kind.name === 'blue tit')
    skin +=
      fill(put(ellipse(-0.28, -0.66, 0.13, 0.08)), '#efece2') +
      stroke(rng, put(pointsOf('-0.44 -0.69 -0.28 -0.7 -0.1 -0.68')), {
        width: s * 0.035,
        colour: '#2d3540',
        taper: 0.3,
      })
  if (kind.cap)
    skin += fill(
      curve(
        put(
          kind.name === 'goldfinch'
            ? pointsOf('-0.46 -0.8 -0.3 -0.84 -0.26 -0.7 -0.3 -0.56 -0.44 -0.56')
            : pointsOf('-0.44 -0.76 -0.3 -0.92 -0.1 -0.92 0.02 -0.78 -0.14 -0.74'),
        ),
        true,
      ),
      kind.cap,
      0.95,
    )
  if (kind.name === 'kingfisher') skin += fill(put(ellipse(-0.14, -0.64, 0.07, 0.05)), '#efe8da')
  skin += hatch(
    rng,
    body.map(([px, py]): Point => [px, py + s * 0.42]),
    0.4 * flip,
    line * 2.4,
    { width: line * 0.55, colour: ink, opacity: 0.45 },
  )
  const feathers = Array.from({ length: 26 }, (): Point[] => {
    const [a, b] = [rng.range(-0.42, 0.1), rng.range(-0.6, -0.06)]
    return put([
      [a, b],
      [a + 0.02, b + 0.035],
      [a + 0.045, b + 0.06],
    ])
  })
  skin += strokes(rng, feathers, { width: line * 0.5, colour: ink, opacity: 0.5 })
  out += clipped(id, body, skin) + wash(rng, body, mix(kind.belly, kind.back, 0.5), 0.14, 3) + contour(rng, body, pen)
  out += fill(wing, kind.wing, 0.95)
  const quills = Array.from({ length: 6 }, (_, i): Point[] =>
    curve(
      put([
        [0 + i * 0.05, -0.42 + i * 0.02],
        [0.2 + i * 0.05, -0.32 + i * 0.035],
        [0.6 - i * 0.085, -0.02 - i * 0.02],
      ]),
    ),
  )
  out += strokes(rng, quills, { width: line * 0.75, colour: dark ? '#70757d' : shade(kind.wing, -0.2), opacity: 0.9 })
  if (kind.name === 'goldfinch')
    out += fill(curve(put(pointsOf('0.1 -0.34 0.34 -0.2 0.5 -0.06 0.4 -0.08 0.14 -0.24')), true), '#d9ab35')
  if (kind.name === 'magpie')
    out += fill(curve(put(pointsOf('-0.04 -0.5 0.12 -0.46 0.16 -0.34 0 -0.36')), true), '#eeeae0')
  out += contour(rng, wing, pen)
  const eye = put(ellipse(-0.27, -0.715, 0.042, 0.042, 0, 16))
  return (
    out +
    fill(eye, '#17161a', 1, true) +
    fill(put(ellipse(-0.285, -0.73, 0.013, 0.013, 0, 8)), '#f6f0e2') +
    contour(rng, put(ellipse(-0.27, -0.715, 0.055, 0.055, 0, 16)), {
      width: line * 0.5,
      colour: dark ? '#8a8f96' : ink,
      opacity: 0.7,
    })
  )
}
