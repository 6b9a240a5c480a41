import { type SQL, sql } from 'drizzle-orm'
import { expressionOf, type Match } from './match.ts'

/** Counts go into the index as powers of two: the level of 1 is 1, of 2 and 3 it is 2, of 2048 and more it is 12. */
const LEVELS = 12

/** The last one of the page before: the level of its count, and its id. */
export type LastOne = { level: number; id: number } | null

type Index = 'sketch_search' | 'user_search' | 'challenge_search'

/** Which matches are read: those after `last` and within `ranges` of ids, `limit` of them. */
type Span = { match: Match; last: LastOne; limit: number; ranges?: SQL[] | undefined }

/**
 * What matches as rows of `level` and `id`, the newest first, read from the index no further than `limit`. `level` is 0
 * throughout.
 */
export function newestFirst(index: Index, { match, last, limit, ranges = [] }: Span): SQL {
  const within = [...ranges, ...(last ? [sql`rowid < ${last.id}`] : [])]
  return sql`(SELECT 0 AS level, rowid AS id FROM ${sql.raw(index)} WHERE ${sql.raw(index)} MATCH ${expressionOf(match)}
    ${and(within)} ORDER BY rowid DESC LIMIT ${limit})`
}

/**
 * As above, those with the greatest count first, as far as its level tells, and within a level the newest. Level after
 * level is read, and none any more once there are enough. The rows of the queries `first` come before them.
 */
export function greatestFirst(
  index: Index,
  { match, last, limit, ranges = [], first = [] }: Span & { first?: SQL[] | undefined },
): SQL {
  const levels = Array.from({ length: (last?.level ?? LEVELS) + 1 }, (_, level) => level).reverse()
  const arms = levels.map((level) => {
    const within = [...ranges, ...(last?.level === level ? [sql`rowid < ${last.id}`] : [])]
    return sql`SELECT * FROM (SELECT ${sql.raw(String(level))} AS level, rowid AS id FROM ${sql.raw(index)}
      WHERE ${sql.raw(index)} MATCH (SELECT text || ${sql.raw(`' AND facets : l${level}'`)} FROM expression)
      ${and(within)} ORDER BY rowid DESC LIMIT ${sql.raw(String(limit))})`
  })
  return sql`(WITH expression(text) AS MATERIALIZED (SELECT ${expressionOf(match)}) ${oneAfterTheOther([...first, ...arms], limit)})`
}

/** D1 takes so many parts of a compound query. */
const PARTS_MAX = 5

/** The rows of these queries, each begun only when those before it gave too few; nested as deep as their number asks. */
function oneAfterTheOther(queries: SQL[], limit: number): SQL {
  if (queries.length <= PARTS_MAX) return sql`${sql.join(queries, sql` UNION ALL `)} LIMIT ${sql.raw(String(limit))}`
  const groups = Array.from({ length: Math.ceil(queries.length / PARTS_MAX) }, (_, group) =>
    queries.slice(group * PARTS_MAX, (group + 1) * PARTS_MAX),
  )
  return oneAfterTheOther(
    groups.map((group) => sql`SELECT * FROM (${oneAfterTheOther(group, limit)})`),
    limit,
  )
}

function and(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`AND ${sql.join(conditions, sql` AND `)}`
}
