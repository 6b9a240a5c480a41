import { type SQL, sql } from 'drizzle-orm'
import { PERMANENT } from '../../../contract/ban.ts'
import type { CurrentBan } from '../../../contract/http/auth.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Ban, banOf, isStaff, type Viewer } from '../users/viewer.ts'

const HOUR_MS = 3_600_000

type Account = Pick<Viewer, 'id' | 'flags'>

/**
 * Staff may not ban themselves, and only admins may ban staff. An admin whose account will be deleted may not ban other
 * admins, because the last admin who is not suspended cannot be deleted.
 */
export function mayBan(staff: Account & Pick<Viewer, 'deletesAt'>, member: Account): boolean {
  if (staff.id === member.id || (member.flags.includes('a') && staff.deletesAt !== null)) return false
  return !isStaff(member) || staff.flags.includes('a')
}

/**
 * The condition that a permanent ban is not confirmed by a second member of staff and is in force until `from` at
 * least.
 */
export const isWaitingBan = (from: number): SQL =>
  // Literals, as in the index `bans_unconfirmed`.
  sql`bans.closed_at IS NULL AND bans.duration_hours = -1 AND bans.ends_at >= ${from}`

/** The ban that a member is shown, which may be a warning; null if there is none. */
export function currentBanOf(viewer: Viewer, now: number): CurrentBan | null {
  const ban = banOf(viewer, now)
  return ban && { userId: viewer.id, ...banRecord(ban) }
}

/**
 * The fields of a ban that its member and staff see. Until a permanent ban is confirmed, its `duration` is the time for
 * which it is in force.
 */
export function banRecord({ durationHours, reason, previousOffensesCount, createdAt, endsAt }: Ban) {
  const unconfirmed = durationHours === PERMANENT && endsAt !== null
  const duration = unconfirmed ? Math.round((endsAt - createdAt) / HOUR_MS) : durationHours
  const dates = { dateStart: toWireTime(createdAt), dateEnd: endsAt === null ? null : toWireTime(endsAt) }
  return { duration, unconfirmed, reason, offenses: previousOffensesCount, ...dates }
}
