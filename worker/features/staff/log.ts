import type { Db } from '../../lib/db.ts'
import { auditLog } from './schema.ts'

/** What staff did; `userId` is the member whom it concerns. */
export type StaffAct = {
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
export function staffAct(db: Db, { act, changes = {}, ...entry }: StaffAct, now: number) {
  return db.insert(auditLog).values({ ...entry, action: act, changes: JSON.stringify(changes), createdAt: now })
}
