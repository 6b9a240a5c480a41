import { mix, shade } from '../colour.ts'
import { curve, ellipse, type Point, type Poly, pointsOf } from '../geometry.ts'
import { paint } from '../paint.ts'
import { fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { Sitter } from './sitter.ts'

export function facialFeatures(
  rng: Rng,
  person: Sitter,
  at: (points: Poly) => Point[],
  s: number,
  dark: string,
): string {
  const { skin, hair, turn } = person
  const shadow = shade(skin, -0.09, 0.004)
  const warm = mix(skin, '#b5503f', 0.35)
  const t = turn * 0.22
  const squeeze = (k: number): number => 1 - Math.max(0, k * turn) * 0.22
  const pen = { colour: dark, wobble: s * 0.004 }
  let out = ''
  for (const k of [-1, 1].filter((side) => side * turn < 0.35))
    out += paint(rng, at(ellipse(t + k * 0.24 * squeeze(k), 0.2, 0.11, 0.08)), {
      colour: mix(skin, warm, 0.3),
      size: s * 0.07,
      flow: k * 0.5,
      layers: 1,
      noCoat: true,
      toneJitter: 0.012,
    })
  const brow = rng.range(-0.03, 0.04)
  const shut = rng.chance(0.18)
  const iris = rng.pick(['#4a3526', '#3f4f44', '#43586a', '#2c2320', '#6b4f2c'])
  for (const k of [-1, 1]) {
    const [x, y] = [t + k * 0.205 * squeeze(k), -0.03]
    const r = 0.09 * squeeze(k)
    out += paint(rng, at(ellipse(x, y - 0.01, r * 1.35, 0.068)), {
      colour: mix(skin, shadow, 0.55),
      size: s * 0.06,
      layers: 1.1,
      noCoat: true,
      toneJitter: 0.012,
    })
    if (shut)
      out += stroke(
        rng,
        curve(
          at([
            [x - r, y],
            [x, y + 0.03],
            [x + r, y],
          ]),
        ),
        { ...pen, width: s * 0.022 },
      )
    else {
      const lid = at(
        pointsOf(
          `${x - r} ${y + 0.008} ${x - r * 0.4} ${y - 0.042} ${x + r * 0.4} ${y - 0.044} ${x + r} ${y} ${x + r * 0.3} ${y + 0.034} ${x - r * 0.4} ${y + 0.034}`,
        ),
      )
      const ball = curve(lid, true, 3)
      out += fill(ball, mix('#efe6da', skin, 0.2))
      const [gx, gy] = [x + turn * 0.02, y - 0.004]
      out +=
        fill(at(ellipse(gx, gy, 0.039, 0.041, 0, 14)), iris) +
        fill(at(ellipse(gx, gy, 0.02, 0.021, 0, 10)), '#17130f') +
        fill(at(ellipse(gx + 0.014, gy - 0.015, 0.009, 0.009, 0, 8)), '#fbf6ec')
      out += stroke(
        rng,
        curve(
          at([
            [x - r * 1.05, y + 0.008],
            [x - r * 0.4, y - 0.044],
            [x + r * 0.4, y - 0.046],
            [x + r * 1.1, y - 0.004],
          ]),
        ),
        { ...pen, width: s * 0.022, taper: 0.5 },
      )
      out += stroke(
        rng,
        curve(
          at([
            [x - r, y - 0.04],
            [x, y - 0.075],
            [x + r, y - 0.042],
          ]),
        ),
        { ...pen, width: s * 0.008, opacity: 0.5 },
      )
    }
    out += stroke(
      rng,
      curve(
        at([
          [x - k * r * 1.05, y - 0.125 + brow],
          [x, y - 0.165],
          [x + k * r * 1.35, y - 0.12 - brow * 0.4],
        ]),
      ),
      { ...pen, colour: shade(hair, hair > '#9' ? -0.2 : 0.02), width: s * rng.range(0.024, 0.04), opacity: 0.9 },
    )
  }
  const nose = t * 1.3
  const side = turn >= 0 ? -1 : 1
  out += paint(
    rng,
    at(
      pointsOf(
        `${nose} -0.08 ${nose + side * 0.045} 0.04 ${nose + side * 0.085} 0.2 ${nose + side * 0.02} 0.235 ${nose - side * 0.01} 0.12`,
      ),
    ),
    { colour: mix(skin, shadow, 0.7), size: s * 0.06, flow: 1.4, layers: 1.4, toneJitter: 0.014 },
  )
  out += stroke(
    rng,
    curve(
      at([
        [nose - 0.065, 0.2],
        [nose - 0.03, 0.228],
        [nose, 0.215],
        [nose + 0.03, 0.228],
        [nose + 0.065, 0.2],
      ]),
    ),
    { ...pen, colour: shade(skin, -0.25), width: s * 0.014 },
  )
  out += fill(at(ellipse(nose - side * 0.014, 0.165, 0.022, 0.03)), shade(skin, 0.07), 0.6, true)
  const m = t * 1.1
  const smile = rng.range(-0.012, 0.03)
  const lip = rng.chance(0.3) ? '#a23f3c' : mix(skin, '#a04a45', 0.5)
  out += fill(
    curve(
      at([
        [m - 0.14, 0.365 - smile],
        [m - 0.05, 0.335],
        [m, 0.348],
        [m + 0.05, 0.335],
        [m + 0.14, 0.365 - smile],
        [m, 0.378],
      ]),
      true,
    ),
    shade(lip, -0.05),
  )
  out += fill(
    curve(
      at([
        [m - 0.13, 0.367 - smile],
        [m, 0.376],
        [m + 0.13, 0.367 - smile],
        [m + 0.07, 0.42],
        [m - 0.07, 0.42],
      ]),
      true,
    ),
    shade(lip, 0.03),
  )
  out += stroke(
    rng,
    curve(
      at([
        [m - 0.15, 0.362 - smile],
        [m - 0.05, 0.372],
        [m, 0.366],
        [m + 0.05, 0.372],
        [m + 0.15, 0.362 - smile],
      ]),
    ),
    { ...pen, colour: shade(lip, -0.2), width: s * 0.013 },
  )
  out += fill(at(ellipse(m, 0.47, 0.06, 0.018)), shadow, 0.5, true)
  if (person.age > 0.7)
    out += strokes(
      rng,
      [-1, 1].flatMap((k): Point[][] => [
        curve(
          at([
            [t + k * 0.12, 0.22],
            [t + k * 0.17, 0.3],
            [t + k * 0.18, 0.37],
          ]),
        ),
        curve(
          at([
            [t + k * 0.32, -0.02],
            [t + k * 0.37, -0.05],
          ]),
        ),
      ]),
      { ...pen, colour: shade(skin, -0.16), width: s * 0.012 },
    )
  if (rng.chance(0.2))
    for (let i = 0; i < 26; i++)
      out += fill(
        at(ellipse(t + rng.gauss() * 0.2, 0.12 + rng.gauss() * 0.07, 0.008, 0.008, 0, 7)),
        shade(skin, -0.14, 0.02),
        0.7,
      )
  if (rng.chance(0.22)) {
    const frame = {
      ...pen,
      colour: rng.pick(['#2b2725', '#6a3a2c', '#8a7a4a']),
      width: s * 0.018,
      taper: 0,
      press: 0.2,
    }
    for (const k of [-1, 1]) {
      const ring = at(ellipse(t + k * 0.205 * squeeze(k), -0.015, 0.145 * squeeze(k), 0.125, 0, 24))
      out += fill(ring, '#eef3f2', 0.14, true) + stroke(rng, [...ring, ring[0] as Point, ring[1] as Point], frame)
    }
    out += stroke(
      rng,
      at([
        [t - 0.06, -0.02],
        [t, -0.04],
        [t + 0.06, -0.02],
      ]),
      frame,
    )
  }
  return out
}
