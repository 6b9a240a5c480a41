import { mix, shade } from '../colour.ts'
import { at, curve, ellipse, ground, type Point, path, rect, ridge } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { crookedPine } from '../parts/crooked-pine.ts'
import { fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { flock } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { wash } from '../wash.ts'
import { pickCaption } from '../words.ts'

const INKS = [
  { paper: '#efe8d8', ink: '#23272a', name: 'black' },
  { paper: '#e9e2d0', ink: '#2b3a4a', name: 'indigo' },
  { paper: '#f1ece2', ink: '#33413a', name: 'green-black' },
  { paper: '#e6d9c0', ink: '#3d2f2a', name: 'sepia' },
  { paper: '#e4e6e2', ink: '#2c3138', name: 'grey' },
]

export function inkwash(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['tower', 'portrait', 'portrait', 'landscape', 'panorama'])
  const { paper: tint, ink, name } = rng.pick(INKS)
  let out = paper(rng, w, h, tint)
  const tall = h > w
  const layers = rng.int(3, 6)
  const top = h * rng.range(0.16, 0.3)
  const sun = rng.chance(0.6)
  const sunColour = rng.pick(['#b8432f', '#c25a3a', '#a8392f', '#c9853f'])
  const sunAt: Point = [w * rng.range(0.2, 0.8), top * rng.range(0.55, 1.05)]
  if (sun)
    out += wash(
      rng,
      ellipse(sunAt[0], sunAt[1], Math.min(w, h) * 0.085, Math.min(w, h) * 0.085, 0, 34),
      sunColour,
      0.85,
      3,
    )
  for (let i = 0; i < layers; i++) {
    const t = layers === 1 ? 1 : i / (layers - 1)
    const y = top + (h * 0.9 - top) * (t * 0.86 + 0.08)
    const high = (tall ? rng.range(0.1, 0.2) * h : rng.range(0.16, 0.3) * h) * (1.1 - t * 0.5)
    const line = ridge(
      rng,
      w,
      y,
      high,
      rng.range(0.35, 0.9) * (1 - t * 0.3),
      rng.range(1.3, 2.6) * (w > h * 2 ? 2.4 : 1),
    )
    const tone = mix(tint, ink, 0.18 + t * 0.62)
    const foot = y + high * 1.5
    out += `<linearGradient id="m${i}" gradientUnits="userSpaceOnUse" x1="0" y1="${(y - high).toFixed(0)}" x2="0" y2="${foot.toFixed(0)}"><stop offset="0" stop-color="${tone}" stop-opacity="${(0.62 + t * 0.3).toFixed(2)}"/><stop offset=".45" stop-color="${tone}" stop-opacity=".5"/><stop offset="1" stop-color="${tone}" stop-opacity="0"/></linearGradient><path fill="url(#m${i})" d="${path(ground(line, foot))}"/>`
    const folds: Point[][] = []
    line.forEach(([px, py], k) => {
      if (k % 2 || k === 0) return
      const drop = rng.range(0.1, 0.55) * high
      const side = at(line, k + 1)[1] - at(line, k - 1)[1] > 0 ? 1 : -1
      if (rng.chance(0.7))
        folds.push(
          curve([
            [px, py + 4 * u],
            [px + side * drop * 0.25, py + drop * 0.5],
            [px + side * drop * 0.2, py + drop],
          ]),
        )
      if (t > 0.4 && rng.chance(0.6))
        folds.push([
          [px + side * 8 * u, py + drop * 0.4],
          [px + side * 16 * u, py + drop * 0.62],
        ])
    })
    out += strokes(rng, folds, { width: (2 + t * 4.5) * u, colour: ink, opacity: 0.2 + t * 0.4, press: 1, taper: 0.9 })
    out += stroke(rng, line, {
      width: (2.4 + t * 4) * u,
      colour: ink,
      opacity: 0.3 + t * 0.55,
      press: 1,
      wobble: 1.5 * u,
    })
    if (t > 0.3 && rng.chance(0.75)) {
      const spots = Array.from({ length: rng.int(2, 6) }, () => rng.int(4, line.length - 5))
      for (const k of spots)
        out += crookedPine(
          rng,
          at(line, k)[0],
          at(line, k)[1] + 4 * u,
          (28 + t * 90) * u * (tall ? 1 : 1.1),
          shade(mix(tint, ink, 0.55 + t * 0.45), 0),
        )
    }
  }
  const water = rng.chance(0.6)
  if (water) {
    const y0 = h * 0.9
    out += strokes(
      rng,
      Array.from({ length: 12 }, (): Point[] => {
        const [x, y, l] = [rng.range(0, w), rng.range(y0, h * 0.98), rng.range(60, 240) * u]
        return [
          [x - l / 2, y],
          [x, y + rng.gauss() * 3 * u],
          [x + l / 2, y],
        ]
      }),
      { width: 2.4 * u, colour: ink, opacity: 0.4 },
    )
    const [bx, by, s] = [w * rng.range(0.25, 0.75), h * 0.93, 120 * u]
    out += fill(
      curve(
        [
          [bx - s * 0.5, by - s * 0.04],
          [bx, by + s * 0.05],
          [bx + s * 0.52, by - s * 0.08],
          [bx + s * 0.3, by + s * 0.1],
          [bx - s * 0.3, by + s * 0.1],
        ],
        true,
      ),
      ink,
      0.9,
    )
    out +=
      fill(
        curve(
          [
            [bx - s * 0.02, by],
            [bx + s * 0.02, by - s * 0.17],
            [bx + s * 0.1, by - s * 0.17],
            [bx + s * 0.13, by],
          ],
          true,
        ),
        ink,
        0.85,
      ) +
      fill(
        [
          [bx - s * 0.04, by - s * 0.15],
          [bx + s * 0.06, by - s * 0.25],
          [bx + s * 0.17, by - s * 0.15],
        ],
        ink,
        0.95,
      )
    out += stroke(
      rng,
      [
        [bx + s * 0.3, by - s * 0.42],
        [bx - s * 0.25, by + s * 0.2],
      ],
      { width: 3 * u, colour: ink },
    )
  }
  const pavilion = rng.chance(0.4)
  if (pavilion) {
    const [px, py, s] = [w * rng.range(0.2, 0.8), h * rng.range(0.6, 0.76), 66 * u]
    const roof = curve(
      [
        [px - s * 0.75, py - s * 0.5],
        [px - s * 0.3, py - s * 0.66],
        [px, py - s * 0.98],
        [px + s * 0.3, py - s * 0.66],
        [px + s * 0.75, py - s * 0.5],
        [px, py - s * 0.54],
      ],
      true,
    )
    out +=
      strokes(
        rng,
        [-0.42, -0.16, 0.16, 0.42].map((k): Point[] => [
          [px + k * s, py - s * 0.55],
          [px + k * s, py],
        ]),
        { width: 4 * u, colour: ink, wobble: 0.5 },
      ) +
      fill(roof, ink, 0.92) +
      stroke(
        rng,
        [
          [px - s * 0.6, py],
          [px + s * 0.6, py],
        ],
        { width: 5 * u, colour: ink },
      )
  }
  if (rng.chance(0.5))
    out += flock(rng, w * rng.range(0.25, 0.75), top * rng.range(0.5, 1), rng.int(3, 8), 70 * u, 14 * u, ink)
  const [sx, sy, r] = [rng.chance(0.5) ? w * 0.08 : w * 0.86, h * rng.pick([0.06, 0.86]), 40 * u]
  out += fill(
    rect(sx, sy, r, r).map(([a, b]): Point => [a + rng.gauss() * 2 * u, b + rng.gauss() * 2 * u]),
    '#b23b2e',
    0.92,
  )
  out += strokes(
    rng,
    [
      [
        [sx + r * 0.25, sy + r * 0.2],
        [sx + r * 0.25, sy + r * 0.8],
        [sx + r * 0.75, sy + r * 0.8],
      ],
      [
        [sx + r * 0.5, sy + r * 0.2],
        [sx + r * 0.5, sy + r * 0.6],
      ],
      [
        [sx + r * 0.42, sy + r * 0.3],
        [sx + r * 0.78, sy + r * 0.3],
      ],
    ],
    { width: 4 * u, colour: tint, wobble: 0 },
  )
  const caption = pickCaption(rng, {
    medium: 'ink',
    titles: [
      'Mist, then mountains',
      'Seven strokes of pine',
      water ? 'Ferryman' : 'No road up',
      pavilion ? 'The pavilion nobody visits' : 'Ridge after ridge',
      `Ink practice ${rng.int(4, 99)}`,
      'Wet paper, dry brush',
      'After Shitao, badly',
      'Leaving space',
      sun ? 'Red sun' : 'No sun today',
      'Cold morning',
      'Listening to the valley',
      `Mountains in ${name}`,
      'Scroll, piece of',
      'The far one is a cloud',
    ],
    notes: [
      'The empty parts took the longest.',
      'The seal says nothing, please do not look it up.',
      'One stick of ink, three bowls of water.',
      'I breathe out on every long stroke.',
      'Homework for the Thursday ink group.',
    ],
    tags: ['ink', 'landscape'],
    extraTags: ['mountains', 'brush', 'sumi-e', 'mist', 'minimal', 'ink-wash'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Brush and ink landscape with misty mountain ridges in ${name}${sun ? ', a red sun' : ''}${water ? ', a small boat with a rower below' : ''}${pavilion ? ', a pavilion' : ''}.`,
  }
}
