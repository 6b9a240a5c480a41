import type { CurrentBan, SessionReply } from '../../../contract/http/auth.ts'
import { addPerson, logIn, type Person } from './people.ts'
import { ask, askJson, jsonOf } from './site.ts'

/** Bans or warns a member as a new gloperator, and logs them in again. */
export async function addBan(person: Person, duration: number, reason = 'Be kind.'): Promise<Person> {
  const staff = await addPerson({ flags: 'm' })
  await jsonOf(ask('/api/v2/gloperate/ban', { as: staff, body: { uid: person.id, duration, reason } }))
  return logIn(person.id, person.nickname)
}

/** The ban that the session reply reports. */
export async function banNoticeOf(person: Person): Promise<CurrentBan | null> {
  return (await askJson<SessionReply>('/api/v2/session', { as: person })).ban
}
