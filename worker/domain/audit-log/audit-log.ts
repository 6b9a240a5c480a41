import { type SQL, sql } from 'drizzle-orm'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { auditLog } from './schema.ts'

export type AuditEntry = {
  /** An id, or `staffIdWithin` a limit. */
  staffId: number | SQL
  action: StaffAction
  /** The member whom the action concerns. */
  userId: number | null
  targetType: string
  targetId: number
  reason?: string
  changes?: Record<string, readonly [before: unknown, after: unknown]>
}

/** Makes the statement that inserts an entry, for the batch that performs the action. */
export function auditEntry(db: Db, { changes = {}, ...entry }: AuditEntry, now: number) {
  return db.insert(auditLog).values({ ...entry, changes: JSON.stringify(changes), createdAt: now })
}

/** Makes the statement that inserts an entry if the statement before it in the batch changed a row. */
export function auditChange(db: Db, { changes = {}, reason = '', ...entry }: AuditEntry, now: number): Statement {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${entry.staffId}, ${entry.action}, ${entry.userId}, ${entry.targetType}, ${entry.targetId}, ${reason},
        ${JSON.stringify(changes)}, ${now} WHERE changes() > 0`,
  )
}

/** Repeated reads of the same page by the same member of staff are not logged within this time. */
const SAME_READ_MS = 3_600_000

type AuditedRead = {
  staffId: number
  action: StaffAction
  targetType: string
  /** An id, or a query that selects it. If the query finds no row, nothing is logged. */
  targetId: number | SQL
}

/** Makes the statement that logs that a member of staff read something that members do not see. */
export function auditRead(db: Db, { staffId, action, targetType, targetId }: AuditedRead, now: number): Statement {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${staffId}, ${action}, NULL, ${targetType}, target.id, '', '{}', ${now} FROM (SELECT ${targetId} AS id) AS target
      WHERE target.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_log WHERE staff_id = ${staffId} AND action = ${action}
        AND target_id = target.id AND created_at > ${now - SAME_READ_MS})`,
  )
}
