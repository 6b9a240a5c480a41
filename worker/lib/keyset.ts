import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

type Side = '<' | '>'

/** The condition of the rows after the keys of a list's last item; the list is ordered by all keys, `<` means greatest first. */
export function rowsBeyond(keys: readonly SQLiteColumn[], last: readonly number[], side: Side = '<'): SQL {
  const values = last.map((key) => sql`${key}`)
  return sql`(${sql.join([...keys], sql`, `)}) ${sql.raw(side)} (${sql.join(values, sql`, `)})`
}

/**
 * The same rows in consecutive stretches: those that equal the last item in the first key, then the rest. A single
 * comparison of rows does not use an index up to the row id at its end, and would read all equals of the item again.
 */
export function stretchesBeyond(keys: readonly SQLiteColumn[], last: readonly number[], side: Side = '<'): SQL[] {
  const [[key, ...others], [value, ...values]] = [keys, last]
  const further = sql`${key} ${sql.raw(side)} ${value}`
  return others.length === 0 ? [further] : [sql`${key} = ${value} AND ${rowsBeyond(others, values, side)}`, further]
}
