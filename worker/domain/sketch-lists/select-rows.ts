import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteSelect } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../lib/database.ts'
import { itemColumns } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'
import type { Order } from './orders.ts'

/**
 * Combines the parts of a list into one query. When it is ordered, SQLite merges the parts as it reads them from their
 * indexes, so a limit holds for all parts together.
 */
export function mergeParts<Query extends SQLiteSelect>(
  parts: readonly (SQL | undefined)[],
  select: (part: SQL | undefined) => Query,
): Query {
  // All parts have the same type, but drizzle cannot see that in a generic type.
  return parts.map(select).reduce((merged, part) => merged.unionAll(part as never) as Query)
}

export const keysOf = (order: Order) => ('rank' in order ? [order.rank] : order.keys)

/** The keys of an order as columns. Merged parts are ordered by the names of columns, so each key has its own name. */
export const keyColumns = (keys: readonly SQLiteColumn[]) =>
  Object.fromEntries(keys.map((key, index) => [nameOf(index), sql<number>`${key}`.as(nameOf(index))]))

/** The terms of ORDER BY for the columns of `keyColumns`. */
export const byKeys = (keys: readonly SQLiteColumn[], direction: typeof asc | typeof desc) =>
  keys.map((_, index) => direction(sql.identifier(nameOf(index))))

const nameOf = (index: number) => `key${index}`

/** Selects the items of a list, and their keys, in its order. */
export function selectRows(db: Db, order: Order, after?: SQL) {
  const keys = keysOf(order)
  const select = (part: SQL | undefined) => {
    const rows = db
      .select({ item: itemColumns, keys: keyColumns(keys) })
      .from(order.table)
      .$dynamic()
    // A cross join makes SQLite read the order's table first.
    if (order.table !== sketches) rows.crossJoin(sketches)
    return rows.crossJoin(users).where(and(part, after, eq(sketches.id, order.sketchId), eq(users.id, sketches.userId)))
  }
  return mergeParts(order.parts, select).orderBy(...byKeys(keys, 'rank' in order ? asc : desc))
}
