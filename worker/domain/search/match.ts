import { type SQL, sql } from 'drizzle-orm'
import { SEARCH_TERMS_MAX, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
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

/** A search of an index finds what satisfies `wanted`, but not `unwanted`. */
export type IndexSearch = { wanted: Match; unwanted?: Match | undefined }

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

/**
 * Maximum number of words, wanted or excluded, that also match longer words. D1 reads all entries of such a word, even if
 * the search matches nothing.
 */
const LONGER_WORDS_MAX = 5

/** Quotes text for FTS5. Also matches longer words, unless it is exact or the text ends in a single letter. */
export function ftsString(text: string, exact = false): string {
  const string = `"${text.replaceAll('"', '""')}"`
  return !exact && ENDS_IN_LETTERS.test(text) ? `${string} *` : string
}

/** The distinct words of a text. */
export function distinctWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  return [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]
}

/** Quotes the first words of a search by words alone. Only the last of them also match longer words. */
export function ftsStrings(query: string): string[] {
  const words = distinctWords(query).slice(0, SEARCH_TERMS_MAX)
  return words.map((word, index) => ftsString(word, index < words.length - LONGER_WORDS_MAX))
}

/**
 * Matches listed sketches that satisfy all terms and `extra`. Leaves out other artists' mature sketches if the viewer
 * switched mature sketches off. Of the parts that most sketches may satisfy, there are at most one for all sizes and
 * `LONGER_WORDS_MAX` for each of wanted and excluded words.
 */
export function matchSketches(
  viewer: Viewer | null,
  terms: readonly SearchTerm[],
  extra: readonly Match[] = [],
): IndexSearch {
  const significant = distinctTerms(terms)
  const wanted = matchTerms(significant.filter((term) => !isUnwanted(term)))
  const unwanted = matchTerms(significant.filter(isUnwanted))
  return {
    wanted: joinMatches([[`facets : (${facetsFor(viewer)})`], ...wanted, matchSizes(terms), ...extra], ' AND '),
    unwanted: unwanted.length === 0 ? undefined : joinMatches(unwanted, ' OR '),
  }
}

/** Significant terms without repeats, which would only cost another search. */
export function distinctTerms(terms: readonly SearchTerm[]): SearchTerm[] {
  return [...new Map(significantTerms(terms).map((term) => [JSON.stringify(term).toLowerCase(), term])).values()]
}

const RANGES: readonly SearchTerm['kind'][] = ['from', 'to', 'size']

/** The number of words, phrases, tags and artists of a search, wanted or excluded. */
export const countParts = (terms: readonly SearchTerm[]): number =>
  distinctTerms(terms).filter(({ kind }) => !RANGES.includes(kind)).length

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

/** Matches sketches that satisfy a condition or contain a word, for each term, even if the term excludes it. */
export function matchTerms(terms: readonly SearchTerm[]): Match[] {
  const last = lastWords(terms)
  return terms.map((term) => matchTerm(term, !last.has(term)))
}

/** The words that also match longer words: only the last ones, because the last of all may not be typed to its end. */
export function lastWords(terms: readonly SearchTerm[]): ReadonlySet<SearchTerm> {
  return new Set(terms.filter((term) => term.kind === 'word' && !term.phrase).slice(-LONGER_WORDS_MAX))
}

function matchTerm(term: SearchTerm, exact: boolean): Match {
  switch (term.kind) {
    case 'word':
      return matchWord(term, exact)
    case 'tag':
      return ['facets : t', sql`coalesce(${tagIdOf(term.text)}, 0)`]
    case 'user':
      return ['facets : u', sql`coalesce((SELECT id FROM users WHERE nickname_key = ${nicknameKey(term.text)}), 0)`]
    default:
      return []
  }
}

export const isUnwanted = (term: SearchTerm) => 'not' in term && term.not

