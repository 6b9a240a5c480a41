import { CHAT_LINE_MAX } from '../../../contract/limits.ts'

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
export const WRITTEN_EMOTICON = /(?<=^|\s)(?:[:;]-?[)(DpPoO|]|<3)(?=$|[\s.,!?])|\([a-z]+\)/gu
