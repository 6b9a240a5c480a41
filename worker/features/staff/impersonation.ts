import { and, eq, sql } from 'drizzle-orm'
import type { ImpersonateBody } from '../../../contract/http/staff.ts'
import { IMPERSONATION_MINUTES } from '../../../contract/limits.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { holdsRole } from '../../domain/bans/holds-role.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { isStaffRow } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type Start = ImpersonateBody & { staffId: number; session: string; now: number }

/** Makes a session of staff act as another member for an hour, with an entry in the audit log. */
export async function beginImpersonation(
  db: Db,
  { staffId, userId, session, reason, now }: Start,
): Promise<Result<void, 'forbidden'>> {
  // Since both were checked, the account may have become that of staff or have been merged or deleted, and the staff may
  // have lost their role or have been suspended.
  const mayBegin = sql`sessions.token_hash = ${session} AND sessions.user_id = ${staffId}
    AND ${holdsRole(isStaffRow, { staffId, now })}
    AND EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND merged_into_id IS NULL AND deleted_at IS NULL
      AND instr(flags, 'a') = 0 AND (instr(flags, 'm') = 0
        OR EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${staffId} AND instr(staff.flags, 'a') > 0)))`
  const log = sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, created_at)
    SELECT user_id, 'impersonate', ${userId}, 'user', ${userId}, ${reason}, ${now} FROM sessions WHERE ${mayBegin}`
  const [, begun] = await db.batch([
    statement(db, log),
    db
      .update(sessions)
      .set({ impersonatedId: userId, impersonationEndsAt: now + IMPERSONATION_MINUTES * 60_000 })
      .where(mayBegin)
      .returning({ userId: sessions.userId }),
  ])
  return begun.length > 0 ? DONE : failure('forbidden')
}

type Stop = { staffId: number; userId: number; session: string; now: number }

/** Ends the impersonation of a session. */
export async function endImpersonation(db: Db, { staffId, userId, session, now }: Stop): Promise<void> {
  const target = { userId, targetType: 'user', targetId: userId }
  await db.batch([
    auditEntry(db, { staffId, action: 'impersonate_stop', ...target }, now),
    db
      .update(sessions)
      .set({ impersonatedId: null, impersonationEndsAt: null })
      .where(and(eq(sessions.tokenHash, session), eq(sessions.userId, staffId))),
  ])
}
