import { shade } from '../colour.ts'
import { bounds, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { COMIC_PALETTES, type Hero } from '../parts/comic-figure.ts'
import { panel } from '../parts/comic-panel.ts'
import { clipped, ruled } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

export function comic(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'square', 'panorama', 'panorama', 'tower'])
  const palette = rng.pick(COMIC_PALETTES)
  const person = (): Hero => ({
    hair: rng.int(0, 2),
    wide: rng.range(0.85, 1.15),
    nose: rng.range(0, 0.06),
    coat: rng.pick([palette.spot, palette.ink, palette.grey, shade(palette.spot, -0.15)]),
    glasses: rng.chance(0.35),
    beast: rng.chance(0.25),
  })
  const [hero, friend] = [person(), person()]
  const margin = Math.min(w, h) * 0.045
  const gutter = 16 * u
  const rows = w > h * 2 ? 1 : h > w * 2 ? rng.int(4, 5) : rng.int(2, 3)
  const kinds = rng.shuffle([
    'close',
    'talk',
    'hill',
    'city',
    'room',
    'rain',
    'close',
    'talk',
    'hill',
    'rain',
    'room',
    'city',
  ])
  let out = paper(rng, w, h, palette.paper)
  let count = 0
  const rowH = (h - 2 * margin - gutter * (rows - 1)) / rows
  for (let r = 0; r < rows; r++) {
    const columns = w > h * 2 ? rng.int(3, 4) : h > w * 2 ? 1 : rng.int(1, 3)
    const shares = Array.from({ length: columns }, () => rng.range(0.75, 1.4))
    const total = shares.reduce((a, b) => a + b, 0)
    let x = margin
    for (const share of shares) {
      const wide = ((w - 2 * margin - gutter * (columns - 1)) * share) / total
      const jog = (): number => rng.gauss() * 3 * u
      const y = margin + r * (rowH + gutter)
      const frame: Point[] = [
        [x + jog(), y + jog()],
        [x + wide + jog(), y + jog()],
        [x + wide + jog(), y + rowH + jog()],
        [x + jog(), y + rowH + jog()],
      ]
      out += clipped(
        `q${count}`,
        frame,
        panel(rng, kinds[count % kinds.length] ?? 'close', bounds(frame), hero, friend, palette, u),
      )
      frame.forEach((p, i) => {
        out += ruled(
          rng,
          p,
          frame[(i + 1) % 4] as Point,
          { width: 4.6 * u, colour: palette.ink, wobble: 0.8, taper: 0.2 },
          5 * u,
        )
      })
      x += wide + gutter
      count++
    }
  }
  const caption = pickCaption(rng, {
    medium: 'ink',
    titles: [
      `Page ${rng.int(1, 48)}`,
      'Comic diary, Tuesday',
      'Small talk',
      `Hourly comic, ${rng.int(7, 23)}:00`,
      'The long walk, page two',
      'Nothing happens (finale)',
      'Thumbnails, inked anyway',
      'Rain chapter',
      'What I should have said',
      `Strip no. ${rng.int(4, 120)}`,
      'The bus never came',
      'Two idiots and a moon',
      'Page without a plot',
    ],
    notes: [
      'The text is scribble until I know what they say.',
      'One spot colour, because I own one marker.',
      'Hourly comic day, I lasted until six.',
      'Reading order is a suggestion.',
      'He is based on me, she is based on my better ideas.',
    ],
    tags: ['comic', 'ink'],
    extraTags: ['comic-page', 'diary', 'storytelling', 'characters', 'sequential', 'strip'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Inked comic page with ${several(count, 'panel')} and one spot colour: a ${hero.beast ? 'big-eared creature' : 'person'} in a coat, walking and talking; the lettering is scribbled.`,
  }
}
