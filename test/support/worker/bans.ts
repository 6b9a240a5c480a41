import type { CurrentBan, SessionReply } from '../../../contract/http/auth.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

/** Bans or warns a member as a new admin. */
export async function addBan(person: Person, duration: number, reason = 'Be kind.'): Promise<Person> {
  const staff = await addPerson({ flags: 'a' })
  await jsonOf(sendRequest('/api/v2/gloperate/ban', { as: staff, body: { uid: person.id, duration, reason } }))
  return person
}

/** The ban that the session reply reports. */
export async function banNoticeOf(person: Person): Promise<CurrentBan | null> {
  return (await requestJson<SessionReply>('/api/v2/session', { as: person })).ban
}
