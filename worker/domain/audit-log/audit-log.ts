import type { Db } from '../../lib/database.ts'
import { auditLog } from './schema.ts'

/** What staff did; `userId` is the member whom it concerns. */
export type AuditEntry = {
  staffId: number
  act: string
  userId: number | null
  targetType: string
  targetId: number
  reason?: string
  /** Names of what changed, with the values before and after. */
  changes?: Record<string, readonly [before: unknown, after: unknown]>
}

/** The line of the log for what staff did, for the batch that does it: neither stands without the other. */
export function auditEntry(db: Db, { act, changes = {}, ...entry }: AuditEntry, now: number) {
  return db.insert(auditLog).values({ ...entry, action: act, changes: JSON.stringify(changes), createdAt: now })
}
