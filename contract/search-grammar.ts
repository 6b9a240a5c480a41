import { SEARCH_TERMS_MAX } from './limits.ts'
import { normalizeTag } from './text.ts'

/**
 * Words are searched in titles, descriptions and tags. A phrase matches exactly these words in this order; any other
 * word also matches longer words and other forms.
 */
export type SearchTerm =
  | { kind: 'word'; text: string; phrase: boolean; not: boolean }
  | { kind: 'tag' | 'user'; text: string; not: boolean }
  /** `text` is a year, a month or a day; both ends are inclusive. */
  | { kind: 'from' | 'to'; text: string }
  /** Length of the longest side. A size without a sign is a minimum. */
  | { kind: 'size'; sign: SizeSign; pixels: number }

type SizeSign = '>' | '>=' | '<' | '<='

const TERM = /(-?)(?:(tag|user|from|to|size):)?(?:"([^"]*)"?|([^\s"]+))/giu
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Parses words, "phrases", `tag:`, `user:`, `from:`, `to:` and `size:`; `-` negates words, phrases, tags and users.
 * Invalid conditions are parsed as words, so every query is valid.
 */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [typed, minus, key, quoted, plain] of query.matchAll(TERM)) {
    const term =
      (key && conditionTerm(key.toLowerCase(), quoted ?? plain ?? '', minus === '-')) ?? wordTerm(typed, quoted ?? null)
    if (term && terms.length < SEARCH_TERMS_MAX) terms.push(term)
  }
  return terms
}

/** The inverse of `parseSearch`. */
export function formatSearch(terms: readonly SearchTerm[]): string {
  return terms.map(formatTerm).join(' ')
}

export function formatTerm(term: SearchTerm): string {
  const minus = 'not' in term && term.not ? '-' : ''
  if (term.kind === 'word') return minus + (term.phrase ? `"${term.text}"` : term.text)
  if (term.kind === 'size') return `size:${term.sign}${term.pixels}`
  return `${minus}${term.kind}:${/\s/u.test(term.text) ? `"${term.text}"` : term.text}`
}

function wordTerm(typed: string, phrase: string | null): SearchTerm | null {
  const not = typed.startsWith('-')
  const text = phrase === null ? typed.slice(not ? 1 : 0) : phrase.replace(/\s+/gu, ' ').trim()
  return LETTER_OR_DIGIT.test(text) ? { kind: 'word', text, phrase: phrase !== null, not } : null
}

/** Null for an invalid value. */
function conditionTerm(key: string, value: string, not: boolean): SearchTerm | null {
  if (key === 'tag') return nameTerm('tag', normalizeTag(value), not)
  if (key === 'user') return nameTerm('user', value.replace(/\s+/gu, ' ').trim(), not)
  if (not) return null
  if (key === 'size') return sizeTerm(value)
  const kind = key === 'from' ? 'from' : 'to'
  return parsePeriod(value) ? { kind, text: value } : null
}

function nameTerm(kind: 'tag' | 'user', text: string, not: boolean): SearchTerm | null {
  return text === '' ? null : { kind, text, not }
}

function sizeTerm(value: string): SearchTerm | null {
  const [, sign = '', digits] = /^(>=?|<=?|)(\d{1,5})$/.exec(value) ?? []
  return digits === undefined ? null : { kind: 'size', sign: (sign || '>=') as SizeSign, pixels: Number(digits) }
}

/** Parses a year, month or day into ms since 1970 (UTC), `end` exclusive. Null for anything else. */
export function parsePeriod(text: string): { start: number; end: number } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (!year) return null
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const start = Date.UTC(y, m, d)
  const startDate = new Date(start)
  if (y < 1970 || startDate.getUTCMonth() !== m || startDate.getUTCDate() !== d) return null
  return { start, end: day ? Date.UTC(y, m, d + 1) : month ? Date.UTC(y, m + 1, 1) : Date.UTC(y + 1, 0, 1) }
}
