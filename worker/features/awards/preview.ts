import { sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'

/** Further previews of the same year within this time are not logged again. */
const SAME_PREVIEW_MS = 3_600_000

/** Writes to the staff log that a member of staff saw the votes of a year so far. */
export async function logPreview(
  db: Db,
  { staffId, year, now }: { staffId: number; year: number; now: number },
): Promise<void> {
  await statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${staffId}, 'awards_preview', NULL, 'awards', ${year}, '', '{}', ${now}
      WHERE NOT EXISTS (SELECT 1 FROM audit_log WHERE staff_id = ${staffId} AND action = 'awards_preview'
        AND target_id = ${year} AND created_at > ${now - SAME_PREVIEW_MS})`,
  )
}
