import { curve, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { type FigureStyle, figure } from '../parts/figure.ts'
import { FIGURE_POSES } from '../parts/poses.ts'
import { stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption, several } from '../words.ts'

export function gestures(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['landscape', 'landscape', 'portrait', 'square', 'panorama'])
  const style: FigureStyle = rng.pick([
    { mode: 'line', ink: '#26282b', tone: '#8d8d88', guide: '#7ea3bf' },
    { mode: 'line', ink: '#3a2a24', tone: '#b48a70', guide: '#7ea3bf' },
    { mode: 'mass', ink: '#30343a', tone: '#8fa7b8', guide: '#c4604d' },
    { mode: 'mass', ink: '#3b3230', tone: '#c79a7c', guide: '#6f9bbd' },
    { mode: 'chalk', ink: '#8a3d2b', tone: '#c7775a', guide: '#6f9bbd' },
    { mode: 'chalk', ink: '#2c2b30', tone: '#8b8a8f', guide: '#c4604d' },
    { mode: 'chalk', ink: '#2d4a66', tone: '#7fa0bb', guide: '#c4604d' },
  ] as const)
  let out = paper(rng, w, h, rng.pick(['#d9d3c7', '#e6e0d3', '#efeae0', '#cfc6b4', '#dcdcd6', '#c9b79c']))
  const rows = w > h * 2 ? 1 : rng.int(1, 3)
  const s = (h / rows) * (rows === 1 ? 0.74 : 0.72)
  const columns = Math.max(1, Math.round(w / (s * rng.range(0.72, 0.95))))
  const poses = rng.shuffle([...FIGURE_POSES, ...FIGURE_POSES])
  const names: string[] = []
  for (let i = 0; i < rows * columns; i++) {
    const pose = poses[i % poses.length] ?? FIGURE_POSES[0]
    if (!pose) break
    names.push(pose.name)
    out += figure(
      rng,
      pose.joints,
      (w / columns) * ((i % columns) + 0.5) + rng.gauss() * s * 0.06,
      (h / rows) * (Math.floor(i / columns) + 0.5) + s * 0.02 + rng.gauss() * s * 0.03,
      s * rng.range(0.88, 1.08),
      style,
    )
  }
  if (rng.chance(0.5)) {
    const [x, y] = [w - 120 * u, h - 34 * u]
    const scrawl = Array.from(
      { length: 15 },
      (_, i): Point => [x + i * 6 * u, y + (i % 2 ? -1 : 1) * rng.range(1, 9) * u],
    )
    out += stroke(rng, curve(scrawl), { width: 2.6 * u, colour: style.ink, opacity: 0.8 })
  }
  const count = names.length
  const page = rng.int(2, 80)
  const caption = pickCaption(rng, {
    medium: 'pencil',
    titles: [
      `30-second poses, page ${page}`,
      'One-minute poses',
      `Gesture ${page}`,
      'Wednesday life drawing',
      count < 3 ? 'The long pose' : 'Warm-up page',
      'Line of action',
      `Figure notes ${rng.int(2, 20)}`,
      'Weight on the left leg',
      'Dancers, from video',
      'Quick ones',
      `${names[0] ?? 'standing'}, ${names[1] ?? 'standing'}, sleeping on the bus`.replace(/^./, (c) => c.toUpperCase()),
      'Before the model moved',
      'Akt, 2 Minuten',
      `Croquis no. ${page}`,
    ],
    notes: [
      'Thirty seconds each, no erasing.',
      'The timer is the teacher.',
      'Still drawing heads too big.',
      'Trying to feel where the weight goes before drawing anything.',
      'The bottom right one is the only one I like.',
      'Session with the group, thank you Ana for hosting.',
    ],
    tags: ['gesture', 'figure-drawing'],
    extraTags: ['life-drawing', 'practice', style.mode === 'chalk' ? 'chalk' : 'ink', 'warm-up', 'anatomy', 'croquis'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Page with ${several(count, 'quick gesture drawing')} of ${count === 1 ? 'a figure' : 'figures'}: ${[...new Set(names)].slice(0, 5).join(', ')}.`,
  }
}
