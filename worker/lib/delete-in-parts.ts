import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './database.ts'

/** Rows of a statement, which must end within the 30 seconds of D1, triggers and indexes included. */
export const ROWS_IN_PART = 1000
const PARTS_MAX = 200

/**
 * Deletes the matching rows of a table in parts, for jobs: one statement for all of them could fail, and would have
 * more rows the next time. The next run continues after a maximum. Returns the number of parts.
 */
export async function deleteInParts(
  db: Db,
  table: SQLiteTable,
  condition: SQL | undefined,
  partsMax = PARTS_MAX,
): Promise<number> {
  const rows = sql`SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${ROWS_IN_PART}`
  for (let part = 0; part < partsMax; part++) {
    const { meta } = await db.delete(table).where(sql`rowid IN (${rows})`)
    if (meta.changes < ROWS_IN_PART) return part + 1
  }
  return partsMax
}
