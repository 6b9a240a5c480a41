import { mix, ramp, shade, vary } from '../colour.ts'
import { noise2, type Point, rect } from '../geometry.ts'
import { dab, paint } from '../paint.ts'
import { canvas, format, sheet } from '../paper.ts'
import { SEASONS, trunk } from '../parts/birch.ts'
import { fill } from '../pencil.ts'
import type { Rng } from '../random.ts'
import { disc } from '../scenery.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function birches(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'landscape', 'square', 'panorama', 'tower'])
  const season = rng.pick(SEASONS)
  const floor = h * rng.range(0.74, 0.95)
  const drift = noise2(rng)
  const glow = rng.range(0.2, 0.8) * w
  const slope = rng.range(-0.08, 0.08)
  const groundAt = (x: number): number => floor + (x - w / 2) * slope
  let out = paint(rng, rect(-10, -10, w + 20, floor + w * 0.05 + 30), {
    colour: (x, y) =>
      ramp(season.back, (Math.abs(x - glow) / w) * 0.7 + (y / h) * 0.5 + drift(x / (90 * u), y / (70 * u)) * 0.25),
    flow: (x, y) => 1.2 + drift(x / (150 * u), y / (150 * u)) * 1.2,
    size: 46 * u,
    aspect: 2.2,
    layers: 1.4,
    overflow: true,
  })
  const hasSun = rng.chance(0.35)
  if (hasSun)
    out += disc(
      rng,
      glow,
      floor * rng.range(0.3, 0.7),
      rng.range(26, 46) * u,
      shade(season.back[0] ?? '#ffffff', 0.08),
      season.back[0] ?? '#ffffff',
    )
  out += paint(
    rng,
    [
      [-10, groundAt(0)],
      [w + 10, groundAt(w)],
      [w + 10, h + 10],
      [-10, h + 10],
    ],
    {
      colour: (x, y) => ramp(season.floor, (y - floor) / (h - floor + 1) + drift(x / (60 * u), y / (20 * u)) * 0.3),
      size: 40 * u,
      aspect: 3.4,
      layers: 1.6,
    },
  )
  const hasPath = rng.chance(0.3) && h - floor > h * 0.1
  if (hasPath) {
    const pathX = rng.range(0.3, 0.7) * w
    const deep = h + 10 - groundAt(pathX)
    const turn = rng.range(-0.5, 0.5) * deep
    const edge = (t: number, k: number): Point => [
      pathX + Math.sin(t * 3.1) * turn + k * (8 * u + t * t * w * 0.15),
      groundAt(pathX) + t * deep + 3 * u,
    ]
    const steps = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]
    const path: Point[] = [...steps.map((t) => edge(t, 1)), ...steps.toReversed().map((t) => edge(t, -1))]
    out += paint(rng, path, { colour: mix(season.floor[0] ?? '#888888', season.bark, 0.5), size: 30 * u, layers: 1.5 })
  }
  const gap = rng.range(50, 120) * u
  for (let x = -10; x < w; x += gap * rng.range(0.3, 0.9))
    out += fill(
      rect(x, -5, rng.range(4, 12) * u, groundAt(x) + 8),
      mix(season.mark, season.back[1] ?? season.mark, rng.range(0.6, 0.85)),
      0.7,
    )
  for (let x = rng.range(-20, 20); x < w; x += gap * rng.range(0.9, 2.2))
    out += trunk(
      rng,
      x,
      -10,
      groundAt(x) + rng.range(4, 22) * u,
      rng.range(12, 20) * u,
      season,
      rng.range(0.35, 0.55),
      u,
    )
  const near = rng.int(3, 8)
  for (let i = 0; i < near; i++) {
    const x = w * ((i + rng.range(0.1, 0.9)) / near)
    out += trunk(
      rng,
      x,
      -10,
      Math.min(h + 20, groundAt(x) + rng.range(0.2, 1.3) * (h - floor)),
      rng.range(24, 58) * u * (near > 5 ? 0.75 : 1),
      season,
      0,
      u,
    )
  }
  let tufts = ''
  for (let i = 0; i < 90; i++) {
    const x = rng.range(0, w)
    tufts += dab(
      rng,
      x,
      groundAt(x) + rng.next() ** 2 * (h - floor) * 0.8,
      -1.57 + rng.range(-0.6, 0.6),
      rng.range(16, 40) * u,
      rng.range(4, 9) * u,
    )
  }
  out += `<path fill="${shade(season.floor[0] ?? '#555555', 0.05)}" fill-opacity=".8" d="${tufts}"/>`
  const leaves = Math.round((season.leafage * rng.range(120, 420) * (w * h)) / 1e6 / (u * u))
  for (const colour of season.leaves) {
    let d = ''
    for (let i = 0; i < leaves / season.leaves.length; i++) {
      const y = h * rng.next() ** 1.4
      d += dab(rng, rng.range(0, w), y, rng.range(0, 3.14), rng.range(9, 24) * u, rng.range(7, 14) * u)
    }
    out += `<path fill="${vary(rng, colour, 0.02)}" fill-opacity=".92" d="${d}"/>`
  }
  const caption = pickCaption(rng, {
    medium: 'paint',
    titles: [
      `Birches, ${season.name}`,
      'Behind the allotments',
      'Standing room',
      `Birch study ${rng.int(2, 14)}`,
      `${season.name}, no wind`.replace(/^./, (c) => c.toUpperCase()),
      'The quiet half of the wood',
      hasPath ? 'The path we take' : 'No path',
      'Birken',
      'Twelve trunks',
      'Koivikko',
      'Light at the edge',
      'Counting trunks on the train',
      'Verticals',
      `Same wood, ${season.name}`,
      'Trees like handwriting',
    ],
    notes: [
      'The marks on the bark are the fun part.',
      'Second try. The first had far too many leaves.',
      'Background in ten minutes, trunks in an hour.',
      'I walk past these every morning.',
      'Painting the gaps rather than the trees.',
    ],
    tags: ['trees', 'forest'],
    extraTags: [
      'birch',
      'landscape',
      'gouache',
      'nature',
      season.name.split(' ')[0]?.toLowerCase() ?? 'season',
      'painting',
    ],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + canvas(rng, w, h)),
    width: w,
    height: h,
    alt: `Painting of pale birch trunks with dark marks in ${season.name} colours${hasPath ? ', a path leading between them' : ''}${hasSun ? ', low sun behind' : ''}.`,
  }
}
