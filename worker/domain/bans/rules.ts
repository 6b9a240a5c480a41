import type { CurrentBan } from '../../../contract/http/auth.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Ban, banOf, type Viewer } from '../users/viewer.ts'

type Account = Pick<Viewer, 'id' | 'flags'>

/** Staff may not ban themselves, and only admins may ban admins. */
export function mayBan(staff: Account, member: Account): boolean {
  return staff.id !== member.id && (!member.flags.includes('a') || staff.flags.includes('a'))
}

/** The ban that a member is shown, which may be a warning; null if there is none. */
export function currentBanOf(viewer: Viewer, now: number): CurrentBan | null {
  const ban = banOf(viewer, now)
  return ban && { userId: viewer.id, ...banRecord(ban) }
}

/** The part of a ban that its member and staff see. */
export function banRecord({ durationHours, reason, previousOffensesCount, createdAt, endsAt }: Ban) {
  const dates = { dateStart: toWireTime(createdAt), dateEnd: endsAt === null ? null : toWireTime(endsAt) }
  return { duration: durationHours, reason, offenses: previousOffensesCount, ...dates }
}
