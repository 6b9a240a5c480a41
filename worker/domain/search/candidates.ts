import { type SQL, sql } from 'drizzle-orm'
import { InvalidCursor } from '../../lib/cursor.ts'
import { sketches } from '../sketches/schema.ts'
import { expressionOf, type IndexSearch, type Match } from './match.ts'

/** The index stores counts as levels, by powers of two: level 1 is 1, level 2 is 2 and 3, level 12 is 2048 and more. */
const LEVELS = 12

export type IndexPosition = { level: number; id: number } | null

type Index = 'sketch_search' | 'user_search' | 'challenge_search' | 'forum_search'

export type IndexQuery = {
  search: IndexSearch
  /** The last row of the previous page. */
  last: IndexPosition
  limit: number
  /** Further conditions on `rowid`. */
  idConditions?: SQL[] | undefined
}

/** Selects matches as rows of `level` (always 0) and `id`, newest first. Reads at most `limit` rows of the index. */
export function newestFirst(index: Index, { search, last, limit, idConditions = [] }: IndexQuery): SQL {
  const within = [...idConditions, ...(last ? [isBefore(last.id)] : [])]
  const expression = expressionOf(['(', ...search.wanted, ')', ...exclusionOf(search)])
  return sql`(SELECT 0 AS level, rowid AS id FROM ${sql.raw(index)} WHERE ${sql.raw(index)} MATCH ${expression}
    ${and(within)} ORDER BY rowid DESC LIMIT ${limit})`
}

/** The end of an expression that leaves out what a search excludes. */
const exclusionOf = ({ unwanted }: IndexSearch): Match => (unwanted ? [' NOT (', ...unwanted, ')'] : [''])

/**
 * Selects matches by the level of their counts, greatest first, and by id within a level. Stops reading at the level
 * that completes the page. The rows of the queries `first` come before them.
 * @throws InvalidCursor for a level that there is not.
 */
export function greatestFirst(
  index: Index,
  { search, last, limit, idConditions = [], first = [] }: IndexQuery & { first?: SQL[] | undefined },
): SQL {
  // A cursor is not signed: its level decides how much is read.
  if (last && !isLevel(last.level)) throw new InvalidCursor()
  const levels = Array.from({ length: (last?.level ?? LEVELS) + 1 }, (_, level) => level).reverse()
  const queries = levels.map((level) => {
    const within = [...idConditions, ...(last?.level === level ? [isBefore(last.id)] : [])]
    // Excluded words apply to sketches of the level only, or each level would compare all sketches with them.
    const match = sql.raw(`'(facets : l${level} AND ' || wanted || ')' || exclusion`)
    return sql`SELECT * FROM (SELECT ${sql.raw(String(level))} AS level, rowid AS id FROM ${sql.raw(index)}
      WHERE ${sql.raw(index)} MATCH (SELECT ${match} FROM expression)
      ${and(within)} ORDER BY rowid DESC LIMIT ${sql.raw(String(limit))})`
  })
  return sql`(WITH expression(wanted, exclusion) AS MATERIALIZED
    (SELECT ${expressionOf(search.wanted)}, ${expressionOf(exclusionOf(search))})
    ${concatQueries([...first, ...queries], limit)})`
}

/** Newest matches that `greatestOfNewest` sorts. */
const SORTED_MAX = 500

/** The level of a sketch's hearts, as in its facets. */
const LEVEL_OF_HEARTS = sql`min(${sql.raw(String(LEVELS))}, CAST(ceil(log2(${sketches.heartsCount} + 1)) AS INTEGER))`

/**
 * Selects sketches like `greatestFirst`, but only of the newest `SORTED_MAX` matches. It searches the index once instead
 * of once a level, and reads the hearts of these sketches.
 */
