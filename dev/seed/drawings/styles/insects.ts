import { curve, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { beetle, type InsectPen } from '../parts/beetle.ts'
import { moth } from '../parts/moth.ts'
import { stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

export function insects(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'square', 'landscape', 'panorama'])
  const kind = rng.pick(['beetle', 'beetle', 'moth', 'moth', 'both'] as const)
  const ground = rng.pick(['#f0e9da', '#e8e0cd', '#eceae0', '#e2d7bf', '#f3eee4', '#dfe0d6'])
  const insectPen: InsectPen = { ink: rng.pick(['#272321', '#2b2a33', '#33271f']), line: rng.range(2.6, 3.8) * u }
  let out = paper(rng, w, h, ground)
  const rows = w > h * 2 ? 1 : rng.pick(w > h ? [1, 2, 2] : [1, 2, 3, 3])
  const columns =
    rows === 1 && w <= h * 1.2 ? 1 : Math.max(1, Math.round(((w / h) * rows) / (kind === 'beetle' ? 0.85 : 1.2)))
  const [cw, ch] = [(w * 0.92) / columns, (h * 0.9) / rows]
  const count = rows * columns
  for (let i = 0; i < count; i++) {
    const insect = kind === 'both' ? rng.pick(['beetle', 'moth']) : kind
    const [x, y] = [w * 0.04 + cw * ((i % columns) + 0.5), h * 0.03 + ch * (Math.floor(i / columns) + 0.5)]
    const s = insect === 'beetle' ? Math.min(cw / 1.15, ch / 1.35) : Math.min(cw / 1.62, ch / 1.15)
    const size = s * rng.range(0.84, 1)
    const bug: InsectPen = { ink: insectPen.ink, line: Math.min(insectPen.line, s * 0.016) }
    out += insect === 'beetle' ? beetle(rng, `i${i}`, x, y, size, bug) : moth(rng, `i${i}`, x, y, size, bug)
    const scrawl = Array.from(
      { length: 11 },
      (_, k): Point => [x + (k - 5) * s * 0.03, y + ch * 0.465 + (k % 2 ? -1 : 1) * rng.range(0.5, 5) * u],
    )
    if (count > 1) out += stroke(rng, curve(scrawl), { width: 2 * u, colour: insectPen.ink, opacity: 0.7 })
  }
  const noun = kind === 'beetle' ? 'beetle' : kind === 'moth' ? 'moth' : 'insect'
  const caption = pickCaption(rng, {
    medium: 'wash',
    titles: [
      `${noun}s, plate ${rng.int(1, 14)}`.replace(/^./, (c) => c.toUpperCase()),
      'Windowsill finds',
      'Entomology for beginners',
      'All invented',
      kind === 'moth' ? 'Lamp visitors' : 'Shiny ones',
      'Small collection',
      'Symmetry exercise',
      `Specimen ${rng.int(12, 400)}`,
      'Nobody was pinned',
      kind === 'moth' ? 'Dust wings' : 'Six legs each, checked',
      'From the museum drawer',
      'Käfer und Verwandte',
    ],
    notes: [
      'None of these exist. I checked two of them.',
      'Draw one half, sigh, draw the other half.',
      'Museum day. The guard liked the blue one.',
      'Line first, three washes, a bit of white at the end.',
      'The legs are wrong and I know it.',
    ],
    tags: ['insects', noun === 'insect' ? 'entomology' : noun],
    extraTags: ['nature', 'watercolour', 'ink', 'study', 'symmetry', 'plate'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Ink and watercolour plate with ${several(count, noun)} seen from above, in muted colours.`,
  }
}
