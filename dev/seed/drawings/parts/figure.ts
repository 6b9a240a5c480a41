import { along, curve, ellipse, lerp, type Point, type Poly, place } from '../geometry.ts'
import { contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'

export type FigureStyle = { mode: 'line' | 'mass' | 'chalk'; ink: string; tone: string; guide: string }

/** A limb swelling at the muscle and thin at the joint. */
function limb(a: Point, b: Point, from: number, belly: number, to: number): Point[] {
  const span = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const [nx, ny] = [-(b[1] - a[1]) / span, (b[0] - a[0]) / span]
  const at = (t: number, r: number): Point => {
    const p = along(a, b, t)
    return [p[0] + nx * r, p[1] + ny * r]
  }
  return curve(
    [
      at(-0.03, from * 0.7),
      at(0.3, belly),
      at(0.7, lerp(belly, to, 0.6)),
      at(1.02, to),
      at(1.02, -to),
      at(0.7, -lerp(belly, to, 0.6)),
      at(0.3, -belly),
      at(-0.03, -from * 0.7),
    ],
    true,
    3,
  )
}

/** A figure of height `s` from its joints (poses.ts), as lines of action, as volumes, or as hatched chalk. */
export function figure(rng: Rng, joints: Poly, x: number, y: number, s: number, style: FigureStyle): string {
  const flip = rng.sign()
  const p = place(
    joints.map(([a, b]): Point => [a + rng.gauss() * 0.012, b + rng.gauss() * 0.012]),
    x,
    y,
    s,
    rng.range(-0.05, 0.05),
    flip,
  )
  const [head, neck, hip, elbowL, handL, elbowR, handR, kneeL, footL, kneeR, footR] = p as [
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
  ]
  const lean = Math.atan2(hip[1] - neck[1], hip[0] - neck[0])
  const across = lean - Math.PI / 2
  const tilt = rng.range(-0.3, 0.3)
  const pair = (c: Point, r: number, turn: number): [Point, Point] => {
    const [dx, dy] = [Math.cos(turn) * r, Math.sin(turn) * r]
    const [one, two]: [Point, Point] = [
      [c[0] + dx, c[1] + dy],
      [c[0] - dx, c[1] - dy],
    ]
    return one[0] < two[0] === flip > 0 ? [one, two] : [two, one]
  }
  const drop = along(neck, hip, 0.1)
  const [shoulderL, shoulderR] = pair(drop, s * 0.085, across + tilt)
  const [hipL, hipR] = pair(hip, s * 0.052, across - tilt * 0.8)
  const bow = s * rng.range(-0.05, 0.05)
  const spine = curve([head, neck, [along(neck, hip, 0.5)[0] + bow, along(neck, hip, 0.5)[1]], hip])
  const limbs: [Point, Point, Point, number][] = [
    [shoulderL, elbowL, handL, 0.6],
    [shoulderR, elbowR, handR, 0.6],
    [hipL, kneeL, footL, 1],
    [hipR, kneeR, footR, 1],
  ]
  const skull = ellipse(head[0], head[1], s * 0.048, s * 0.062, lean - Math.PI / 2 + rng.range(-0.3, 0.3), 16)
  const pen = { width: s * 0.019, colour: style.ink, wobble: s * 0.004, taper: 0.8, press: 0.9 }
  const foot = (knee: Point, ankle: Point): Point => [
    ankle[0] + Math.sign(ankle[0] - knee[0] + flip * s * 0.06) * s * 0.055,
    ankle[1] + s * 0.012,
  ]
  let out = ''
  if (style.mode !== 'line') {
    out += stroke(
      rng,
      curve([head, along(neck, hip, 0.4), hip, along(kneeL, kneeR, 0.5), along(footL, footR, rng.chance(0.5) ? 0 : 1)]),
      { width: s * 0.008, colour: style.guide, opacity: 0.7 },
    )
    const chest = curve(
      [
        shoulderL,
        along(shoulderL, hipL, 0.55),
        hipL,
        [hip[0], hip[1] + s * 0.03],
        hipR,
        along(shoulderR, hipR, 0.55),
        shoulderR,
        [neck[0], neck[1] + s * 0.01],
      ],
      true,
      4,
    )
    const forms: Point[][] = [chest]
    for (const [a, b, c, k] of limbs)
      forms.push(
        limb(a, b, s * 0.04 * k, s * 0.046 * k, s * 0.028 * k),
        limb(b, c, s * 0.028 * k, s * 0.036 * k, s * 0.015 * k),
      )
    for (const form of forms) out += fill(form, style.tone, style.mode === 'chalk' ? 0.42 : 0.3, true)
    out += fill(skull, style.tone, 0.4, true)
    if (style.mode === 'chalk') {
      for (const form of forms)
        out += hatch(
          rng,
          form.map(([px, py]): Point => [px + s * 0.014, py + s * 0.006]),
          0.9,
          s * 0.013,
          { width: s * 0.006, colour: style.ink, opacity: 0.55 },
        )
      out += strokes(
        rng,
        [
          ...forms.map((form) => form.slice(0, Math.ceil(form.length * 0.55))),
          ...forms.map((form) => form.slice(Math.floor(form.length * 0.6))),
        ],
        { ...pen, width: s * 0.01 },
      )
    } else {
      for (const form of forms) out += contour(rng, form, { ...pen, width: s * 0.008, opacity: 0.85 })
      const ribs = along(neck, hip, 0.35)
      out += contour(rng, ellipse(ribs[0], ribs[1], s * 0.08, s * 0.115, lean - Math.PI / 2 + tilt * 0.5, 18), {
        ...pen,
        width: s * 0.006,
        opacity: 0.6,
      })
      for (const [a, b, c] of limbs)
        for (const j of [a, b, c])
          out += contour(rng, ellipse(j[0], j[1], s * 0.016, s * 0.016, 0, 10), {
            ...pen,
            width: s * 0.006,
            opacity: 0.7,
          })
    }
    out += contour(rng, skull, { ...pen, width: s * 0.009 }, 2)
    const axis = lean
    out += stroke(
      rng,
      [
        [head[0] - Math.cos(axis) * s * 0.055, head[1] - Math.sin(axis) * s * 0.055],
        [head[0] + flip * s * 0.014, head[1]],
        [head[0] + Math.cos(axis) * s * 0.055, head[1] + Math.sin(axis) * s * 0.055],
      ],
      { ...pen, width: s * 0.005, opacity: 0.6 },
    )
  } else {
    out += stroke(rng, spine.slice(6), { ...pen, width: s * 0.036 })
    out += strokes(
      rng,
      [
        [shoulderL, drop, shoulderR],
        [hipL, hip, hipR],
      ],
      { ...pen, width: s * 0.022 },
    )
    out += strokes(
      rng,
      limbs.map(([a, b, c]) => curve([a, b, c])),
      { ...pen, width: s * 0.03, taper: 0.75 },
    )
    out += contour(rng, skull, { ...pen, width: s * 0.013 }, 2)
  }
  out += strokes(
    rng,
    [
      [footL, foot(kneeL, footL)],
      [footR, foot(kneeR, footR)],
    ],
    { ...pen, width: s * (style.mode === 'line' ? 0.022 : 0.014), taper: 0.4 },
  )
  const low = Math.max(footL[1], footR[1], hip[1])
  const floor = Array.from({ length: 3 }, (_, i): Point[] => [
    [Math.min(footL[0], footR[0], hip[0]) - s * rng.range(0.02, 0.08), low + s * (0.025 + i * 0.012)],
    [Math.max(footL[0], footR[0], hip[0]) + s * rng.range(0.05, 0.14), low + s * (0.022 + i * 0.013)],
  ])
  return out + strokes(rng, floor, { ...pen, width: s * 0.007, opacity: 0.45 })
}
