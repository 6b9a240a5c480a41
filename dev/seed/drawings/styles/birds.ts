import { shade } from '../colour.ts'
import { at, curve, ellipse, noise1, type Point, place, pointsOf } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { bird } from '../parts/bird.ts'
import { BIRD_KINDS } from '../parts/bird-kinds.ts'
import { contour, fill, hatch, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { loosen, wash } from '../wash.ts'
import { pickCaption, several } from '../words.ts'

export function birds(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'square', 'landscape', 'landscape', 'panorama'])
  const tint = rng.pick(['#efe9dc', '#e6e7e2', '#ece4d3', '#dde3e4', '#f2ede3', '#e7dccb'])
  const ink = rng.pick(['#292623', '#2a2d34', '#352a22'])
  const line = rng.range(2.8, 4) * u
  let out = paper(rng, w, h, tint)
  const seat = rng.pick(['branch', 'branch', 'wire', 'posts'] as const)
  const count =
    seat === 'wire' ? rng.int(3, w > h * 2 ? 11 : 7) : w > h * 2 ? rng.int(3, 5) : rng.pick([1, 1, 1, 2, 2, 3])
  const sky = rng.chance(0.4)
  if (sky)
    out += wash(
      rng,
      loosen(rng, ellipse(w / 2, h * 0.48, w * 0.42, h * 0.36, 0, 40), 26 * u, 40),
      rng.pick(['#b9cbd0', '#e0c39f', '#c3cbb5', '#d9bfb4']),
      0.6,
      20 * u,
    )
  const flock = rng.chance(0.6)
  const first = rng.pick(BIRD_KINDS)
  const sag = noise1(rng)
  const base = h * rng.range(0.56, 0.68)
  const height = (x: number, row = 0): number =>
    base +
    row * h * 0.11 +
    (seat === 'wire'
      ? Math.sin((x / w) * Math.PI) * h * 0.07
      : sag((x / w) * 2.2 + 4) * h * 0.05 - (x / w - 0.5) * h * 0.12)
  const run = (row: number): Point[] =>
    Array.from({ length: 22 }, (_, i): Point => [(w * (i - 0.5)) / 20, height((w * (i - 0.5)) / 20, row)])
  if (seat === 'wire') {
    out += strokes(rng, [run(0), run(1)].slice(0, rng.int(1, 2)), {
      width: line * 1.2,
      colour: ink,
      taper: 0,
      wobble: 0.5,
    })
    if (rng.chance(0.5)) {
      const px = w * rng.pick([0.08, 0.92])
      out += strokes(
        rng,
        [
          [
            [px, h * 0.3],
            [px + 4 * u, h],
          ],
          [
            [px - 60 * u, base - 20 * u],
            [px + 60 * u, base - 24 * u],
          ],
        ],
        { width: 13 * u, colour: ink, taper: 0.1 },
      )
    }
  } else if (seat === 'branch') {
    const bough = run(0)
    const bark = rng.pick(['#7a6450', '#5f5348', '#8a7a66'])
    const twigs: Point[][] = []
    const tips: Point[] = []
    for (let i = 0; i < rng.int(5, 10); i++) {
      const p = at(bough, rng.int(2, 20))
      const [dir, reach, k] = [rng.sign(), rng.range(60, 190) * u, rng.chance(0.7) ? -1 : 1]
      const tip: Point = [p[0] + dir * reach, p[1] + k * reach * rng.range(0.3, 0.8)]
      twigs.push(curve([p, [p[0] + dir * reach * 0.5, p[1] + k * reach * 0.16], tip]))
      tips.push(tip, [p[0] + dir * reach * 0.55, p[1] + k * reach * 0.2])
    }
    out +=
      strokes(rng, twigs, { width: 8 * u, colour: bark, taper: 0.8 }) +
      stroke(rng, bough, { width: 30 * u, colour: ink, taper: 0.2 }) +
      stroke(rng, bough, { width: 24 * u, colour: bark, taper: 0.2 })
    out += strokes(
      rng,
      Array.from({ length: 20 }, (): Point[] => {
        const x = rng.range(0, w)
        return [
          [x, height(x) + rng.range(-6, 8) * u],
          [x + rng.range(20, 60) * u, height(x + 40 * u) + rng.range(-6, 8) * u],
        ]
      }),
      { width: line * 0.6, colour: ink, opacity: 0.7 },
    )
    const dress = rng.pick(['leaves', 'berries', 'blossom', 'bare'])
    for (const tip of tips) {
      if (dress === 'berries')
        for (let k = 0; k < 3; k++) {
          const b = ellipse(tip[0] + rng.gauss() * 16 * u, tip[1] + rng.gauss() * 16 * u, 9 * u, 9 * u, 0, 12)
          out += fill(b, '#b0432f', 0.95, true) + contour(rng, b, { width: line * 0.5, colour: ink })
        }
      if (dress === 'blossom')
        for (let k = 0; k < 5; k++)
          out += fill(
            ellipse(
              tip[0] + Math.cos(k * 1.26) * 11 * u,
              tip[1] + Math.sin(k * 1.26) * 11 * u,
              10 * u,
              8 * u,
              k * 1.26,
              12,
            ),
            shade('#eac3c0', rng.range(-0.03, 0.05)),
            0.95,
            true,
          )
      if (dress === 'leaves')
        for (let k = 0; k < 2; k++) {
          const leaf = curve(
            place(pointsOf('0 0 0.4 -0.2 1 0 0.4 0.2'), tip[0], tip[1], rng.range(34, 58) * u, rng.range(-0.8, 2.4)),
            true,
          )
          out +=
            wash(rng, leaf, rng.pick(['#7d8f5c', '#b5894a', '#5f7d5f']), 0.95, 2) +
            contour(rng, leaf, { width: line * 0.6, colour: ink })
        }
    }
  }
  const names = new Map<string, number>()
  const s = Math.min(h * (count === 1 ? 0.4 : 0.3), (w / count) * 0.72) * (seat === 'wire' ? 0.8 : 1)
  for (let i = 0; i < count; i++) {
    const kind = flock ? first : rng.pick(BIRD_KINDS)
    names.set(kind.plural, (names.get(kind.plural) ?? 0) + 1)
    const x = w * (count === 1 ? rng.range(0.44, 0.56) : 0.08 + 0.84 * ((i + rng.range(0.3, 0.7)) / count))
    const y = height(x) - (seat === 'branch' ? 20 * u : 8 * u)
    if (seat === 'posts') {
      const top = y + s * 0.08
      const post: Point[] = [
        [x - s * 0.16, top],
        [x + s * 0.18, top - 4 * u],
        [x + s * 0.2, h + 10],
        [x - s * 0.18, h + 10],
      ]
      out +=
        fill(post, '#a09180', 0.8) +
        wash(rng, post, '#8a7c6c', 0.6, 3) +
        hatch(rng, post, 1.5, 9 * u, { width: line * 0.6, colour: ink, opacity: 0.6 }) +
        contour(rng, post, { width: line, colour: ink, wobble: 1 })
    }
    out += bird(rng, `v${i}`, kind, x, y, s * rng.range(0.92, 1.06), rng.sign(), ink, Math.min(line, s * 0.016))
  }
  const listed = [...names].map(([plural, k]) =>
    several(k, BIRD_KINDS.find((kind) => kind.plural === plural)?.name ?? 'bird', plural),
  )
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      listed[0]?.replace(/^./, (c) => c.toUpperCase()) ?? 'Bird',
      seat === 'wire' ? 'Morning meeting' : 'At the feeder, almost',
      `${first.name}, waiting`.replace(/^./, (c) => c.toUpperCase()),
      `Bird notes ${rng.int(2, 48)}`,
      'Cold day, round bird',
      seat === 'wire' ? 'Reading the wire like music' : 'Lookout',
      'Garden count',
      'Somebody fluffed up',
      'It sang the whole time',
      'February regulars',
      'Vogel, ein kleiner',
      'Two seconds of posing',
      `Sketch ${rng.int(20, 300)}: ${first.name}`,
    ],
    notes: [
      'The legs are always further back than you think.',
      'From the kitchen window.',
      'Half of this is remembered, it flew off.',
      'For the garden bird weekend.',
      'Trying to draw the roundness before the feathers.',
      'The one on the left is cross about something.',
    ],
    tags: ['birds', 'animals'],
    extraTags: ['ink', 'watercolour', 'nature', 'wildlife', first.name.replace(' ', '-'), 'garden'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Ink and watercolour drawing of ${listed.join(', ')} on ${seat === 'wire' ? 'a wire' : seat === 'posts' ? 'wooden posts' : 'a branch'}.`,
  }
}