/** A word also matches its other forms. A word that is an alias also matches sketches with its tag. */
function matchWord({ text, phrase }: SearchTerm & { kind: 'word' }, exact: boolean): Match {
  const forms = phrase ? [] : otherForms(text).map((form) => ` OR "${form}"`)
  const words = `${WORDS}(${ftsString(text, exact)}${forms.join('')})`
  const alias = normalizeTag(text)
  if (!alias) return [words]
  const tagId = sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${alias}), 0)`
  return [`(${words} OR facets : t`, tagId, ')']
}

/** The last facet of sizes, in hundreds of pixels. */
const LAST_SIZE = UPLOAD_MAX_SIDE / 100

/** Matches sketches of the hundreds of pixels that all sizes together allow. Empty if these are all. */
function matchSizes(terms: readonly SearchTerm[]): Match {
  const { min, max } = sidesOf(terms)
  const [first, last] = [Math.floor(min / 100), Math.min(Math.floor(max / 100), LAST_SIZE)]
  if (first === 0 && last === LAST_SIZE) return []
  const facets = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => `s${first + index}`)
  return [`facets : (${facets.join(' OR ') || 'none'})`]
}

/** The longest sides, in pixels, that all sizes together allow. */
function sidesOf(terms: readonly SearchTerm[]): { min: number; max: number } {
  const sizes = terms.filter((term) => term.kind === 'size')
  const mins = sizes.flatMap(({ sign, pixels }) => (sign === '>' ? [pixels + 1] : sign === '>=' ? [pixels] : []))
  const maxs = sizes.flatMap(({ sign, pixels }) => (sign === '<' ? [pixels - 1] : sign === '<=' ? [pixels] : []))
  return { min: Math.max(0, ...mins), max: Math.min(Number.MAX_SAFE_INTEGER, ...maxs) }
}

/** False if no sketch can satisfy all sizes and dates, because they contradict each other. */
export function canMatch(terms: readonly SearchTerm[]): boolean {
  const { from, to } = periodOf(terms)
  const { min, max } = sidesOf(terms)
  return min <= max && (from === null || to === null || from < to)
}

/**
 * Conditions on ids for dates. Ids grow with the date, so the index needs no dates. A bound that is no integer, such as
 * null, would let FTS5 read all matches.
 */
export function idConditionsOf(terms: readonly SearchTerm[], table: 'sketches' | 'forum_posts' = 'sketches'): SQL[] {
  const { from, to } = periodOf(terms)
  const firstFrom = (moment: number) =>
    sql`coalesce((SELECT id FROM ${sql.raw(table)} WHERE created_at >= ${moment} ORDER BY created_at LIMIT 1),
      ${sql.raw(String(Number.MAX_SAFE_INTEGER))})`
  return [
    ...(from === null ? [] : [sql`rowid >= ${firstFrom(from)}`]),
    ...(to === null ? [] : [sql`rowid < ${firstFrom(to)}`]),
  ]
}

/** Conditions on sizes and dates. The index contains these only roughly. */
export function exactConditionsOf(terms: readonly SearchTerm[]): SQL[] {
  const { from, to } = periodOf(terms)
  const { min, max } = sidesOf(terms)
  const side = sql`max(${sketches.width}, ${sketches.height})`
  return [
    ...(terms.some((term) => term.kind === 'size') ? [sql`${side} BETWEEN ${min} AND ${max}`] : []),
    ...(from === null ? [] : [sql`${sketches.createdAt} >= ${from}`]),
    ...(to === null ? [] : [sql`${sketches.createdAt} < ${to}`]),
  ]
}

function periodOf(terms: readonly SearchTerm[]): { from: number | null; to: number | null } {
  const starts = terms.flatMap((term) => (term.kind === 'from' ? [parsePeriod(term.text)?.start ?? 0] : []))
  const ends = terms.flatMap((term) => (term.kind === 'to' ? [parsePeriod(term.text)?.end ?? 0] : []))
  return { from: starts.length > 0 ? Math.max(...starts) : null, to: ends.length > 0 ? Math.min(...ends) : null }
}
