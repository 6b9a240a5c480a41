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

/** Names and codes of the emoticons; the first code is the one that the picker inserts. */
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

export const EMOTICONS = (Object.keys(CODES) as EmoticonName[]).map((name) => ({ name, code: CODES[name][0] }))

export const emoticonOf = (code: string): EmoticonName | undefined => names.get(code)

type TextRange = { start: number; end: number }

/** Inserts an emoticon between blanks and returns the new text and the caret; null when the code does not fit. */
export function insertEmoticon(
  typed: string,
  code: string,
  { start, end }: TextRange,
): { text: string; caret: number } | null {
  const [before, after] = [typed.slice(0, start), typed.slice(end)]
  const upTo = `${before}${before && !/\s$/.test(before) ? ' ' : ''}${code}`
  const blank = /^\s/.test(after) ? '' : ' '
  const text = `${upTo}${blank}${after}`
  // Only a trailing space may be cut.
  if (text.trimEnd().length > CHAT_LINE_MAX) return null
  return { text: text.slice(0, CHAT_LINE_MAX), caret: Math.min(upTo.length + 1, CHAT_LINE_MAX) }
}

/** Faces count only between blanks or at the end of a sentence: most web addresses contain ":/". */
export const EMOTICON_PATTERN = /(?<=^|\s)(?:[:;]-?[)(DpPoO|]|<3)(?=$|[\s.,!?])|\([a-z]+\)/gu

const FACE = ['circle', { cx: 12, cy: 12, r: 10, key: 'face' }] as const
const EYE = ['path', { d: 'M15 9h.01', key: 'eye' }] as const
const EYES = ['path', { d: 'M9 9h.01M15 9h.01', key: 'eyes' }] as const

// The icon set lacks these faces; they are drawn in its style.
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

export const emoticonIcons: Record<EmoticonName, LucideIcon> = {
  ...{ smile: Smile, grin: Laugh, wink: Wink, tongue: Tongue, surprise: Surprise, frown: Frown, shrug: Meh },
  ...{ heart: Heart, pencil: Pencil, brush: Brush, palette: Palette, coffee: Coffee, cat: Cat, sun: Sun },
  ...{ moon: Moon, party: PartyPopper },
}
