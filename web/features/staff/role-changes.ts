import { ROLES, type Role, type RoleBody, type StaffMember } from '../../../contract/http/staff.ts'

/** Terms of patrons that staff can give, in months. */
export const TERMS = { 1: '1 month', 3: '3 months', 6: '6 months', 12: '1 year' } as const
export type Term = keyof typeof TERMS

/** The last day of a term that begins today, as yyyy-mm-dd in UTC. A month that is too short ends on its last day. */
export function lastDayOf(months: Term, now: number): string {
  const today = new Date(now)
  const end = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 0))
  end.setUTCDate(Math.min(today.getUTCDate(), end.getUTCDate()))
  return end.toISOString().slice(0, 10)
}

export type ChosenRoles = { roles: ReadonlySet<Role>; term: Term | null; reason: string }

/**
 * The calls that make a member's roles those that were chosen. A term is sent for a new patron, or to change the end.
 */
export function roleChanges({ id, flags }: StaffMember, { roles, term, reason }: ChosenRoles, now: number): RoleBody[] {
  return ROLES.flatMap((role): RoleBody[] => {
    const [had, granted] = [flags.includes(role), roles.has(role)]
    const change = { userId: id, role, granted, reason }
    if (role === 'p' && granted) return term === null ? [] : [{ ...change, until: lastDayOf(term, now) }]
    return had === granted ? [] : [change]
  })
}
