import type { StaffAction } from '../../../contract/staff-actions.ts'
import type { Db } from '../../lib/database.ts'
import { auditLog } from './schema.ts'

export type AuditEntry = {
  staffId: number
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
