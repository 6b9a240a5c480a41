import { shade } from '../colour.ts'
import { ellipse, type Point, rect } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { cat } from '../parts/cat.ts'
import { CAT_COATS, CAT_POSES } from '../parts/cat-poses.ts'
import { contour, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { wash } from '../wash.ts'
import { pickCaption, several } from '../words.ts'

export function cats(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['square', 'portrait', 'landscape', 'landscape'])
  const tint = rng.pick(['#ece7db', '#e5e0d2', '#e9ddcb', '#dfe2dc', '#f0ebe1', '#d9cdb9'])
  const ink = rng.pick(['#2a2623', '#2b2e36', '#3b2a22'])
  const line = rng.range(3.4, 5) * u
  const count = rng.pick([1, 1, 1, 2, 2, 3])
  const scene = rng.pick(['rug', 'sill', 'wall', 'cushion', 'books', 'plain'])
  const floor = h * rng.range(0.74, 0.8)
  let out = paper(rng, w, h, tint)
  const tones = ['#b5654f', '#6f8a8c', '#c9a35c', '#7d8a66', '#8c6f86', '#56708a', '#b3a58c']
  const tone = rng.pick(tones)
  if (scene === 'rug' || scene === 'cushion') {
    const form = ellipse(w / 2, floor + 18 * u, w * 0.42, h * (scene === 'rug' ? 0.1 : 0.13), 0, 30)
    out += wash(rng, form, tone, 0.85, 8)
    if (scene === 'rug')
      out += contour(rng, ellipse(w / 2, floor + 18 * u, w * 0.36, h * 0.075, 0, 30), {
        width: line,
        colour: shade(tone, -0.14),
        opacity: 0.7,
      })
    else out += contour(rng, form, { width: line, colour: ink }, 2)
  } else if (scene === 'sill') {
    out += wash(
      rng,
      rect(w * 0.1, h * 0.06, w * 0.8, floor - h * 0.06),
      rng.pick(['#a9c3cc', '#d8b98c', '#3d4f6b', '#b9c9b4']),
      0.75,
      6,
    )
    const pen = { width: line, colour: ink }
    out += strokes(
      rng,
      [
        [
          [w * 0.08, h * 0.05],
          [w * 0.92, h * 0.055],
        ],
        [
          [w * 0.1, h * 0.03],
          [w * 0.1, floor],
        ],
        [
          [w * 0.9, h * 0.03],
          [w * 0.9, floor],
        ],
        [
          [w * 0.5, h * 0.06],
          [w * 0.5, floor],
        ],
        [
          [w * 0.1, h * 0.36],
          [w * 0.9, h * 0.355],
        ],
        [
          [0, floor],
          [w, floor + 3 * u],
        ],
        [
          [0, floor + 36 * u],
          [w, floor + 40 * u],
        ],
      ],
      pen,
    )
  } else if (scene === 'wall') {
    out += wash(rng, rect(0, floor, w, h - floor), tone, 0.8, 4)
    const bricks: Point[][] = []
    for (let r = 0; r < 6; r++) {
      const y = floor + r * 44 * u
      bricks.push([
        [0, y],
        [w / 2, y + 3 * u],
        [w, y],
      ])
      for (let bx = (r % 2) * 50 * u; bx < w; bx += 100 * u)
        bricks.push([
          [bx, y],
          [bx + 2, y + 44 * u],
        ])
    }
    out += strokes(rng, bricks, { width: line * 0.7, colour: ink, opacity: 0.75 })
    out += wash(rng, ellipse(w * rng.range(0.2, 0.8), h * 0.2, 70 * u, 70 * u), '#d8b765', 0.8, 4)
  } else if (scene === 'books') {
    let y = h * 0.95
    while (y > floor + 4 * u) {
      const [bh, bw] = [rng.range(34, 60) * u, w * rng.range(0.5, 0.72)]
      const book = rect(w / 2 - bw / 2 + rng.gauss() * 22 * u, Math.max(floor, y - bh), bw, Math.min(bh, y - floor))
      out +=
        wash(rng, book, rng.pick(tones), 0.9, 3) +
        contour(rng, [...book], { width: line * 0.9, colour: ink, wobble: 1 })
      y -= bh
    }
  } else
    out += strokes(
      rng,
      Array.from({ length: 5 }, (_, i): Point[] => [
        [w * rng.range(0.1, 0.25), floor + (4 + i * 9) * u],
        [w * rng.range(0.7, 0.92), floor + (2 + i * 10) * u],
      ]),
      { width: line * 0.6, colour: ink, opacity: 0.5 },
    )
  const names = new Set<string>()
  const poses = new Set<string>()
  const order = rng.shuffle(Array.from({ length: count }, (_, i) => i))
  for (const i of order) {
    const coat = rng.pick(CAT_COATS)
    const pose = rng.pick(CAT_POSES)
    names.add(coat.name)
    poses.add(pose.name)
    const s =
      Math.min(w / (count * 1.35 + 0.75), h * 0.52) * (pose.name === 'walking' || pose.name === 'stretching' ? 0.9 : 1)
    out += cat(
      rng,
      `k${i}`,
      pose,
      coat,
      w * ((i + 0.5) / count) * 0.86 + w * 0.07,
      floor + rng.range(2, 16) * u,
      s,
      ink,
      line,
    )
  }
  const first = [...names][0] ?? 'grey'
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      'Judging me',
      `The ${first} one`,
      count > 1 ? 'They are not friends' : 'He owns the chair',
      'Window duty',
      poses.has('asleep') ? 'Asleep, at last' : 'Five minutes before dinner',
      `Cat studies, page ${rng.int(2, 44)}`,
      'Mitzi',
      'Not my cat',
      'She moved, obviously',
      'Loaf theory',
      scene === 'wall' ? 'Night patrol' : scene === 'books' ? 'Reads everything, remembers nothing' : 'Afternoon spot',
      'Katze, wie immer',
      'My flatmate pays no rent',
      `Ink cat ${rng.int(3, 31)}`,
    ],
    notes: [
      'Drawn quickly before it left.',
      'The whiskers are the best lines I made all week.',
      'Whoever needs a cat today, here is one.',
      'It sat on the sketchbook afterwards.',
      'From life. Mostly from the back.',
      'Inktober leftover.',
    ],
    tags: ['cat', 'animals'],
    extraTags: ['ink', 'watercolour', 'pets', 'from-life', 'sketchbook', first.replace(' ', '-')],
  })
  const place_ = {
    rug: 'on a rug',
    sill: 'on a windowsill',
    wall: 'on a brick wall under the moon',
    cushion: 'on a cushion',
    books: 'on a stack of books',
    plain: 'on the floor',
  }[scene]
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Ink and wash drawing of ${several(count, 'cat')} (${[...names].join(', ')}), ${[...poses].join(' and ')}, ${place_}.`,
  }
}
