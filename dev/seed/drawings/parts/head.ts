import { mix } from '../colour.ts'
import { curve, ellipse, type Point, type Poly, place, pointsOf } from '../geometry.ts'
import { contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { loosen } from '../wash.ts'
import type { Look } from './profile-hair.ts'
import { profileHair } from './profile-hair.ts'

export function head(rng: Rng, x: number, y: number, s: number, look: Look): string {
  const flip = rng.sign()
  const tilt = rng.range(-0.12, 0.12)
  const put = (points: Poly): Point[] => place(points, x, y, s, tilt, flip)
  const [nose, tip, chin, lip, brow, age] = [
    rng.range(-0.03, 0.05),
    rng.range(-0.03, 0.035),
    rng.range(-0.03, 0.04),
    rng.range(-0.005, 0.02),
    rng.range(-0.01, 0.025),
    rng.next(),
  ]
  const face: Point[] = [
    [-0.2, -0.58],
    [-0.3, -0.5],
    [-0.37, -0.36],
    [-0.39 - brow, -0.2],
    [-0.395 - brow, -0.15],
    [-0.365, -0.09],
    [-0.41 - nose * 0.5, 0],
    [-0.47 - nose, 0.065 + tip],
    [-0.485 - nose, 0.09 + tip],
    [-0.46 - nose * 0.8, 0.115],
    [-0.4, 0.125],
    [-0.393, 0.16],
    [-0.42 - lip, 0.192],
    [-0.418 - lip, 0.208],
    [-0.395, 0.218],
    [-0.415 - lip, 0.236],
    [-0.405, 0.262],
    [-0.378, 0.285],
    [-0.39 - chin, 0.34],
    [-0.375 - chin, 0.39],
    [-0.31, 0.43],
  ]
  const jaw: Point[] = [
    [-0.31, 0.43],
    [-0.18, 0.4 + age * 0.03],
    [-0.02, 0.3],
    [0.05, 0.18],
    [0.06, 0.04],
  ]
  const pen = { width: look.line, colour: look.ink, wobble: look.line * 0.4, press: 0.9 }
  const thin = { ...pen, width: look.line * 0.6, opacity: 0.8 }
  const blue = { width: look.line * 0.55, colour: look.guide, opacity: 0.7, wobble: look.line * 0.3, press: 0.3 }
  let out = ''
  out += contour(rng, put(ellipse(0.02, -0.2, 0.41, 0.41, 0, 36)), blue, 2)
  out += strokes(
    rng,
    [
      put([
        [-0.62, -0.055],
        [0.2, -0.05],
      ]),
      put([
        [-0.6, 0.118],
        [0.14, 0.125],
      ]),
      put([
        [-0.56, 0.43],
        [0, 0.44],
      ]),
      put([
        [-0.06, -0.66],
        [-0.04, 0.5],
      ]),
      put([
        [-0.43, -0.5],
        [-0.4, 0.46],
      ]),
    ],
    blue,
  )
  if (look.toned) {
    out += fill(
      loosen(
        rng,
        curve(put(pointsOf('-0.36 0.02 -0.16 -0.03 -0.06 0.1 -0.12 0.3 -0.26 0.34 -0.3 0.16')), true),
        s * 0.012,
      ),
      look.blush,
      0.26,
      true,
    )
    out += fill(
      loosen(rng, curve(put(pointsOf('-0.3 0.44 -0.06 0.36 0.04 0.2 0.1 0.4 0.06 0.66 -0.1 0.6')), true), s * 0.012),
      mix(look.blush, look.ink, 0.2),
      0.28,
      true,
    )
    out += fill(put(ellipse(-0.42 - nose * 0.6, 0.06 + tip, 0.05, 0.045)), look.blush, 0.5, true)
  }
  out += stroke(rng, curve(put(face), false, 5), pen) + stroke(rng, curve(put(jaw)), { ...pen, width: look.line * 0.8 })
  out += strokes(
    rng,
    [
      curve(put(pointsOf('-0.12 0.42 -0.14 0.58 -0.2 0.74 -0.36 0.86'))),
      curve(put(pointsOf('0.24 0.14 0.25 0.4 0.32 0.62 0.56 0.76 0.74 0.88'))),
      curve(put(pointsOf('0.14 0.24 0.02 0.5 -0.14 0.72'))),
    ],
    pen,
  )
  out += stroke(rng, curve(put(pointsOf('-0.36 0.86 -0.5 0.94 -0.6 1.02'))), pen)
  const lid = curve(put(pointsOf('-0.335 -0.055 -0.3 -0.085 -0.25 -0.075 -0.215 -0.045')))
  out +=
    stroke(rng, lid, { ...pen, width: look.line * 1.3 }) +
    strokes(
      rng,
      [
        curve(put(pointsOf('-0.33 -0.05 -0.305 -0.02 -0.25 -0.025'))),
        curve(put(pointsOf('-0.33 -0.1 -0.28 -0.118 -0.22 -0.085'))),
      ],
      thin,
    )
  out += fill(put(ellipse(-0.308, -0.05, 0.017, 0.032, 0, 12)), look.ink, 0.9, true)
  out += stroke(rng, curve(put(pointsOf('-0.37 -0.15 -0.3 -0.19 -0.2 -0.165'))), {
    ...pen,
    width: look.line * 2.4,
    taper: 0.9,
  })
  out += strokes(
    rng,
    [
      curve(put(pointsOf('-0.405 0.1 -0.375 0.07 -0.365 0.115'))),
      curve(put(pointsOf('-0.4 0.217 -0.35 0.215 -0.31 0.228'))),
      curve(
        put([
          [-0.45 - nose, 0.108],
          [-0.42, 0.115],
        ]),
      ),
    ],
    { ...pen, width: look.line * 0.9 },
  )
  if (age > 0.65)
    out += strokes(
      rng,
      [
        curve(put(pointsOf('-0.36 0.12 -0.32 0.17 -0.31 0.23'))),
        curve(
          put([
            [-0.2, -0.04],
            [-0.16, -0.05],
          ]),
        ),
        curve(
          put([
            [-0.2, -0.02],
            [-0.16, -0.01],
          ]),
        ),
        curve(
          put([
            [-0.34, -0.28],
            [-0.26, -0.3],
          ]),
        ),
      ],
      thin,
    )
  const ear = curve(put(pointsOf('0.06 0.02 0.05 -0.08 0.12 -0.13 0.17 -0.06 0.13 0.05 0.09 0.11')))
  out += profileHair(rng, put, s, look, pen, thin)
  if (look.style === 'bun' || look.style === 'short')
    out +=
      fill([...ear], mix(look.blush, '#f0e4d6', 0.6), 0.5) +
      stroke(rng, ear, pen) +
      stroke(rng, curve(put(pointsOf('0.08 -0.06 0.12 -0.08 0.13 -0.02 0.1 0.02'))), thin)
  out += hatch(
    rng,
    curve(put(pointsOf('-0.28 0.44 -0.04 0.34 0.06 0.2 0.2 0.4 0.1 0.66 -0.1 0.6')), true),
    1.1 * flip,
    look.line * 2.6,
    { width: look.line * 0.6, colour: look.ink, opacity: 0.65 },
  )
  out += hatch(
    rng,
    curve(put(pointsOf('-0.2 0.1 -0.08 0.02 0.02 0.12 -0.04 0.28 -0.16 0.34')), true),
    0.9 * flip,
    look.line * 3.2,
    { width: look.line * 0.5, colour: look.ink, opacity: 0.45 },
  )
  return out
}
