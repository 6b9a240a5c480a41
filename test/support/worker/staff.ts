import { env } from 'cloudflare:workers'
import type { SessionReply } from '../../../contract/http/auth.ts'
import type { RoleBody } from '../../../contract/http/staff.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

/** Grants or takes a role. */
export function setRole(admin: Person, { id }: Person, change: Omit<RoleBody, 'userId' | 'reason'>): Promise<Response> {
  return sendRequest('/admin/role', { as: admin, body: { userId: id, reason: 'Asked to help.', ...change } })
}

/** Lets a member of staff impersonate another member. */
export async function impersonate(staff: Person, { id }: Person): Promise<void> {
  await jsonOf(sendRequest('/admin/impersonate', { as: staff, body: { userId: id, reason: 'Asked for help.' } }))
}

/** Merges an account into another as a new gloperator, until the merge is finished. */
export async function mergeAccounts({ id }: Person, target: Person, reason = 'Asked for it.'): Promise<void> {
  const body = { userId: id, targetUserId: target.id, reason }
  await jsonOf(sendRequest('/admin/mergeTo', { as: await addPerson({ flags: 'm' }), body }))
}

export const sessionOf = (person: Person) => requestJson<SessionReply>('/api/v2/session', { as: person })

export type StaffLogEntry = { staff_id: number; action: string; reason: string; changes: string }

/** The entries of the staff log about a member, oldest first. */
export async function staffLogOf({ id }: Person): Promise<StaffLogEntry[]> {
  const { results } = await env.DB.prepare(
    'SELECT staff_id, action, reason, changes FROM audit_log WHERE user_id = ? ORDER BY id',
  )
    .bind(id)
    .all<StaffLogEntry>()
  return results
}
