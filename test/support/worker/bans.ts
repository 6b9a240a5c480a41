import { env } from 'cloudflare:workers'
import { PERMANENT } from '../../../contract/ban.ts'
import type { CurrentBan, SessionReply } from '../../../contract/http/auth.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

/** Bans or warns a member as a new admin. */
export async function addBan<Member extends Pick<Person, 'id'>>(
  person: Member,
  duration: number,
  reason = 'Be kind.',
): Promise<Member> {
  const staff = await addPerson({ flags: 'a' })
  await jsonOf(sendRequest('/api/v2/gloperate/ban', { as: staff, body: { uid: person.id, duration, reason } }))
  return person
}

/** A permanent ban of a new member that waits to be confirmed, and who gave it. */
export async function addUnconfirmedBan(): Promise<{ id: number; member: Person; staff: Person }> {
  const [member, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
  const body = { uid: member.id, duration: PERMANENT, reason: 'Sells followers.' }
  await jsonOf(sendRequest('/api/v2/gloperate/ban', { as: staff, body }))
  const id = await env.DB.prepare('SELECT max(id) AS id FROM bans WHERE user_id = ?')
    .bind(member.id)
    .first<number>('id')
  return { id: id ?? 0, member, staff }
}

/** Confirms a permanent ban as a new member of staff. */
export async function confirmBan(id: number): Promise<Person> {
  const staff = await addPerson({ flags: 'm' })
  await jsonOf(sendRequest('/api/v2/gloperate/confirmBan', { as: staff, body: { id } }))
  return staff
}

/** The ban that the session reply reports. */
export async function banNoticeOf(person: Person): Promise<CurrentBan | null> {
  return (await requestJson<SessionReply>('/api/v2/session', { as: person })).ban
}
