import type { BanNotice } from '../../../contract/http/auth.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Ban, banOf, type Viewer } from '../users/viewer.ts'

/** Nobody bans themselves, and an admin is banned by admins alone. */
export function mayBan(staff: Viewer, member: Viewer): boolean {
  return staff.id !== member.id && (!member.flags.includes('a') || staff.flags.includes('a'))
}

/** What a member is told of the ban or warning that stands for them; null when none does. */
export function banNoticeOf(viewer: Viewer, now: number): BanNotice | null {
  const ban = banOf(viewer, now)
  return ban && { userId: viewer.id, ...banRecord(ban) }
}

/** The facts of a ban as they go over the wire. */
export function banRecord({ durationHours, reason, previousOffensesCount, createdAt, endsAt }: Ban) {
  const dates = { dateStart: toWireTime(createdAt), dateEnd: endsAt === null ? null : toWireTime(endsAt) }
  return { duration: durationHours, reason, offenses: previousOffensesCount, ...dates }
}
