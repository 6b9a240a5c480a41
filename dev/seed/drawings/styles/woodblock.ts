import { mix, ramp, shade } from '../colour.ts'
import { curve, ellipse, lerp, type Point, place, pointsOf, rect } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { breaker, WOODBLOCK_PALETTES } from '../parts/breaker.ts'
import { clipped, contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { flock } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function woodblock(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'portrait', 'square', 'panorama'])
  const ink = rng.pick(WOODBLOCK_PALETTES)
  const m = Math.min(w, h) * rng.pick([0, 0.035, 0.05])
  const inner = rect(m, m, w - 2 * m, h - 2 * m)
  const horizon = h * rng.range(0.5, 0.64)
  let art = ''
  const steps = 22
  for (let i = 0; i < steps; i++)
    art += fill(rect(0, (horizon * i) / steps - 1, w, horizon / steps + 2), ramp(ink.sky, i / (steps - 1)))
  art += strokes(
    rng,
    Array.from({ length: 46 }, (): Point[] => {
      const [x, y, l] = [rng.range(0, w), rng.range(0, horizon), rng.range(80, 300) * u]
      return [
        [x, y],
        [x + l, y + rng.gauss() * 3],
      ]
    }),
    { width: 1.6 * u, colour: shade(ink.sky[1] ?? '#dddddd', 0.05), opacity: 0.5 },
  )
  const sun = rng.chance(0.7)
  if (sun) {
    const r = Math.min(w, h) * rng.range(0.07, 0.13)
    art += fill(ellipse(w * rng.range(0.2, 0.8), horizon * rng.range(0.3, 0.85), r, r, 0, 48), ink.sun, 0.95, true)
  }
  const clouds = rng.int(0, 4)
  for (let i = 0; i < clouds; i++) {
    const [cx, cy, l] = [w * rng.range(0.1, 0.9), horizon * rng.range(0.15, 0.8), rng.range(120, 300) * u]
    const form = curve(
      [
        [cx - l, cy],
        [cx - l * 0.5, cy - 14 * u],
        [cx, cy - 20 * u],
        [cx + l * 0.6, cy - 10 * u],
        [cx + l, cy],
        [cx + l * 0.4, cy + 12 * u],
        [cx - l * 0.4, cy + 12 * u],
      ],
      true,
    )
    art +=
      fill(form, ink.foam, 0.85) + stroke(rng, form.slice(0, 28), { width: 2.2 * u, colour: ink.line, opacity: 0.7 })
  }
  const mountain = rng.chance(0.6)
  if (mountain) {
    const [mx, mw, mh] = [w * rng.range(0.3, 0.7), w * rng.range(0.22, 0.36), h * rng.range(0.14, 0.26)]
    const slope = curve([
      [mx - mw, horizon + 4],
      [mx - mw * 0.45, horizon - mh * 0.4],
      [mx - mw * 0.1, horizon - mh * 0.97],
      [mx + mw * 0.08, horizon - mh],
      [mx + mw * 0.42, horizon - mh * 0.42],
      [mx + mw, horizon + 4],
    ])
    art += fill(slope, mix(ink.mid, ink.sky[1] ?? ink.mid, 0.25))
    art += fill(
      [
        ...slope.filter((p) => p[1] < horizon - mh * 0.62),
        [mx + mw * 0.17, horizon - mh * 0.5],
        [mx + mw * 0.1, horizon - mh * 0.66],
        [mx, horizon - mh * 0.46],
        [mx - mw * 0.08, horizon - mh * 0.66],
        [mx - mw * 0.2, horizon - mh * 0.48],
      ],
      ink.foam,
    )
    art += stroke(rng, slope, { width: 3 * u, colour: ink.line })
  }
  art += fill(rect(0, horizon, w, h - horizon), ink.pale)
  const rows = rng.int(4, 6)
  for (let r = 0; r < rows; r++) {
    const y = lerp(horizon, h, (r + 0.4) / rows)
    const wave = lerp(50, 190, r / rows) * u
    const line: Point[] = []
    for (let x = -wave * rng.next() - wave; x < w + wave; x += wave)
      line.push([x, y], [x + wave * 0.5, y - wave * 0.24], [x + wave * 0.72, y - wave * 0.2])
    const crest = curve(line)
    art += fill(
      [...crest, [w + wave, h + 10], [-wave, h + 10]],
      mix(ink.pale, r % 2 ? ink.mid : ink.deep, 0.4 + (0.5 * r) / rows),
    )
    art += stroke(rng, crest, { width: lerp(2, 4, r / rows) * u, colour: ink.line, taper: 0 })
    art += strokes(
      rng,
      [12, 24].map((d) => crest.map(([px, py]): Point => [px, py + d * u * (1 + r * 0.4)])),
      { width: lerp(2, 5, r / rows) * u, colour: ink.foam, opacity: 0.75, taper: 0, press: 1 },
    )
  }
  const boats = rng.int(0, 3)
  for (let i = 0; i < boats; i++) {
    const [bx, by, s] = [w * rng.range(0.15, 0.85), lerp(horizon, h, rng.range(0.2, 0.5)), rng.range(90, 170) * u]
    const hull = curve(
      place(
        pointsOf('-0.6 -0.16 -0.3 0.02 0.2 0.04 0.7 -0.22 0.4 0.14 -0.34 0.14'),
        bx,
        by,
        s,
        rng.range(-0.18, 0.18),
        rng.sign(),
      ),
      true,
    )
    art += fill(hull, '#c9a56a') + contour(rng, hull, { width: 2.6 * u, colour: ink.line })
    for (let k = 0; k < 4; k++)
      art +=
        fill(ellipse(bx + (k - 1.5) * s * 0.16, by - s * 0.04, s * 0.05, s * 0.06, 0, 10), '#e6d3b3') +
        fill(ellipse(bx + (k - 1.5) * s * 0.16, by - s * 0.08, s * 0.04, s * 0.03, 0, 10), ink.line)
  }
  const flip = rng.sign()
  const breakers = w > h * 2 ? rng.int(2, 3) : rng.int(1, 2)
  for (let i = 0; i < breakers; i++) {
    const s = h * rng.range(0.42, 0.68) * (i === breakers - 1 ? 1 : 0.6)
    const x =
      flip > 0
        ? w * (0.24 + (i * 0.5) / breakers + rng.range(-0.06, 0.1))
        : w * (0.76 - (i * 0.5) / breakers - rng.range(-0.06, 0.1))
    art += breaker(rng, `w${i}`, x, h * (i === breakers - 1 ? 0.96 : 0.86), s, flip, ink, h + 10, u)
  }
  const gulls = rng.chance(0.4)
  if (gulls) art += flock(rng, w * rng.range(0.3, 0.7), horizon * 0.4, rng.int(3, 7), 80 * u, 14 * u, ink.line)
  let out = paper(rng, w, h, '#ebe0c8') + (m ? clipped('frame', inner, art) : art)
  if (m)
    for (let i = 0; i < 4; i++) {
      const [a, b] = [inner[i] as Point, inner[(i + 1) % 4] as Point]
      out += stroke(rng, [a, b], { width: 4 * u, colour: ink.line, taper: 0, wobble: 0.8 })
    }
  const [bx, by] = [m + 26 * u, m + 26 * u]
  out +=
    fill(rect(bx, by, 44 * u, 110 * u), '#ecdfbf') +
    contour(rng, rect(bx, by, 44 * u, 110 * u), { width: 2.4 * u, colour: ink.line })
  out +=
    strokes(
      rng,
      Array.from({ length: 9 }, (_, i): Point[] => [
        [bx + rng.range(10, 18) * u, by + (14 + i * 10) * u],
        [bx + rng.range(26, 36) * u, by + (12 + i * 10 + rng.gauss() * 4) * u],
      ]),
      { width: 3 * u, colour: ink.line },
    ) + fill(rect(bx + 10 * u, by + 118 * u, 24 * u, 24 * u), '#b23b2e', 0.9)
  out += `<rect width="${w}" height="${h}" fill="url(#paper)"/>`
  const caption = pickCaption(rng, {
    medium: 'ink',
    titles: [
      'Another wave',
      `Wave study ${rng.int(2, 36)}`,
      'After Hokusai, with respect',
      boats ? 'Rowers, keep going' : 'Nobody out today',
      `Sea in ${ink.name}`,
      'High tide, woodblock brush',
      'Surf report',
      'Claws',
      mountain ? 'The small mountain is the big one' : 'No mountain this time',
      'Linocut that never got cut',
      'The seventh one is bigger',
      'Vague',
    ],
    notes: [
      'Fake woodblock, real cramp.',
      'I love the claws. I counted them in the original once.',
      'Four inks and a paper texture.',
      'Practising flat shapes and line weight.',
      'For the "water" prompt.',
    ],
    tags: ['wave', 'woodblock'],
    extraTags: ['sea', 'japan', 'print', 'ukiyo-e', 'ink', 'water'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Woodblock-style picture of a breaking wave in ${ink.name} tones${mountain ? ' with a snowy mountain behind' : ''}${boats ? ' and rowing boats' : ''}.`,
  }
}
