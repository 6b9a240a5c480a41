import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

type Comparison = '<' | '>'

/** A condition for the rows after the last item of a list that is ordered by all keys, `<` for descending order. */
export function rowsAfter(keys: readonly SQLiteColumn[], last: readonly number[], comparison: Comparison = '<'): SQL {
  const values = last.map((key) => sql`${key}`)
  return sql`(${sql.join([...keys], sql`, `)}) ${sql.raw(comparison)} (${sql.join(values, sql`, `)})`
}

/**
 * The same rows as consecutive ranges: rows with an equal first key, then the rest. With a single row comparison SQLite
 * does not use an index up to the row id at its end and reads all rows with equal keys again.
 */
export function rangesAfter(
  keys: readonly SQLiteColumn[],
  last: readonly number[],
  comparison: Comparison = '<',
): SQL[] {
  const [[key, ...others], [value, ...values]] = [keys, last]
  const rest = sql`${key} ${sql.raw(comparison)} ${value}`
  return others.length === 0 ? [rest] : [sql`${key} = ${value} AND ${rowsAfter(others, values, comparison)}`, rest]
}
