import { type SQL, sql } from 'drizzle-orm'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'

const DAY_MS = 86_400_000

/** The actions on the staff log that each limit counts. */
const ACTIONS: Record<keyof typeof STAFF_LIMITS, StaffAction> = { deletionsPerDay: 'delete', mergesPerDay: 'merge' }

/** The rule that an entry of the log breaks above a limit of its member of staff, by `staffIdWithin`. */
export const STAFF_LIMIT_RULE = 'audit_log.staff_id'

/** The id of a member of staff for an entry of the log. Above their limit of a day it is null, which fails the batch. */
export function staffIdWithin(
  limit: keyof typeof STAFF_LIMITS,
  { staffId, now }: { staffId: number; now: number },
): SQL {
  const { gloperator, admin } = STAFF_LIMITS[limit]
  const today = sql`SELECT 1 FROM audit_log WHERE staff_id = ${staffId} AND action = ${ACTIONS[limit]}
    AND created_at > ${now - DAY_MS} LIMIT ${admin}`
  const isAdmin = sql`instr((SELECT flags FROM users WHERE users.id = ${staffId}), 'a') > 0`
  return sql`iif((SELECT count(*) FROM (${today})) < iif(${isAdmin}, ${admin}, ${gloperator}), ${staffId}, NULL)`
}
