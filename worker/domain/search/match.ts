import { type SQL, sql } from 'drizzle-orm'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { parsePeriod, type SearchTerm } from '../../../contract/search-grammar.ts'
import { nicknameKey, normalizeTag } from '../../../contract/text.ts'
import { sketches } from '../sketches/schema.ts'
import { tagIdOf } from '../tags/queries.ts'
import type { Viewer } from '../users/viewer.ts'
import { cellsNear } from './similarity.ts'

/**
 * A MATCH expression of FTS5 in parts: text, and what only the database knows (ids of tags and artists), which is looked
 * up there. Text that stands together goes as one parameter: D1 takes a hundred.
 */
export type Match = readonly (string | SQL)[]

/** The expression as SQL. */
export function expressionOf(match: Match): SQL {
  const parts: (string | SQL)[] = []
  for (const part of match) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return sql.join(
    parts.map((part) => sql`${part}`),
    sql` || `,
  )
}

const WORDS = '{title description tags} : '
const ENDS_LONG = /[\p{L}\p{M}\p{N}]{2,}[^\p{L}\p{M}\p{N}]*$/u

/** Text as a string of FTS5, where nothing is an operator. A word stands for all that begin with it; a letter does not. */
export function quoted(text: string, phrase = false): string {
  const string = `"${text.replaceAll('"', '""')}"`
  return !phrase && ENDS_LONG.test(text) ? `${string} *` : string
}

/** What these conditions match among what this viewer sees in lists. */
export function matchSketches(
  viewer: Viewer | null,
  terms: readonly SearchTerm[],
  looks: readonly Match[] = [],
): Match {
  const wanted = terms.filter((term) => !('not' in term && term.not)).map(partOf)
  const unwanted = terms.filter((term) => 'not' in term && term.not).map(partOf)
  const all = joined([[viewer?.showMature ? 'facets : any' : 'facets : open'], ...wanted, ...looks], ' AND ')
  const none = joined(unwanted, ' OR ')
  return none.length === 0 ? ['(', ...all, ')'] : ['((', ...all, ') NOT (', ...none, '))']
}

/** What carries a colour like this one, `#rrggbb`. */
export function matchColour(hex: string): Match {
  const cells = cellsNear(hex).map((cell) => `c${cell}`)
  return [`facets : (${cells.join(' OR ')})`]
}

/** What is matched by one of these, as the words `t12`, `t15` of a column that a query answers. */
export function matchAnyOf(tokens: SQL): Match {
  return ['facets : (', sql`coalesce((SELECT group_concat(token, ' OR ') FROM (${tokens})), 'none')`, ')']
}

function joined(matches: readonly Match[], by: string): Match {
  return matches.filter((match) => match.length > 0).flatMap((match, index) => (index === 0 ? match : [by, ...match]))
}

function partOf(term: SearchTerm): Match {
  switch (term.kind) {
    case 'word':
      return wordPart(term)
    case 'tag':
      return ['facets : t', sql`coalesce(${tagIdOf(term.text)}, 0)`]
    case 'user':
      return ['facets : u', sql`coalesce((SELECT id FROM users WHERE nickname_key = ${nicknameKey(term.text)}), 0)`]
    case 'size':
      return [`facets : (${sizesOf(term).join(' OR ')})`]
    default:
      return []
  }
}

/** A word that is another one for a tag finds what carries the tag as well. */
function wordPart({ text, phrase }: SearchTerm & { kind: 'word' }): Match {
  const words = `${WORDS}${quoted(text, phrase)}`
  const alias = normalizeTag(text)
  if (!alias) return [words]
  const tagId = sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${alias}), 0)`
  return [`(${words} OR facets : t`, tagId, ')']
}

/** The hundreds of pixels in which the sizes lie that a condition lets through. */
function sizesOf({ sign, pixels }: SearchTerm & { kind: 'size' }): string[] {
  const hundred = Math.floor(pixels / 100)
  const all = Array.from({ length: UPLOAD_MAX_SIDE / 100 + 1 }, (_, index) => index)
  const passing = all.filter((index) => (sign.startsWith('>') ? index >= hundred : index <= hundred))
  return passing.length > 0 ? passing.map((index) => `s${index}`) : ['none']
}

/** The range of ids that dates ask for: ids grow with the date, so no index of the words is needed for it. */
export function idsBetween(terms: readonly SearchTerm[]): SQL[] {
  const { from, to } = momentsOf(terms)
  const firstFrom = (moment: number) =>
    sql`(SELECT id FROM sketches WHERE created_at >= ${moment} ORDER BY created_at LIMIT 1)`
  return [
    ...(from === null ? [] : [sql`rowid >= ${firstFrom(from)}`]),
    ...(to === null ? [] : [sql`rowid < coalesce(${firstFrom(to)}, ${Number.MAX_SAFE_INTEGER})`]),
  ]
}

/** What the index knows by the hundred or by the order only, exactly. */
export function exactly(terms: readonly SearchTerm[]): SQL[] {
  const { from, to } = momentsOf(terms)
  const side = sql`max(${sketches.width}, ${sketches.height})`
  return [
    ...terms.flatMap((term) => (term.kind === 'size' ? [sql`${side} ${sql.raw(term.sign)} ${term.pixels}`] : [])),
    ...(from === null ? [] : [sql`${sketches.createdAt} >= ${from}`]),
    ...(to === null ? [] : [sql`${sketches.createdAt} < ${to}`]),
  ]
}

/** From which moment on, and up to which, all dates let through; null for no end. */
function momentsOf(terms: readonly SearchTerm[]): { from: number | null; to: number | null } {
  const starts = terms.flatMap((term) => (term.kind === 'from' ? [parsePeriod(term.text)?.start ?? 0] : []))
  const ends = terms.flatMap((term) => (term.kind === 'to' ? [parsePeriod(term.text)?.end ?? 0] : []))
  return { from: starts.length > 0 ? Math.max(...starts) : null, to: ends.length > 0 ? Math.min(...ends) : null }
}
