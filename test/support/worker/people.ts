import { env } from 'cloudflare:workers'
import { MEMBER_LIMITS, NEW_MEMBER_DAYS, VOTER_MIN_HOURS } from '../../../contract/limits.ts'
import { users } from '../../../worker/domain/users/schema.ts'
import { addSession } from '../../../worker/features/auth/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { sha256Hex } from '../../../worker/lib/random.ts'
import { SESSION_COOKIE } from '../../../worker/middleware/session.ts'
import { tokenCookie } from '../../../worker/middleware/token-cookies.ts'

/** A member with a session. `token` is the value of its cookie. */
export type Person = { id: number; nickname: string; token: string; cookie: string }

let peopleCount = 0

/** Default: aged 30, with a unique nickname. */
export async function addPerson(fields: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const nickname = fields.nickname ?? `Mira ${++peopleCount}`
  const db = openDb(env.DB)
  const row = {
    nickname,
    nicknameKey: nickname.toLowerCase(),
    birthDate: '1996-05-03',
    createdAt: Date.now(),
    ...fields,
  }
  const user = await db.insert(users).values(row).returning({ id: users.id }).get()
  return logIn(user.id, nickname)
}

/** A member who is no longer new, so that the limits of new members do not apply. */
export const addRegular = (fields: Parameters<typeof addPerson>[0] = {}): Promise<Person> =>
  addPerson({ createdAt: Date.now() - NEW_MEMBER_DAYS * 86_400_000, ...fields })

/** A member who is old enough to vote. */
export const addVoter = (fields: Parameters<typeof addPerson>[0] = {}): Promise<Person> =>
  addPerson({ createdAt: Date.now() - VOTER_MIN_HOURS * 3_600_000, ...fields })

/** Opens another session. */
export async function logIn(id: number, nickname: string): Promise<Person> {
  const session = await addSession(openDb(env.DB), { userId: id, device: 'Test', now: Date.now() })
  const token = await tokenCookie(env.TICKET_SECRET, { name: SESSION_COOKIE, token: session.token, owner: id })
  return { id, nickname, token, cookie: `session=${token}` }
}

/** The hash by which the site knows the session of a cookie. */
export const sessionHash = (token: string): Promise<string> => sha256Hex(token.split('.')[0] ?? '')

/** Leaves a new member, who has edited something today, this number of further edits. */
export async function leaveEdits({ id }: Person, left: number): Promise<void> {
  await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits > 0')
    .bind(MEMBER_LIMITS.editsPerDay.new - left, id)
    .run()
}
