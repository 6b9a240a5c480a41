import { type SQL, sql } from 'drizzle-orm'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { parsePeriod, type SearchTerm } from '../../../contract/search-grammar.ts'
import { significantTerms } from '../../../contract/stop-words.ts'
import { nicknameKey, normalizeTag } from '../../../contract/text.ts'
import { sketches } from '../sketches/schema.ts'
import { seesOwnMature } from '../sketches/visibility.ts'
import { tagIdOf } from '../tags/queries.ts'
import type { Viewer } from '../users/viewer.ts'
import { cellsNear } from './similarity.ts'
import { otherForms } from './word-forms.ts'

/**
 * A MATCH expression of FTS5 in parts: text, and SQL for ids of tags and artists. Adjacent text becomes one parameter,
 * because D1 allows a hundred.
 */
export type Match = readonly (string | SQL)[]

/** Concatenates the parts of a match, as SQL. */
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
const ENDS_IN_LETTERS = /[\p{L}\p{M}\p{N}]{2,}[^\p{L}\p{M}\p{N}]*$/u

/** Quotes text for FTS5. Also matches longer words, unless the text ends in a single letter. */
export function ftsString(text: string, phrase = false): string {
  const string = `"${text.replaceAll('"', '""')}"`
  return !phrase && ENDS_IN_LETTERS.test(text) ? `${string} *` : string
}

/**
 * Matches listed sketches that satisfy all terms and `extra`. Leaves out other artists' mature sketches if the viewer
 * switched mature sketches off.
 */
export function matchSketches(
  viewer: Viewer | null,
  terms: readonly SearchTerm[],
  extra: readonly Match[] = [],
): Match {
  const significant = withoutRepeats(significantTerms(terms))
  const wanted = significant.filter((term) => !isUnwanted(term)).map(matchTerm)
  const unwanted = significant.filter(isUnwanted).map(matchTerm)
  const all = joinMatches([[`facets : (${facetsFor(viewer)})`], ...wanted, ...extra], ' AND ')
  const none = joinMatches(unwanted, ' OR ')
  return none.length === 0 ? ['(', ...all, ')'] : ['((', ...all, ') NOT (', ...none, '))']
}

/** Removes repeated terms, which would only cost another search. */
function withoutRepeats(terms: readonly SearchTerm[]): SearchTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term).toLowerCase(), term])).values()]
}

/**
 * The facets of the sketches that lists show the viewer. Artists who switched mature sketches off still see all of
 * their own.
 */
function facetsFor(viewer: Viewer | null): string {
  if (viewer?.showMature) return 'any'
  return seesOwnMature(viewer) ? `open OR u${viewer.id}` : 'open'
}

/** Matches sketches with a similar colour, by the cells near it. */
export function matchColour(hex: string): Match {
  const cells = cellsNear(hex).map((cell) => `c${cell}`)
  return [`facets : (${cells.join(' OR ')})`]
}

/** Matches sketches with any of the facets, such as `t12`, in the column `token` of a query. */
export function matchAnyOf(tokens: SQL): Match {
  return ['facets : (', sql`coalesce((SELECT group_concat(token, ' OR ') FROM (${tokens})), 'none')`, ')']
}

function joinMatches(matches: readonly Match[], operator: string): Match {
  return matches
    .filter((match) => match.length > 0)
    .flatMap((match, index) => (index === 0 ? match : [operator, ...match]))
}

/** Matches sketches that satisfy a condition or contain a word, even if the term excludes it. */
export function matchTerm(term: SearchTerm): Match {
  switch (term.kind) {
    case 'word':
      return matchWord(term)
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

const isUnwanted = (term: SearchTerm) => 'not' in term && term.not

/** A word also matches its other forms. A word that is an alias also matches sketches with its tag. */
function matchWord({ text, phrase }: SearchTerm & { kind: 'word' }): Match {
  const forms = phrase ? [] : otherForms(text).map((form) => ` OR "${form}"`)
  const words = `${WORDS}(${ftsString(text, phrase)}${forms.join('')})`
  const alias = normalizeTag(text)
  if (!alias) return [words]
  const tagId = sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${alias}), 0)`
  return [`(${words} OR facets : t`, tagId, ')']
}

/** The facets of sizes, in hundreds of pixels, that can satisfy a condition. */
function sizesOf({ sign, pixels }: SearchTerm & { kind: 'size' }): string[] {
  const hundred = Math.floor(pixels / 100)
  const all = Array.from({ length: UPLOAD_MAX_SIDE / 100 + 1 }, (_, index) => index)
  const passing = all.filter((index) => (sign.startsWith('>') ? index >= hundred : index <= hundred))
  return passing.length > 0 ? passing.map((index) => `s${index}`) : ['none']
}

/** Conditions on ids for dates. Ids grow with the date, so the index needs no dates. */
export function idConditionsOf(terms: readonly SearchTerm[]): SQL[] {
  const { from, to } = periodOf(terms)
  const firstFrom = (moment: number) =>
    sql`(SELECT id FROM sketches WHERE created_at >= ${moment} ORDER BY created_at LIMIT 1)`
  return [
    ...(from === null ? [] : [sql`rowid >= ${firstFrom(from)}`]),
    ...(to === null ? [] : [sql`rowid < coalesce(${firstFrom(to)}, ${Number.MAX_SAFE_INTEGER})`]),
  ]
}

/** Conditions on sizes and dates. The index contains these only roughly. */
export function exactConditionsOf(terms: readonly SearchTerm[]): SQL[] {
  const { from, to } = periodOf(terms)
  const side = sql`max(${sketches.width}, ${sketches.height})`
  return [
    ...terms.flatMap((term) => (term.kind === 'size' ? [sql`${side} ${sql.raw(term.sign)} ${term.pixels}`] : [])),
    ...(from === null ? [] : [sql`${sketches.createdAt} >= ${from}`]),
    ...(to === null ? [] : [sql`${sketches.createdAt} < ${to}`]),
  ]
}

function periodOf(terms: readonly SearchTerm[]): { from: number | null; to: number | null } {
  const starts = terms.flatMap((term) => (term.kind === 'from' ? [parsePeriod(term.text)?.start ?? 0] : []))
  const ends = terms.flatMap((term) => (term.kind === 'to' ? [parsePeriod(term.text)?.end ?? 0] : []))
  return { from: starts.length > 0 ? Math.max(...starts) : null, to: ends.length > 0 ? Math.min(...ends) : null }
}
