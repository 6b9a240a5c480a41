import { mix, ramp, shade } from '../colour.ts'
import { curve, ellipse, noise2, type Point, rect } from '../geometry.ts'
import { canvas, format, paper, sheet } from '../paper.ts'
import { contour, fill, stroke, strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

const TERRAIN_PALETTES = [
  { name: 'night blue', ground: '#171d2b', lines: ['#e9dcc0', '#d9a27a', '#b5605a'] },
  { name: 'cream', ground: '#efe7d6', lines: ['#2b2f3a', '#4a5a6f', '#8a5a4a'] },
  { name: 'brick', ground: '#8f4433', lines: ['#f3e2c6', '#eebf8f', '#e0a07a'] },
  { name: 'forest', ground: '#22332f', lines: ['#e3e6c8', '#a9bf8f', '#6f9a86'] },
  { name: 'sand', ground: '#dcc7a0', lines: ['#3a3230', '#8a4a38', '#5f5a4f'] },
  { name: 'graphite', ground: '#d9d8d4', lines: ['#2c2c2e', '#55565a', '#7a7c80'] },
]

type TerrainPalette = (typeof TERRAIN_PALETTES)[number]

/** Stacked profiles of an imaginary range, each hiding the ones behind. */
function profiles(rng: Rng, w: number, h: number, u: number, palette: TerrainPalette): string {
  const field = noise2(rng)
  const [mx, my] = [w * rng.range(0.1, 0.16), h * rng.range(0.14, 0.2)]
  const rows = rng.int(34, 58)
  const step = (h - my * 1.7) / rows
  const peaks = Array.from({ length: rng.int(1, 3) }, () => ({
    x: rng.range(0.28, 0.72),
    y: rng.range(0.15, 0.95),
    sx: rng.range(0.08, 0.2),
    sy: rng.range(0.25, 0.7),
    k: rng.range(0.6, 1),
  }))
  let out = ''
  for (let r = 0; r < rows; r++) {
    const v = r / (rows - 1)
    const y = my + r * step + step * 2
    const line = Array.from({ length: 86 }, (_, i): Point => {
      const t = i / 85
      const swell = peaks.reduce(
        (sum, p) => sum + p.k * Math.exp(-(((t - p.x) / p.sx) ** 2) - ((v - p.y) / p.sy) ** 2),
        0.035,
      )
      const rough = Math.abs(field(t * 11, v * 7)) * 0.75 + Math.abs(field(t * 27 + 9, v * 22)) * 0.4
      return [mx + t * (w - 2 * mx), y - swell * rough * h * 0.22 + field(t * 40, v * 50) * 0.8 * u]
    })
    out += fill([...line, [w - mx, y + step * 3], [mx, y + step * 3]], palette.ground)
    out += stroke(rng, line, {
      width: rng.range(2, 2.8) * u,
      colour: ramp(palette.lines, v),
      taper: 0.15,
      wobble: 0.3,
      press: 0.5,
    })
  }
  return out + fill(rect(0, my + rows * step + step * 2.1, w, h), palette.ground)
}

/** A hand-drawn topographic map: nested height lines, a river, a trail, marks. */
function map(rng: Rng, w: number, h: number, u: number, palette: TerrainPalette): string {
  const hills = Array.from({ length: rng.int(3, 6) }, () => ({
    x: w * rng.range(0.05, 0.95),
    y: h * rng.range(0.05, 0.95),
    r: Math.min(w, h) * rng.range(0.2, 0.46),
    phase: rng.range(0, 6),
    tops: rng.int(7, 13),
  }))
  let out = ''
  const [first, second, third] = palette.lines as [string, string, string]
  for (const hill of hills) {
    const wob = noise2(rng)
    for (let k = 0; k < hill.tops; k++) {
      const r = hill.r * (1 - k / hill.tops) ** 1.2
      const ring = Array.from({ length: 44 }, (_, i): Point => {
        const a = (i / 44) * Math.PI * 2
        const reach = r * (1 + wob(Math.cos(a) * 1.6 + 5 + k * 0.05, Math.sin(a) * 1.6 + 5) * 0.42)
        return [
          hill.x + Math.cos(a) * reach + k * hill.r * 0.014 * Math.cos(hill.phase),
          hill.y + Math.sin(a) * reach * 0.86 + k * hill.r * 0.014 * Math.sin(hill.phase),
        ]
      })
      out += fill(ring, mix(palette.ground, k % 2 ? second : third, 0.05 + k * 0.03), 0.75, true)
      out += contour(rng, ring, {
        width: (k % 4 === 0 ? 3.4 : 1.9) * u,
        colour: mix(first, palette.ground, 0.15),
        wobble: 0.6,
        press: 0.5,
      })
    }
    if (rng.chance(0.7))
      out += fill(
        [
          [hill.x, hill.y - 9 * u],
          [hill.x + 8 * u, hill.y + 6 * u],
          [hill.x - 8 * u, hill.y + 6 * u],
        ],
        first,
      )
  }
  const river = curve(
    [
      [w * rng.range(-0.02, 0.3), -20],
      [w * rng.range(0.2, 0.6), h * 0.26],
      [w * rng.range(0.2, 0.8), h * 0.52],
      [w * rng.range(0.3, 0.9), h * 0.78],
      [w * rng.range(0.4, 1), h + 20],
    ],
    false,
    14,
  )
  out +=
    stroke(rng, river, { width: 15 * u, colour: mix('#5f8fa6', palette.ground, 0.25), taper: 0.5, press: 0.8 }) +
    stroke(rng, river, { width: 3 * u, colour: first, opacity: 0.5, taper: 0.2 })
  const trail = curve(
    [
      [-10, h * rng.range(0.3, 0.9)],
      [w * 0.3, h * rng.range(0.3, 0.8)],
      [w * 0.6, h * rng.range(0.2, 0.7)],
      [w + 10, h * rng.range(0.1, 0.8)],
    ],
    false,
    22,
  )
  const dashes: Point[][] = []
  for (let i = 0; i + 2 < trail.length; i += 4) dashes.push(trail.slice(i, i + 3))
  out += strokes(rng, dashes, { width: 4.6 * u, colour: '#b5473a', taper: 0.1, wobble: 0.4 })
  for (let i = 0; i < rng.int(2, 5); i++) {
    const [x, y] = trail[rng.int(4, trail.length - 5)] as Point
    out +=
      fill(ellipse(x, y, 9 * u, 9 * u, 0, 16), '#b5473a') +
      contour(rng, ellipse(x, y, 15 * u, 15 * u, 0, 18), { width: 2.4 * u, colour: first })
    out += stroke(
      rng,
      curve(
        Array.from({ length: 9 }, (_, k): Point => [x + (22 + k * 8) * u, y + (k % 2 ? -1 : 1) * rng.range(2, 7) * u]),
      ),
      { width: 2.6 * u, colour: first },
    )
  }
  const woods: Point[][] = []
  for (let k = 0; k < 4; k++) {
    const [cx, cy] = [rng.range(0, w), rng.range(0, h)]
    for (let i = 0; i < 16; i++) {
      const [x, y, s] = [cx + rng.gauss() * 70 * u, cy + rng.gauss() * 46 * u, rng.range(9, 15) * u]
      woods.push(
        [
          [x - s * 0.5, y],
          [x, y - s * 1.5],
          [x + s * 0.5, y],
        ],
        [
          [x, y],
          [x, y + s * 0.4],
        ],
      )
    }
  }
  out += strokes(rng, woods, { width: 2.6 * u, colour: first, opacity: 0.85 })
  const [nx, ny] = [w * 0.91, h * 0.12]
  return (
    out +
    strokes(
      rng,
      [
        [
          [nx, ny + 40 * u],
          [nx, ny - 40 * u],
        ],
        [
          [nx - 11 * u, ny - 20 * u],
          [nx, ny - 42 * u],
          [nx + 11 * u, ny - 20 * u],
        ],
        [
          [nx - 22 * u, ny + 6 * u],
          [nx + 22 * u, ny + 6 * u],
        ],
      ],
      { width: 3.6 * u, colour: first },
    )
  )
}

export function terrain(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'square', 'landscape', 'portrait'])
  const palette = rng.pick(TERRAIN_PALETTES)
  const chart = rng.chance(0.5)
  let out = paper(rng, w, h, palette.ground)
  out += chart ? map(rng, w, h, u, palette) : profiles(rng, w, h, u, palette)
  if (!chart && rng.chance(0.4)) {
    const r = Math.min(w, h) * 0.05
    out += contour(
      rng,
      ellipse(w * rng.range(0.25, 0.75), h * 0.1, r, r, 0, 32),
      { width: 3 * u, colour: palette.lines[0] ?? '#ffffff' },
      2,
    )
  }
  const caption = pickCaption(rng, {
    medium: 'ink',
    titles: chart
      ? [
          'Map of a walk',
          'Where we got lost',
          `Sheet ${rng.int(12, 98)}, invented`,
          'Three summits and a river',
          'Contour practice',
          'Map for a story',
          'The long way round',
          'Valley, from above',
          `Fictional Ordnance ${rng.int(3, 40)}`,
          'Day two on the ridge',
        ]
      : [
          'Ridge lines',
          'Fifty lines, give or take',
          'Range',
          'Signal from the hills',
          `Profile ${rng.int(4, 70)}`,
          'Unknown mountains',
          'The album cover exercise',
          'Breathing lines',
          'Listening to a record, drawing the record',
          'Slow lines',
        ],
    notes: [
      'Top to bottom, one line at a time, no lifting.',
      'A podcast and a half.',
      'The rules are simple: never cross.',
      'I want to live near the bend in the river.',
      'Fineliner 0.3, and patience.',
    ],
    tags: chart ? ['map', 'ink'] : ['linework', 'mountains'],
    extraTags: ['contours', 'lines', 'pen', 'minimal', 'terrain', 'fantasy-map'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out + (shade(palette.ground, 0) < '#8' ? canvas(rng, w, h, 0.8) : '')),
    width: w,
    height: h,
    alt: chart
      ? `Hand-drawn contour map on ${palette.name} with hills, a river and a dashed red trail.`
      : `Stacked hand-drawn lines forming a mountain range on ${palette.name}.`,
  }
}
