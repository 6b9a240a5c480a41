import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { type CallBudget, emptyFolder } from '../../lib/files.ts'
import { deleteExpired } from './queries.ts'
import { accountExports } from './schema.ts'
import { EXPORTS_PREFIX, exportFolder } from './steps.ts'

/** Calls to R2 in one run. The next run continues. */
const CALLS_MAX = 50

/** Deletes the rows of expired exports, and then all folders of exports that have no row. */
export async function removeExpiredExports(db: Db, files: R2Bucket, now: number): Promise<void> {
  await deleteExpired(db, now)
  const calls: CallBudget = { left: CALLS_MAX - 1 }
  const { delimitedPrefixes } = await files.list({ prefix: EXPORTS_PREFIX, delimiter: '/' })
  const ids = delimitedPrefixes.map((folder) => Number.parseInt(folder.slice(EXPORTS_PREFIX.length), 10))
  const rows = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(inArray(accountExports.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`))
  const kept = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!kept.has(id) && !(await emptyFolder(files, exportFolder(id), calls))) return
}
