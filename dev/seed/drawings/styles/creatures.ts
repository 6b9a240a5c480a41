import { shade } from '../colour.ts'
import { rect } from '../geometry.ts'
import { paint } from '../paint.ts'
import { canvas, format, paper, sheet } from '../paper.ts'
import { creature } from '../parts/creature.ts'
import { CREATURE_PALETTES } from '../parts/creature-parts.ts'
import { strokes } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

export function creatures(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['square', 'portrait', 'landscape', 'panorama', 'square'])
  const palette = rng.pick(CREATURE_PALETTES)
  const painted = rng.chance(0.6)
  const count = w > h * 2 ? rng.int(4, 7) : w > h * 1.2 ? rng.int(2, 4) : rng.pick([1, 1, 1, 2, 3])
  const floor = h * rng.range(0.8, 0.88)
  let out = painted
    ? paint(rng, rect(-10, -10, w + 20, h + 20), {
        colour: (x, y) => shade(palette.ground, y > floor ? -0.06 : 0.02 - Math.hypot(x / w - 0.5, y / h - 0.5) * 0.06),
        flow: 0.5,
        angleJitter: 0.6,
        size: 100 * u,
        aspect: 2.8,
        layers: 1.2,
        toneJitter: 0.016,
        overflow: true,
      })
    : paper(rng, w, h, palette.ground)
  if (!painted)
    out += strokes(
      rng,
      [
        [
          [w * 0.06, floor],
          [w * 0.5, floor + 4 * u],
          [w * 0.95, floor - 2 * u],
        ],
      ],
      { width: 3 * u, colour: palette.ink, opacity: 0.5 },
    )
  let eyes = 0
  let horns = false
  for (let i = 0; i < count; i++) {
    const s =
      count === 1 ? Math.min(w * 0.82, h * 0.72) : Math.min((w / count) * 0.95, h * 0.72) * rng.range(0.72, 1.06)
    const drawn = creature(
      rng,
      `b${i}`,
      w * ((i + 0.5) / count),
      floor + rng.range(0, 40) * u,
      s,
      rng.pick(palette.bodies),
      palette,
      painted,
    )
    out += drawn.art
    eyes += drawn.eyes
    horns ||= drawn.horns
  }
  if (painted) out += canvas(rng, w, h)
  const caption = pickCaption(rng, {
    medium: painted ? 'paint' : 'ink',
    titles:
      count === 1
        ? [
            `Creature ${rng.int(3, 70)}`,
            'Landlord',
            'He means well',
            'Under the stairs',
            'Monster of the day',
            'Does your dog bite?',
            'Ask me about my moss',
            'Gus',
            'New flatmate',
            'Toothpaste thief',
            'Bernd, when the train is late',
            'Mild spirit of the laundry room',
          ]
        : [
            'The committee',
            'Class photo',
            'Line-up',
            `Creature sheet ${rng.int(2, 12)}`,
            'Band practice',
            'Which one took the soup?',
            'Siblings',
            'Characters, first pass',
            'Waiting for the bus, all of them',
            'Team building',
            'Suspects',
          ],
    notes: [
      'My daughter named all of them.',
      'Shapes first, eyes last. The eyes decide everything.',
      'Character design practice. Silhouette, then trouble.',
      'From the margin of my meeting notes.',
      'He is vegetarian.',
      'Prompt was "neighbours".',
    ],
    tags: ['character-design', 'creature'],
    extraTags: ['monster', 'cute', 'illustration', 'doodle', 'practice', 'fun'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `${painted ? 'Painted' : 'Inked'} ${count === 1 ? 'creature' : `line-up of ${several(count, 'creature')}`} with ${count === 1 ? 'a round body' : 'round bodies'}${horns ? ', horns or ears' : ''} and ${several(eyes, 'eye')}${count > 1 ? ' between them' : ''}.`,
  }
}
