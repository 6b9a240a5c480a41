import type { CurrentBan } from '../../../contract/http/auth.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Ban, banOf, type Viewer } from '../users/viewer.ts'

export function mayBan(staff: Viewer, member: Viewer): boolean {
  return staff.id !== member.id && (!member.flags.includes('a') || staff.flags.includes('a'))
}

export function currentBanOf(viewer: Viewer, now: number): CurrentBan | null {
  const ban = banOf(viewer, now)
  return ban && { userId: viewer.id, ...banRecord(ban) }
}

export function banRecord({ durationHours, reason, previousOffensesCount, createdAt, endsAt }: Ban) {
  const dates = { dateStart: toWireTime(createdAt), dateEnd: endsAt === null ? null : toWireTime(endsAt) }
  return { duration: durationHours, reason, offenses: previousOffensesCount, ...dates }
}