export function greatestOfNewest({ search, last, limit, idConditions }: IndexQuery): SQL {
  const newest = newestFirst('sketch_search', { search, last: null, limit: SORTED_MAX, idConditions })
  const rest = last ? sql`WHERE (level, id) < (${last.level}, ${last.id})` : sql``
  return sql`(SELECT level, id FROM (SELECT ${LEVEL_OF_HEARTS} AS level, ${sketches.id} AS id
      FROM ${newest} AS newest CROSS JOIN ${sketches} WHERE ${sketches.id} = newest.id)
    ${rest} ORDER BY level DESC, id DESC LIMIT ${limit})`
}

const isLevel = (level: number) => Number.isInteger(level) && level >= 0 && level <= LEVELS

/** The rows before an id. The cast is needed: D1 binds numbers as reals, and FTS5 then also reads all rows after it. */
export const isBefore = (id: number) => sql`rowid < CAST(${id} AS INTEGER)`

/** Words of a search that a sketch matches, as bits: 1 is the first word, 2 the second, 4 the third. */
type WordBits = number

type WordsQuery = {
  /** Applies to all matches. */
  conditions: IndexSearch
  /** Rows of the `id` of each sketch to leave out. Of more than `matchingMax`, nothing is selected. */
  matching: SQL
  matchingMax: number
  words: readonly Match[]
  /** The groups of words that are searched for. */
  groups: readonly WordBits[]
  /** Number of index entries to read for each group. */
  limit: number
  idConditions: SQL[]
}

/**
 * Selects the newest sketches that match a group of the words, as rows of `id` and `level`: the groups, separated by
 * commas.
 */
export function newestOfGroups(query: WordsQuery): SQL {
  const { conditions, matching, matchingMax, words, groups, limit, idConditions } = query
  const isSearched = `(SELECT count(*) FROM matching) <= ${matchingMax}`
  const columns = words.map((word, index) => sql`${expressionOf(word)} AS ${sql.raw(`w${index}`)}`)
  const joined = (bits: WordBits) =>
    words.flatMap((_, index) => (bits & (1 << index) ? [`w${index}`] : [])).join(` || ' AND ' || `)
  const queries = groups.map((bits) => {
    const match = `'(' || wanted || ' AND ' || ${joined(bits)} || ')' || exclusion`
    return sql`SELECT * FROM (SELECT ${sql.raw(String(bits))} AS bits, rowid AS id FROM sketch_search
      WHERE sketch_search MATCH (SELECT ${sql.raw(`iif(${isSearched}, ${match}, 'facets : none')`)} FROM word)
      ${and([...idConditions, sql`rowid NOT IN (SELECT id FROM matching)`])} ORDER BY rowid DESC LIMIT ${sql.raw(String(limit))})`
  })
  return sql`(WITH word AS MATERIALIZED (SELECT ${expressionOf(conditions.wanted)} AS wanted,
      ${expressionOf(exclusionOf(conditions))} AS exclusion, ${sql.join(columns, sql`, `)}),
      matching AS MATERIALIZED (SELECT id FROM ${matching})
    SELECT id, group_concat(bits) AS level FROM (${concatQueries(queries, limit * groups.length)}) GROUP BY id)`
}

/** Maximum number of parts of a compound query in D1. */
const PARTS_MAX = 5

/** Concatenates queries. SQLite runs each one only when those before it returned too few rows. */
function concatQueries(queries: SQL[], limit: number): SQL {
  if (queries.length <= PARTS_MAX) return sql`${sql.join(queries, sql` UNION ALL `)} LIMIT ${sql.raw(String(limit))}`
  const groups = Array.from({ length: Math.ceil(queries.length / PARTS_MAX) }, (_, group) =>
    queries.slice(group * PARTS_MAX, (group + 1) * PARTS_MAX),
  )
  return concatQueries(
    groups.map((group) => sql`SELECT * FROM (${concatQueries(group, limit)})`),
    limit,
  )
}

function and(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`AND ${sql.join(conditions, sql` AND `)}`
}
