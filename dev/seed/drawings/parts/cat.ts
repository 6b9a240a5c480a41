import { mix } from '../colour.ts'
import { curve, ellipse, type Point, type Poly, place, pointsOf } from '../geometry.ts'
import { clipped, contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { wash } from '../wash.ts'
import type { Coat, Pose } from './cat-poses.ts'

export function cat(
  rng: Rng,
  id: string,
  pose: Pose,
  coat: Coat,
  x: number,
  y: number,
  s: number,
  ink: string,
  line: number,
): string {
  const flip = rng.sign()
  const put = (points: Poly): Point[] => place(points, x, y, s, 0, flip)
  const dark = coat.name === 'black' || coat.name === 'tuxedo'
  const edge = { width: line, colour: dark ? '#161513' : ink, wobble: line * 0.4 }
  const inner = { width: line * 0.75, colour: dark ? '#6f6a62' : ink, wobble: line * 0.3 }
  const body = curve(put(pose.body), true, 5)
  const tail = curve(put(pose.tail))
  const tailArt =
    stroke(rng, tail, { width: s * 0.145 + line, colour: edge.colour, taper: 0.25, press: 0.1, wobble: 0 }) +
    stroke(rng, tail, { width: s * 0.145 - line, colour: coat.base, taper: 0.22, press: 0.1, wobble: 0 })
  const coatOf = (form: Point[]): string =>
    dark
      ? fill(form, coat.base, 0.96, true) +
        hatch(rng, form, 1.2, line * 1.6, { width: line * 0.7, colour: coat.mark, opacity: 0.8 })
      : fill(form, coat.base, 0.55, true) + wash(rng, form, coat.base, 0.85, 4)
  const [hx, hy] = pose.head
  const marks = (): string => {
    if (coat.kind === 'patch')
      return Array.from({ length: 5 }, (_, i) =>
        fill(
          put(
            ellipse(
              rng.range(-0.7, 0.7),
              rng.range(-0.9, 0),
              rng.range(0.12, 0.28),
              rng.range(0.1, 0.22),
              rng.range(0, 3),
            ),
          ),
          i % 2 ? '#3a3430' : coat.mark,
          0.85,
          true,
        ),
      ).join('')
    if (coat.kind === 'bib')
      return fill(
        put(ellipse(pose.face === 'front' ? (hx + 0.02) * 0.9 : hx, hy + 0.42, 0.16, 0.26)),
        coat.mark,
        0.95,
        true,
      )
    if (coat.kind !== 'tabby') return ''
    const stripes: Point[][] = Array.from({ length: 9 }, (_, i): Point[] => {
      const t = (i - 4) / 4.4
      return put(
        pose.body.length > 12 || (pose.name !== 'sitting' && pose.face !== 'back')
          ? [
              [t * 0.66, -0.85],
              [t * 0.66 + 0.05, -0.5],
              [t * 0.66 + 0.02, -0.3],
            ]
          : [
              [-0.55, -0.4 + t * 0.4],
              [-0.3, -0.36 + t * 0.42],
              [-0.2, -0.4 + t * 0.42],
            ],
      )
    })
    const mirrored = pose.name.startsWith('sitting')
      ? stripes.map((_, i): Point[] => {
          const t = (i - 4) / 4.4
          return put([
            [0.55, -0.4 + t * 0.4],
            [0.3, -0.36 + t * 0.42],
            [0.2, -0.4 + t * 0.42],
          ])
        })
      : []
    return strokes(rng, [...stripes, ...mirrored], { width: s * 0.045, colour: coat.mark, opacity: 0.75 })
  }
  let out = pose.face === 'back' || pose.name === 'walking' || pose.name === 'stretching' ? tailArt : ''
  out +=
    coatOf(body) +
    clipped(
      `${id}b`,
      body,
      marks() +
        (dark
          ? ''
          : hatch(
              rng,
              body.map(([px, py]): Point => [px + s * 0.28, py + s * 0.1]),
              1,
              line * 2.6,
              { width: line * 0.55, colour: ink, opacity: 0.4 },
            )),
    )
  out +=
    contour(rng, body, edge) +
    strokes(
      rng,
      pose.legs.map((leg) => curve(put(leg))),
      inner,
    )
  if (!out.startsWith(tailArt)) out += tailArt
  const skull = curve(
    place(
      pointsOf('-0.3 0.02 -0.29 -0.14 -0.16 -0.25 0 -0.27 0.16 -0.25 0.29 -0.14 0.3 0.02 0.2 0.17 0 0.22 -0.2 0.17'),
      ...(put([[hx, hy]])[0] as Point),
      s,
      pose.turn * flip,
      flip,
    ),
    true,
    4,
  )
  const onHead = (points: Poly): Point[] => place(points, ...(put([[hx, hy]])[0] as Point), s, pose.turn * flip, flip)
  for (const k of [-1, 1]) {
    const ear = onHead(pointsOf(`${k * 0.29} -0.08 ${k * 0.27} -0.42 ${k * 0.06} -0.24`))
    out += fill(ear, coat.base) + stroke(rng, [ear[0] as Point, ear[1] as Point, ear[2] as Point], edge)
    if (pose.face !== 'back')
      out += fill(
        onHead(pointsOf(`${k * 0.255} -0.16 ${k * 0.25} -0.34 ${k * 0.13} -0.24`)),
        mix(coat.base, '#c98a80', 0.55),
      )
  }
  out += coatOf(skull)
  if (coat.kind === 'tabby' && pose.face !== 'back')
    out += strokes(
      rng,
      [
        pointsOf('0 -0.25 0 -0.13'),
        pointsOf('-0.08 -0.24 -0.06 -0.14'),
        pointsOf('0.08 -0.24 0.06 -0.14'),
        pointsOf('-0.29 0.02 -0.19 0.03'),
        pointsOf('0.29 0.02 0.19 0.03'),
      ].map((l) => onHead(l)),
      { width: s * 0.026, colour: coat.mark },
    )
  if (coat.kind === 'patch')
    out += clipped(
      `${id}h`,
      skull,
      fill(onHead(ellipse(0.2, -0.14, 0.2, 0.18)), coat.mark, 0.85, true) +
        fill(onHead(ellipse(-0.24, -0.2, 0.16, 0.14)), '#3a3430', 0.85, true),
    )
  if (coat.kind === 'bib' && pose.face !== 'back')
    out += fill(onHead(pointsOf('0 -0.1 0.07 0.02 0.14 0.12 0 0.2 -0.14 0.12 -0.07 0.02')), coat.mark, 0.95, true)
  out += contour(rng, skull, edge)
  if (pose.face === 'front') {
    for (const k of [-1, 1]) {
      out +=
        fill(onHead(ellipse(k * 0.125, -0.02, 0.062, 0.056, k * 0.2, 16)), coat.eye, 1, true) +
        fill(onHead(ellipse(k * 0.125, -0.02, 0.022, 0.05, 0, 12)), '#15130f', 1, true)
      out += stroke(
        rng,
        curve(
          onHead([
            [k * 0.06, -0.01],
            [k * 0.125, -0.085],
            [k * 0.2, -0.03],
          ]),
        ),
        { ...inner, width: line * 0.8 },
      )
    }
  } else if (pose.face === 'asleep')
    for (const k of [-1, 1])
      out += stroke(
        rng,
        curve(
          onHead([
            [k * 0.06, 0],
            [k * 0.125, 0.035],
            [k * 0.19, 0],
          ]),
        ),
        inner,
      )
  if (pose.face !== 'back') {
    out += fill(onHead(pointsOf('-0.032 0.062 0.032 0.062 0 0.098')), '#b8736c', 1, true)
    out += strokes(
      rng,
      [onHead(pointsOf('0 0.1 -0.03 0.135 -0.075 0.13')), onHead(pointsOf('0 0.1 0.03 0.135 0.075 0.13'))],
      {
        ...inner,
        width: line * 0.65,
      },
    )
    const whiskers = [-1, 1].flatMap((k) =>
      [-0.03, 0.02, 0.06].map((dy): Point[] =>
        curve(
          onHead([
            [k * 0.13, 0.1 + dy * 0.4],
            [k * 0.3, 0.08 + dy],
            [k * 0.44, 0.08 + dy * 2.4],
          ]),
        ),
      ),
    )
    out += strokes(rng, whiskers, { width: line * 0.5, colour: dark ? '#8d877c' : ink, opacity: 0.8 })
  }
  return out
}
