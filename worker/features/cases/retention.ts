import { sql } from 'drizzle-orm'
import { EVIDENCE_RETENTION_DAYS } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 500

/** Deletes decided cases, with their evidence and reports, after their term. */
export async function removeOldCases(db: Db, now: number): Promise<void> {
  await db.run(sql`DELETE FROM cases WHERE id IN (SELECT id FROM cases
    WHERE decided_at < ${now - EVIDENCE_RETENTION_DAYS * DAY_MS} ORDER BY decided_at LIMIT ${ROWS_AT_ONCE})`)
}
