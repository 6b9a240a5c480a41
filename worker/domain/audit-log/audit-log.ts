import type { Db } from '../../lib/database.ts'
import { auditLog } from './schema.ts'

/** `userId` is the member whom the action concerns. */
export type AuditEntry = {
  staffId: number
  act: string
  userId: number | null
  targetType: string
  targetId: number
  reason?: string
  changes?: Record<string, readonly [before: unknown, after: unknown]>
}

/** Makes the entry of an action, for the batch that performs it. */
export function auditEntry(db: Db, { act, changes = {}, ...entry }: AuditEntry, now: number) {
  return db.insert(auditLog).values({ ...entry, action: act, changes: JSON.stringify(changes), createdAt: now })
}
