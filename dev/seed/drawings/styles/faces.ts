import { mix, shade } from '../colour.ts'
import { curve, ellipse, noise2, type Point, type Poly, place, pointsOf, rect } from '../geometry.ts'
import { paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { facialFeatures } from '../parts/features.ts'
import {
  BACK_HAIR,
  CLOTHES_COLOURS,
  FRONT_HAIR,
  HAIR_COLOURS,
  hairMass,
  type Sitter,
  SKIN_COLOURS,
  WALL_COLOURS,
} from '../parts/sitter.ts'
import { clipped, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function faces(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'portrait', 'square', 'landscape'])
  const wall = rng.pick(WALL_COLOURS)
  const back = rng.pick(Object.keys(BACK_HAIR))
  const front =
    back === 'short' || back === 'bun'
      ? rng.pick(['crop', 'swept', 'part'])
      : back === 'curls'
        ? rng.pick(['crop', 'part'])
        : rng.pick(['fringe', 'part', 'swept'])
  const age = rng.next()
  const person: Sitter = {
    skin: rng.pick(SKIN_COLOURS),
    hair: age > 0.8 ? rng.pick(['#8a8580', '#d8d2c6', '#b9b4ac']) : rng.pick(HAIR_COLOURS),
    back,
    front,
    cloth: rng.pick(CLOTHES_COLOURS),
    turn: rng.range(-0.9, 0.9),
    nod: rng.range(-0.09, 0.09),
    age,
  }
  const s = Math.min(w * 0.9, h * 0.6) * rng.range(0.62, 0.88)
  const [x, y] = [w * (w > h ? rng.pick([0.36, 0.5, 0.64]) : rng.range(0.45, 0.55)), h * rng.range(0.4, 0.46)]
  const tilt = rng.range(-0.14, 0.14)
  const at = (points: Poly): Point[] => place(points, x, y, s, tilt)
  const upright = (points: Poly): Point[] => place(points, x, y, s)
  const drift = noise2(rng)
  let out = paint(rng, rect(-10, -10, w + 20, h + 20), {
    colour: (px, py) => shade(wall, drift(px / (260 * u), py / (260 * u)) * 0.05 + (px / w - 0.5) * 0.06),
    flow: (px, py) => drift(px / (400 * u), py / (400 * u)) * 3,
    size: 100 * u,
    aspect: 2.6,
    layers: 1.2,
    overflow: true,
    toneJitter: 0.022,
  })
  if (rng.chance(0.3))
    out += paint(rng, ellipse(x + s * 0.1, y - s * 0.05, s * 1.02, s * 1.02), {
      colour: rng.pick([shade(wall, 0.1), '#d8a24e', '#c6694d', shade(wall, -0.1)]),
      flow: 0.6,
      angleJitter: 0.5,
      size: s * 0.2,
      layers: 1.5,
    })
  const curly = back === 'curls'
  const deep = shade(person.hair, -0.06)
  if (back === 'bun') out += hairMass(rng, at(ellipse(0.06, -0.8, 0.22, 0.19)), person.hair, s, false, x, y)
  out += hairMass(rng, at(BACK_HAIR[back] ?? []), deep, s, curly, x, y)
  const { skin } = person
  const shadow = shade(skin, -0.075)
  out += paint(rng, curve(upright(pointsOf('-0.2 0.3 0.2 0.3 0.21 0.8 0.36 1.1 -0.36 1.1 -0.21 0.8')), true), {
    colour: (_, py) => (py < y + s * 0.78 ? shadow : shade(skin, -0.03)),
    flow: 1.3,
    size: s * 0.18,
    layers: 1.6,
    toneJitter: 0.018,
  })
  const wide = rng.range(0.85, 1.15)
  const body = curve(
    upright([
      [-0.26, 0.84],
      [0, 0.98],
      [0.26, 0.84],
      [0.6 * wide, 0.98],
      [0.98 * wide, 1.2],
      [1.15 * wide, 2.4],
      [-1.15 * wide, 2.4],
      [-0.98 * wide, 1.2],
      [-0.6 * wide, 0.98],
    ]),
    true,
  )
  let dress = paint(rng, body, {
    colour: (px, py) => shade(person.cloth, ((px - x) / s) * -0.05 + drift(px / (90 * u), py / (200 * u)) * 0.05),
    flow: (px) => 1.5 + ((px - x) / s) * 0.5,
    size: s * 0.26,
    layers: 1.5,
  })
  if (rng.chance(0.35))
    dress += strokes(
      rng,
      Array.from({ length: 9 }, (_, i): Point[] =>
        curve(
          upright([
            [-1.3, 1.1 + i * 0.15],
            [0, 1.22 + i * 0.15],
            [1.3, 1.1 + i * 0.15],
          ]),
        ),
      ),
      { width: s * 0.045, colour: rng.pick(CLOTHES_COLOURS), taper: 0.1 },
    )
  out += clipped('body', body, dress)
  out += stroke(rng, curve(upright(pointsOf('-0.27 0.85 0 1 0.27 0.85'))), {
    width: s * 0.05,
    colour: shade(person.cloth, -0.09),
    taper: 0.2,
  })
  const showsEars = ['short', 'bun'].includes(back)
  if (showsEars)
    for (const k of [-1, 1])
      out += paint(rng, at(ellipse(k * 0.455 + person.turn * -0.04, 0.06, 0.07, 0.13, k * 0.15)), {
        colour: shade(skin, -0.05, 0.01),
        size: s * 0.1,
        layers: 1.6,
        flow: 1.4,
      })
  const jaw = rng.range(0.24, 0.34)
  const head = curve(
    at([
      [0, -0.62],
      [0.3, -0.56],
      [0.44, -0.28],
      [0.45, 0.06],
      [0.4, 0.3],
      [jaw, 0.5],
      [0.11 + person.turn * 0.04, 0.62],
      [-0.11 + person.turn * 0.04, 0.62],
      [-jaw, 0.5],
      [-0.4, 0.3],
      [-0.45, 0.06],
      [-0.44, -0.28],
      [-0.3, -0.56],
    ]),
    true,
    5,
  )
  const light = person.turn >= 0 ? -1 : 1
  out += paint(rng, head, {
    colour: (px, py) => {
      const v = (((px - x) / s) * -light + ((py - y) / s) * 0.25) * 1.6
      return v > 0.42 ? shadow : v > 0.16 ? mix(skin, shadow, 0.45) : v < -0.34 ? shade(skin, 0.03, 0.008) : skin
    },
    flow: (px, py) => Math.atan2(py - y, px - x) + 1.5,
    size: s * 0.2,
    aspect: 2.8,
    layers: 2,
    toneJitter: 0.01,
  })
  out += facialFeatures(rng, person, at, s, shade(person.skin, -0.5, 0.01))
  if (age > 0.35 && age < 0.55 && showsEars)
    out +=
      paint(
        rng,
        curve(
          at(
            pointsOf(
              '-0.43 0.1 -0.36 0.26 -0.18 0.29 0 0.27 0.18 0.29 0.36 0.26 0.43 0.1 0.4 0.36 0.28 0.58 0.1 0.7 -0.1 0.7 -0.28 0.58 -0.4 0.36',
            ),
          ),
          true,
        ),
        { colour: shade(person.hair, 0.02), flow: 1.5, size: s * 0.1, aspect: 4, layers: 1.5, angleJitter: 0.4 },
      ) +
      fill(curve(at(pointsOf('-0.12 0.38 0 0.35 0.12 0.38 0.06 0.43 -0.06 0.43')), true), mix(skin, '#a04a45', 0.55))
  const hat = rng.chance(0.16)
  if (hat) {
    const felt = rng.pick(CLOTHES_COLOURS)
    out += hairMass(rng, at(FRONT_HAIR.crop ?? []), person.hair, s, curly, x, y)
    out += paint(
      rng,
      curve(at(pointsOf('-0.54 -0.3 -0.5 -0.66 -0.2 -0.9 0.2 -0.9 0.5 -0.66 0.54 -0.3 0.2 -0.37 -0.2 -0.37')), true),
      { colour: (px) => shade(felt, px > x ? -0.04 : 0.03), flow: 1.4, size: s * 0.14, layers: 1.7 },
    )
    out += paint(rng, curve(at(pointsOf('-0.56 -0.26 -0.56 -0.42 0 -0.5 0.56 -0.42 0.56 -0.26 0 -0.36')), true), {
      colour: shade(felt, -0.06),
      flow: 1.57,
      size: s * 0.1,
      layers: 1.8,
    })
  } else out += hairMass(rng, at(FRONT_HAIR[front] ?? []), person.hair, s, curly, x, y)
  if (rng.chance(0.3))
    for (const k of [-1, 1])
      out += fill(
        at(ellipse(k * 0.46, 0.3, 0.035, 0.05)),
        rng.pick(['#d6a740', '#cfd4d2', '#b5483a', '#3f7a76']),
        1,
        true,
      )
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      'Woman on the 14 tram',
      'My cousin, not smiling',
      `Portrait ${rng.int(3, 90)}`,
      'Face, forty minutes',
      'Someone from a dream',
      'Study in two lights',
      'Neighbour',
      'For the portrait swap',
      'Waiting room',
      'Ilse',
      'Tomas',
      'The new barista',
      'Stranger with good posture',
      `Head no. ${rng.int(2, 40)}`,
      hat ? 'The hat stays on' : 'Hair first, then the rest',
      'Portrait practice, warm shadow',
      'Noor, thinking of lunch',
      'Three-quarter, more or less',
    ],
    notes: [
      'Likeness is not the point. Good, because it is not there.',
      'Trying to see the shadow as one shape.',
      'For Ana, who sat very still.',
      'The left eye took an hour, the right eye two minutes.',
      'Gouache-ish. Reference from the portrait swap thread.',
      'Invented. She looks like my dentist.',
    ],
    tags: ['portrait', 'painting'],
    extraTags: ['face', 'gouache', 'people', 'study', 'character', 'portrait-swap'],
  })
  const length =
    { bob: 'chin-length', long: 'long', short: 'short', bun: 'tied-up', curls: 'curly', wave: 'wavy' }[back] ?? 'dark'
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painted portrait of a person with ${length} hair${hat ? ' under a woollen hat' : ''}, head turned slightly to the ${person.turn > 0 ? 'right' : 'left'}.`,
  }
}
