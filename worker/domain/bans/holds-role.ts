import { type SQL, sql } from 'drizzle-orm'
import { WARNING } from '../../../contract/ban.ts'

/**
 * The condition that a member of staff still has a role (`isStaffRow` or `isAdminRow`) and is not suspended, for the
 * batch of their act. Both were checked before, but may have changed since.
 */
export const holdsRole = (role: SQL, { staffId, now }: { staffId: number; now: number }): SQL =>
  sql`(EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${staffId} AND ${role})
    AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = ${staffId} AND bans.closed_at IS NULL
      AND bans.duration_hours <> ${WARNING} AND (bans.ends_at IS NULL OR bans.ends_at > ${now})))`
