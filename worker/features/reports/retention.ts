import { sql } from 'drizzle-orm'
import { EVIDENCE_RETENTION_DAYS } from '../../../contract/limits.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 500
const TABLES = ['sketch_reports', 'user_reports', 'stream_reports', 'message_reports'] as const

/** Deletes reports, and what they keep of the reported, after their term. Ids grow with the time. */
export async function removeOldReports(db: Db, now: number): Promise<void> {
  const before = now - EVIDENCE_RETENTION_DAYS * DAY_MS
  const oldComments = sql`SELECT comment_id FROM comment_reports WHERE created_at < ${before}
    ORDER BY created_at, comment_id LIMIT ${ROWS_AT_ONCE}`
  await batchEach(
    db,
    [
      ...TABLES.map((name) => {
        const table = sql.raw(name)
        return sql`DELETE FROM ${table} WHERE created_at < ${before}
          AND id IN (SELECT id FROM ${table} ORDER BY id LIMIT ${ROWS_AT_ONCE})`
      }),
      sql`DELETE FROM comment_reporters WHERE comment_id IN (${oldComments})`,
      sql`DELETE FROM comment_reports WHERE comment_id IN (${oldComments})`,
    ].map((query) => statement(db, query)),
  )
}
