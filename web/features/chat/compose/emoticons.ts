import {
  Brush,
  Cat,
  Coffee,
  createLucideIcon,
  Frown,
  Heart,
  Laugh,
  type LucideIcon,
  Meh,
  Moon,
  Palette,
  PartyPopper,
  Pencil,
  Smile,
  Sun,
} from 'lucide-react'
import { CHAT_LINE_MAX } from '../../../../contract/limits.ts'

/** What is typed for an emoticon, the first way first, and what it is called. */
const CODES = {
  smile: [':)', ':-)'],
  grin: [':D', ':-D'],
  wink: [';)', ';-)'],
  tongue: [':p', ':P', ':-p', ':-P'],
  surprise: [':o', ':O', ':-o', ':-O'],
  frown: [':(', ':-('],
  shrug: [':|', ':-|'],
  heart: ['<3'],
  pencil: ['(pencil)'],
  brush: ['(brush)'],
  palette: ['(palette)'],
  coffee: ['(coffee)'],
  cat: ['(cat)'],
  sun: ['(sun)'],
  moon: ['(moon)'],
  party: ['(party)'],
} as const

export type EmoticonName = keyof typeof CODES

const names = new Map<string, EmoticonName>(
  (Object.keys(CODES) as EmoticonName[]).flatMap((name) => CODES[name].map((code) => [code, name] as const)),
)

/** The emoticons that are offered, each by the code that is put into the line for it. */
export const EMOTICONS = (Object.keys(CODES) as EmoticonName[]).map((name) => ({ name, code: CODES[name][0] }))

export const emoticonOf = (code: string): EmoticonName | undefined => names.get(code)

/** Where in a text something stands: what is typed next takes its place. */
type Place = { start: number; end: number }

/**
 * What is typed, with an emoticon between blanks in a place of it, and where one types on; null where there is no room for
 * all of its code.
 */
export function withEmoticon(
  typed: string,
  code: string,
  { start, end }: Place,
): { text: string; caret: number } | null {
  const [before, after] = [typed.slice(0, start), typed.slice(end)]
  const upTo = `${before}${before && !/\s$/.test(before) ? ' ' : ''}${code}`
  const blank = /^\s/.test(after) ? '' : ' '
  const text = `${upTo}${blank}${after}`
  // A blank at the very end is no loss.
  if (text.trimEnd().length > CHAT_LINE_MAX) return null
  return { text: text.slice(0, CHAT_LINE_MAX), caret: Math.min(upTo.length + 1, CHAT_LINE_MAX) }
}

/** Faces stand between blanks or at the end of a sentence, or every second address would have one. */
export const EMOTICON_PATTERN = /(?<=^|\s)(?:[:;]-?[)(DpPoO|]|<3)(?=$|[\s.,!?])|\([a-z]+\)/gu

const FACE = ['circle', { cx: 12, cy: 12, r: 10, key: 'face' }] as const
const EYE = ['path', { d: 'M15 9h.01', key: 'eye' }] as const
const EYES = ['path', { d: 'M9 9h.01M15 9h.01', key: 'eyes' }] as const

// The icon set has no such faces; these are drawn as its others are.
const Wink = createLucideIcon('wink', [
  [...FACE],
  [...EYE],
  ['path', { d: 'M7.5 9h3M8 14s1.5 2 4 2 4-2 4-2', key: 'rest' }],
])
const Tongue = createLucideIcon('tongue', [
  [...FACE],
  [...EYES],
  ['path', { d: 'M8 14h8M11 14v2.5a2 2 0 0 0 4 0V14', key: 'rest' }],
])
const Surprise = createLucideIcon('surprise', [
  [...FACE],
  [...EYES],
  ['circle', { cx: 12, cy: 15.5, r: 2, key: 'mouth' }],
])

/** The pictures of emoticons. */
export const emoticonIcons: Record<EmoticonName, LucideIcon> = {
  ...{ smile: Smile, grin: Laugh, wink: Wink, tongue: Tongue, surprise: Surprise, frown: Frown, shrug: Meh },
  ...{ heart: Heart, pencil: Pencil, brush: Brush, palette: Palette, coffee: Coffee, cat: Cat, sun: Sun },
  ...{ moon: Moon, party: PartyPopper },
}
