import type { RoleBody } from '../../../contract/http/staff.ts'
import { PATRON_TERM_YEARS_MAX } from '../../../contract/limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'

type Account = Pick<Viewer, 'id' | 'flags'>

/** Nobody impersonates an admin, and only admins impersonate gloperators. */
export function mayImpersonate(staff: Account, member: Account): boolean {
  const isAllowed = !member.flags.includes('a') && (!member.flags.includes('m') || staff.flags.includes('a'))
  return isAllowed && staff.id !== member.id
}

/**
 * True if a member may merge an account into another. Accounts of staff are not merged; their roles must be taken
 * first. Gloperators merge neither into themselves nor into staff. Nobody merges into an account that will be deleted.
 */
export function mayMerge(staff: Account, source: Account, target?: Account & Pick<Viewer, 'deletesAt'>): boolean {
  if (staff.id === source.id || source.id === target?.id || isStaff(source)) return false
  if (!target) return true
  if (target.deletesAt !== null) return false
  return staff.flags.includes('a') || (staff.id !== target.id && !isStaff(target))
}

/** The end of the last day of a patron's term, in UTC. Undefined if it is over, or too far away. */
export function termEnd(until: NonNullable<RoleBody['until']>, now: number): number | undefined {
  const end = Date.parse(`${until}T23:59:59.999Z`)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + PATRON_TERM_YEARS_MAX, latest.getUTCMonth(), latest.getUTCDate() + 1)
  return end > now && end <= latest.getTime() ? end : undefined
}
