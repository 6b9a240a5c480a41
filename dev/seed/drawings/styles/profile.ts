import { shade } from '../colour.ts'
import { ellipse } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { head } from '../parts/head.ts'
import type { Look } from '../parts/profile-hair.ts'
import { fill } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { loosen } from '../wash.ts'
import { pickCaption } from '../words.ts'

const PAPERS = ['#d8d0c3', '#e5dfd3', '#cbbda6', '#dddcd6', '#efe9de', '#c4b49c', '#b9c0c0']

export function profile(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'square', 'landscape', 'landscape'])
  const tint = rng.pick(PAPERS)
  const ink = rng.pick(['#2b2826', '#352a26', '#2a2f38', '#6b3226', '#28435c'])
  const count = w > h * 1.2 ? rng.pick([1, 2, 2, 3]) : rng.pick([1, 1, 1, 2])
  const look = (): Look => ({
    ink,
    guide: rng.pick(['#6f9dc0', '#6f9dc0', '#c4705d']),
    blush: rng.pick(['#c98a70', '#b8705a', '#d0a088', '#a0604c']),
    hair: rng.pick([shade(ink, 0.12), '#6b5042', '#8a7668', '#a8673f', '#5a5f66', '#c2a67e']),
    line: rng.range(3.2, 4.6) * u * (count > 1 ? 0.85 : 1),
    style: rng.pick(['bun', 'short', 'long', 'bob', 'curls']),
    toned: rng.chance(0.75),
  })
  let out = paper(rng, w, h, tint)
  const styles: string[] = []
  for (let i = 0; i < count; i++) {
    const one = look()
    styles.push(one.style)
    const across = w > h ? (i + 0.5) / count : 0.5
    const down = w > h ? 0.46 : count === 1 ? 0.44 : 0.26 + i * 0.5
    const s = Math.min((w / (w > h ? count : 1)) * 0.76, (h / (w > h ? 1 : count)) * 0.56)
    out += head(
      rng,
      w * across + rng.gauss() * w * 0.02,
      h * down + rng.gauss() * h * 0.015,
      s * rng.range(0.88, 1.02),
      one,
    )
  }
  if (rng.chance(0.4)) {
    const swatch = ['#c98a70', '#6f9dc0', '#8a7668', ink]
    swatch.forEach((c, i) => {
      out += fill(loosen(rng, ellipse(w * 0.07, h * 0.06 + i * 40 * u, 22 * u, 13 * u, 0, 14), 4 * u), c, 0.6, true)
    })
  }
  const caption = pickCaption(rng, {
    medium: 'pencil',
    titles: [
      'Profile in two pencils',
      `Head study ${rng.int(3, 60)}`,
      'Blue lines left in',
      'Woman reading, side view',
      'Loomis says circle first',
      count > 1 ? 'Profiles from the waiting room' : 'Profile, looking away',
      'Portrait practice',
      'Library, third floor',
      'The hair did not fit the page',
      'Nose practice',
      'Profil',
      'Someone on the ferry',
      `Sketchbook, page ${rng.int(5, 96)}`,
    ],
    notes: [
      'Circle, brow line, hope.',
      'The ear is always further back than I think.',
      'Ten minutes, then she got off.',
      'Left the blue pencil in, I like it.',
      'Trying to get the jaw right for a change.',
      'Red chalk for the warm bits.',
    ],
    tags: ['portrait', 'pencil'],
    extraTags: ['profile', 'study', 'head', 'practice', 'loomis', 'sketchbook', 'people'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `Pencil drawing of ${count === 1 ? 'a head' : `${count} heads`} in profile with ${[...new Set(styles)].map((s) => (s === 'bun' ? 'hair in a bun' : s === 'curls' ? 'curly hair' : s === 'bob' ? 'a bob' : `${s} hair`)).join(' and ')}, blue construction lines visible.`,
  }
}
