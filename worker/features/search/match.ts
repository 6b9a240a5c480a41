import { type SQL, sql } from 'drizzle-orm'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { periodOf, type SearchTerm } from '../../../contract/search-grammar.ts'
import { nicknameKey, normalizeTag } from '../../../contract/text.ts'
import type { Viewer } from '../../lib/viewer.ts'
import { sketches } from '../sketches/schema.ts'
import { cellsNear } from './look.ts'

/** A MATCH expression of FTS5 as SQL: parts that only the database knows (ids of tags and artists) are looked up there. */
export type Match = SQL

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
  const seen = sql`${viewer?.showMature ? 'facets : any' : 'facets : open'}`
  const all = joined(
    [seen, ...wanted, ...looks].filter((part) => part !== null),
    ' AND ',
  )
  const none = unwanted.filter((part) => part !== null)
  return none.length === 0
    ? sql`${'('} || ${all} || ${')'}`
    : sql`${'(('} || ${all} || ${') NOT ('} || ${joined(none, ' OR ')} || ${'))'}`
}

/** What carries a colour like this one, `#rrggbb`. */
export function matchColour(hex: string): Match {
  return sql`${`facets : (${cellsNear(hex)
    .map((cell) => `c${cell}`)
    .join(' OR ')})`}`
}

/** What is matched by one of these, as the words `t12`, `t15` of a column that a query answers. */
export function matchAnyOf(tokens: SQL): Match {
  return sql`${'facets : ('} || coalesce((SELECT group_concat(token, ' OR ') FROM (${tokens})), 'none') || ${')'}`
}

function joined(parts: Match[], by: string): Match {
  return sql.join(parts, sql` || ${by} || `)
}

function partOf(term: SearchTerm): Match | null {
  switch (term.kind) {
    case 'word':
      return wordPart(term)
    case 'tag':
      return sql`${'facets : t'} || coalesce(${tagIdOf(term.text)}, 0)`
    case 'user':
      return sql`${'facets : u'} || coalesce((SELECT id FROM users WHERE nickname_key = ${nicknameKey(term.text)}), 0)`
    case 'size':
      return sql`${`facets : (${sizesOf(term).join(' OR ')})`}`
    default:
      return null
  }
}

/** A word that is another one for a tag finds what carries the tag as well. */
function wordPart({ text, phrase }: SearchTerm & { kind: 'word' }): Match {
  const words = `${WORDS}${quoted(text, phrase)}`
  const alias = normalizeTag(text)
  if (!alias) return sql`${words}`
  const tagId = sql`(SELECT tag_id FROM tag_aliases WHERE alias = ${alias})`
  return sql`${`(${words} OR facets : t`} || coalesce(${tagId}, 0) || ${')'}`
}

/** The id of the tag of this name or alias, as a subquery. */
export function tagIdOf(name: string): SQL {
  return sql`coalesce((SELECT tag_id FROM tag_aliases WHERE alias = ${name}), (SELECT id FROM tags WHERE name = ${name}))`
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
  return terms.flatMap((term) => {
    const period = term.kind === 'from' || term.kind === 'to' ? periodOf(term.text) : null
    if (!period) return []
    const firstFrom = (moment: number) =>
      sql`(SELECT id FROM sketches WHERE created_at >= ${moment} ORDER BY created_at LIMIT 1)`
    return term.kind === 'from'
      ? [sql`rowid >= ${firstFrom(period.start)}`]
      : [sql`rowid < coalesce(${firstFrom(period.end)}, ${Number.MAX_SAFE_INTEGER})`]
  })
}

/** What the index knows by the hundred or by the order only, exactly. */
export function exactly(terms: readonly SearchTerm[]): SQL[] {
  return terms.flatMap((term) => {
    if (term.kind === 'size') {
      const side = sql`max(${sketches.width}, ${sketches.height})`
      return [sql`${side} ${sql.raw(term.sign)} ${term.pixels}`]
    }
    const period = term.kind === 'from' || term.kind === 'to' ? periodOf(term.text) : null
    if (!period) return []
    return term.kind === 'from'
      ? [sql`${sketches.createdAt} >= ${period.start}`]
      : [sql`${sketches.createdAt} < ${period.end}`]
  })
}
