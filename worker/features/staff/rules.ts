import type { RoleBody } from '../../../contract/http/staff.ts'
import { PATRON_TERM_YEARS_MAX } from '../../../contract/limits.ts'
import type { Viewer } from '../../domain/users/viewer.ts'

type Account = Pick<Viewer, 'id' | 'flags'>

/** Nobody impersonates an admin, and only admins impersonate gloperators. */
export function mayImpersonate(staff: Account, member: Account): boolean {
  const isAllowed = !member.flags.includes('a') && (!member.flags.includes('m') || staff.flags.includes('a'))
  return isAllowed && staff.id !== member.id
}

/** The end of a patron's term: of its last day, in UTC. Undefined if it is over, or too far away. */
export function termEnd(until: NonNullable<RoleBody['until']>, now: number): number | undefined {
  const end = Date.parse(`${until}T23:59:59.999Z`)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + PATRON_TERM_YEARS_MAX, latest.getUTCMonth(), latest.getUTCDate() + 1)
  return end > now && end <= latest.getTime() ? end : undefined
}
