import type { Rng } from './random.ts'

export type Medium = 'paint' | 'ink' | 'pencil' | 'wash'

const MEDIUM_NOTES: Record<Medium, readonly string[]> = {
  paint: [
    'About an hour with one brush.',
    'Big brush first, small brush last, and then I had to take half of it out again.',
    'Five colours and white.',
    'Trying to keep the edges soft until the end.',
    'Painted over an old one. A bit of it still shows.',
    'Values first. The colour is more or less made up.',
    'No undo for this one.',
  ],
  ink: [
    'Straight to ink, no pencil underneath.',
    'The brush pen is nearly dry, which helped.',
    'One pen, about twenty minutes.',
    'Slow lines. I count while I draw them.',
    'From a photo I took last winter.',
    'The wobble stays.',
  ],
  pencil: [
    'Left the construction in.',
    'Warm-up before work.',
    'From life, with coffee.',
    'Corrections welcome, I know the left side drifts.',
    'Out of the small sketchbook.',
    'Day 12 of drawing something every day.',
  ],
  wash: [
    'Ink first, colour after it dried. Mostly dried.',
    'Three washes, no more allowed.',
    'Let the colour run where it wanted.',
    'I like the blooms, so they stay.',
    'Line on the train, colour at the kitchen table.',
  ],
}

export type CaptionOptions = {
  titles: readonly string[]
  /** Descriptions that fit the subject; some drawings get a note on the medium or none. */
  notes: readonly string[]
  medium: Medium
  tags: readonly string[]
  /** Additional tags; up to three are used. */
  extraTags?: readonly string[]
}

const REPEAT_ENDINGS = [
  [' II', ', again', ', second try', ', take two', ', a bit later', ', other colours'],
  [' III', ', one more', ', third try', ', from the other side', ', last one', ', still'],
  [' IV', ', yet again', ', fourth try', ', for the series', ', the quiet version', ', finished'],
]

/** The next title of a style. From the second round on, titles get an ending such as "II". */
function titleFor(rng: Rng, titles: readonly string[]): string {
  const title = titles[rng.drawingNumber % titles.length] ?? 'Untitled'
  const round = Math.floor(rng.drawingNumber / titles.length)
  const endings = REPEAT_ENDINGS[Math.min(round, REPEAT_ENDINGS.length) - 1]
  return endings && !/\d/.test(title) ? title + rng.pick(endings) : title
}

/** Title, description and tags of a drawing. */
export function pickCaption(rng: Rng, options: CaptionOptions): { title: string; description: string; tags: string[] } {
  const picked = titleFor(rng, options.titles)
  const title = rng.chance(0.1) ? picked.toLowerCase() : picked
  const roll = rng.next()
  const description = roll < 0.36 ? '' : roll < 0.74 ? rng.pick(options.notes) : rng.pick(MEDIUM_NOTES[options.medium])
  const extraTags = rng.shuffle(options.extraTags ?? []).slice(0, rng.int(0, 3))
  return { title, description, tags: [...new Set([...options.tags, ...extraTags])] }
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "one boat", "three boats". */
export function several(count: number, one: string, many = `${one}s`): string {
  return `${COUNTS[count] ?? String(count)} ${count === 1 ? one : many}`
}
