import { shade } from '../colour.ts'
import { curve, type Point } from '../geometry.ts'
import { format, paper, sheet } from '../paper.ts'
import { BLOOM_COLOURS, FLOWER_HEADS, PLANT_NAMES, type Plant, STEM_GREENS } from '../parts/flower.ts'
import { plantStem } from '../parts/stem.ts'
import { stroke } from '../pencil.ts'
import type { Rng } from '../random.ts'
import type { SeedDrawing } from '../types.ts'
import { pickCaption } from '../words.ts'

export function botanical(rng: Rng): SeedDrawing {
  const { w, h, u } = format(rng, ['portrait', 'portrait', 'portrait', 'tower', 'square', 'landscape'])
  const dark = rng.chance(0.22)
  const wet = !dark && rng.chance(0.75)
  const ground = dark
    ? rng.pick(['#26302e', '#2b2f3d', '#3a2d2c'])
    : rng.pick(['#f1ebdd', '#ece7da', '#e6e4da', '#f3eee6', '#e4d9c4'])
  const head = rng.pick(FLOWER_HEADS)
  const plant: Plant = {
    head,
    bloom: rng.pick(BLOOM_COLOURS),
    green: dark ? shade(rng.pick(STEM_GREENS), 0.08) : rng.pick(STEM_GREENS),
    leaf: rng.int(0, 3),
    ink: wet ? rng.pick(['#2b2a26', '#33302a', '#24303a']) : shade(ground, 0.2),
    line: rng.range(3, 4.2) * u,
    unit: Math.min(w * 1.25, h) * rng.range(0.0042, 0.0072),
    wet,
  }
  if (plant.bloom === '#e3d7cf' && !dark) plant.bloom = '#c96f5a'
  let out = paper(rng, w, h, ground)
  const stems = w > h ? rng.int(3, 5) : rng.pick([1, 1, 2, 3])
  const name = rng.pick(PLANT_NAMES[head])
  for (let i = 0; i < stems; i++) {
    const t = (i + 0.5) / stems
    const stem = plantStem(
      rng,
      [w * (0.5 + (t - 0.5) * (w > h ? 0.9 : 0.45)), h * rng.range(0.92, 0.97)],
      -Math.PI / 2 + (t - 0.5) * 0.5,
      h * rng.range(0.62, 0.76) * (stems > 1 ? rng.range(0.75, 1.1) : 1),
      stems > 2 ? 1 : 0,
      plant,
      rng.chance(0.4),
    )
    out += stem.under + stem.over
  }
  if (!dark && rng.chance(0.45)) {
    const [x, y] = [w * rng.pick([0.1, 0.68]), h * 0.955]
    const scrawl = Array.from(
      { length: 19 },
      (_, i): Point => [x + i * 8 * u, y + (i % 2 ? -1 : 1) * rng.range(1, 8) * u],
    )
    out += stroke(rng, curve(scrawl), { width: 2.4 * u, colour: plant.ink, opacity: 0.75 })
  }
  const kind = {
    berries: 'berries',
    daisy: 'daisy-like flowers',
    bell: 'bell flowers',
    umbel: 'umbels',
    poppy: 'open flowers',
    seed: 'seed heads',
    spike: 'flower spikes',
  }[head]
  const caption = pickCaption(rng, {
    medium: wet ? 'wash' : 'paint',
    titles: [
      name,
      `${name}, from the verge`,
      `Herbarium, leaf ${rng.int(4, 60)}`,
      'Picked on the way home',
      `${name} study`,
      stems > 1 ? 'A small bunch' : 'One stem',
      'Allotment, July',
      `Botanical no. ${rng.int(2, 33)}`,
      'Weeds, respectfully',
      "From Grandmother's garden",
      'Hedge notes',
      dark ? 'Night garden' : 'Pressed, then drawn',
      'Wiesenblume',
    ],
    notes: [
      'It wilted while I drew it, which helped.',
      'I never get the leaves to attach properly.',
      'Drawn larger than life.',
      'Not sure of the name, corrections welcome.',
      'The jam jar is out of frame.',
      'Counted the petals. Twice.',
    ],
    tags: ['botanical', 'plants'],
    extraTags: [wet ? 'watercolour' : 'gouache', 'flowers', 'nature', 'study', 'garden', 'ink'],
  })
  return {
    ...caption,
    svg: sheet(w, h, out),
    width: w,
    height: h,
    alt: `${wet ? 'Ink and watercolour' : 'Gouache'} botanical drawing of ${stems === 1 ? 'a stem' : `${stems} stems`} with leaves and ${kind}${dark ? ' on a dark ground' : ''}.`,
  }
}
