import { type SQL, sql } from 'drizzle-orm'

/** The column of `idRows`. */
export const givenId = sql.raw('given.column1')

/**
 * A table of distinct ids, at most 100, for a join that reads one row for each of them. With `IN`, D1 counts two or
 * three rows for each.
 */
export function idRows(ids: readonly (number | null)[]): SQL {
  const rows = [...new Set([null, ...ids])].map((id) => sql`(${id})`)
  return sql`(VALUES ${sql.join(rows, sql`, `)}) AS given`
}
