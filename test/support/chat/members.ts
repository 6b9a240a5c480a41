import { type RoomRelation, signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { sha256Hex } from '../../../worker/lib/random.ts'
import { tokenCookie } from '../../../worker/middleware/token-cookies.ts'

/** A member derived from their number, so that any process can compute their session and ticket. */
export type ChatMember = { id: number; nickname: string; flags: string; cookie: string; session: string }

/** Secret of tickets on test sites. */
export const TICKET_SECRET = 'known to the tests'

/** The cookie of a session on these sites. */
export const sessionCookie = async (token: string, owner: number, secret = TICKET_SECRET) =>
  `session=${await tokenCookie(secret, { name: 'session', token, owner })}`

const REGISTERED_AT = 1

const tokenOf = (id: number) => `talker-${id}`

/** Member 1 is a gloperator. `secret` is that of the site. */
export async function chatMember(id: number, secret = TICKET_SECRET): Promise<ChatMember> {
  const token = tokenOf(id)
  const flags = id === 1 ? 'm' : ''
  const cookie = await sessionCookie(token, id, secret)
  return { id, nickname: `Talker ${id}`, flags, cookie, session: await sha256Hex(token) }
}

/** Default: for a room without owner. */
export function ticketOf({ id, nickname, flags, session }: ChatMember, relation: RoomRelation | null = null) {
  const member = { id, nickname, avatar: null, flags, registeredAt: REGISTERED_AT }
  return signTicket(TICKET_SECRET, { member, session, relation }, Date.now())
}

/** Writes the first members with a session each, and rooms without owner, into an empty database. */
export async function addChat(DB: D1Database, counts: { members: number; channels: readonly string[] }): Promise<void> {
  const ids = Array.from({ length: counts.members }, (_, index) => index + 1)
  const members = JSON.stringify(await Promise.all(ids.map((id) => chatMember(id))))
  const far = Date.now() + 365 * 86_400_000
  await DB.batch([
    DB.prepare(
      `INSERT INTO users (id, nickname, nickname_key, birth_date, flags, created_at)
       SELECT value ->> 'id', value ->> 'nickname', lower(value ->> 'nickname'), '1990-01-01', value ->> 'flags', ?2
       FROM json_each(?1)`,
    ).bind(members, REGISTERED_AT),
    DB.prepare(
      `INSERT INTO sessions (token_hash, public_id, user_id, device, created_at, last_seen_at, expires_at)
       SELECT value ->> 'session', value ->> 'session', value ->> 'id', 'Test', ?2, ?3, ?3 FROM json_each(?1)`,
    ).bind(members, REGISTERED_AT, far),
    DB.prepare(
      `INSERT INTO chat_rooms (channel, kind, owner_id, created_at) SELECT value, 'open', NULL, ?2 FROM json_each(?1)`,
    ).bind(JSON.stringify(counts.channels), REGISTERED_AT),
  ])
}
