import { sql } from 'drizzle-orm'
import { EVIDENCE_RETENTION_DAYS } from '../../../contract/limits.ts'
import { hasTexts } from '../../domain/audit-log/schema.ts'
import type { Db } from '../../lib/database.ts'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 500
/** The trigger of the log compares with the clock of the database, in whole seconds. */
const CLOCK_MARGIN_MS = 60_000

/**
 * Deletes the evidence of cases that were closed without an act, after its term. Decision and reports stay until the
 * case is deleted.
 */
export async function removeUnusedEvidence(db: Db, now: number): Promise<void> {
  await db.run(sql`UPDATE cases SET evidence = 'null', summary = '', name = '', evidence_ends_at = NULL
    WHERE id IN (SELECT id FROM cases WHERE evidence_ends_at < ${now} ORDER BY evidence_ends_at LIMIT ${ROWS_AT_ONCE})`)
}

/** Deletes decided cases, with their evidence, reports and appeals, and appeals against bans, after their term. */
export async function removeOldCases(db: Db, now: number): Promise<void> {
  const before = now - EVIDENCE_RETENTION_DAYS * DAY_MS
  await db.run(sql`DELETE FROM cases WHERE id IN (SELECT id FROM cases WHERE decided_at < ${before}
    AND NOT EXISTS (SELECT 1 FROM appeals WHERE case_id = cases.id AND closed_at IS NULL)
    ORDER BY decided_at LIMIT ${ROWS_AT_ONCE})`)
  await db.run(sql`DELETE FROM appeals WHERE id IN (SELECT id FROM appeals WHERE closed_at < ${before}
    AND case_id IS NULL ORDER BY closed_at LIMIT ${ROWS_AT_ONCE})`)
}

/** Removes texts of members from the staff log after the term of evidence. Who did what, and why, stays. */
export async function removeLoggedTexts(db: Db, now: number): Promise<void> {
  const before = now - EVIDENCE_RETENTION_DAYS * DAY_MS - CLOCK_MARGIN_MS
  await db.run(sql`UPDATE audit_log SET changes = '{}' WHERE id IN (
    SELECT id FROM audit_log INDEXED BY audit_log_texts
    WHERE ${hasTexts} AND created_at < ${before}
    ORDER BY created_at LIMIT ${ROWS_AT_ONCE})`)
}
