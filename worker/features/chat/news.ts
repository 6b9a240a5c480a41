import { inArray, sql } from 'drizzle-orm'
import { mentionCandidates, mentionsIn } from '../../../contract/mentions.ts'
import type { News } from '../../../durable-objects/chat/site.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

type Numbered = { id: number; news: News }
type NewsOf<Kind extends News['kind']> = Extract<News, { kind: Kind }>
/** Prepares a statement for one of the news; of its values ?1 is the channel and ?2 the id of the news. */
type Prepare = (text: string, ...values: unknown[]) => D1PreparedStatement

const ROOM = '(SELECT id FROM chat_rooms WHERE channel = ?1)'
const IS_NEW = 'EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ?1 AND last_event < ?2)'

/**
 * Takes what a room's object has to tell, each of it once: acts for the staff log, and names in lines for the notices of
 * those who are named. What the room has told before, because it did not hear that it was taken, changes nothing.
 */
export async function takeNews(db: Db, channel: string, news: readonly Numbered[]): Promise<void> {
  const named = await findNamed(db, news)
  const statements = news.flatMap(({ id, news: item }): D1PreparedStatement[] => {
    const prepare: Prepare = (text, ...values) => db.$client.prepare(text).bind(channel, id, ...values)
    if (item.kind === 'act') return [actStatement(prepare, item)]
    if (item.kind === 'gone') return [goneStatement(prepare, item)]
    return (named.get(id) ?? []).map((userId) => noticeStatement(prepare, item, userId))
  })
  const taken = db.$client
    .prepare('UPDATE chat_rooms SET last_event = max(last_event, ?2) WHERE channel = ?1')
    .bind(channel, news.at(-1)?.id ?? 0)
  await db.$client.batch([...statements, taken])
}

function actStatement(prepare: Prepare, { staffId, act, userId, reason, changes, at }: NewsOf<'act'>) {
  return prepare(
    `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
     SELECT ?3, ?4, ?5, 'chat_room', ${ROOM}, ?6, ?7, ?8 WHERE ${IS_NEW}`,
    staffId,
    act,
    userId,
    reason,
    JSON.stringify(changes),
    at,
  )
}

function noticeStatement(prepare: Prepare, { userId: actorId, number, message, at }: NewsOf<'named'>, userId: number) {
  return prepare(
    `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, chat_room_id, chat_line_number, excerpt, occurred_at)
     SELECT ?3, 'mentions', ?4, ?4, ${ROOM}, ?5, substr(?6, 1, 200), ?7 WHERE ${IS_NEW} ON CONFLICT DO NOTHING`,
    userId,
    actorId,
    number,
    message,
    at,
  )
}

function goneStatement(prepare: Prepare, { numbers }: NewsOf<'gone'>) {
  return prepare(
    `DELETE FROM notifications WHERE chat_room_id = ${ROOM} AND chat_line_number IN (SELECT value FROM json_each(?3)) AND ${IS_NEW}`,
    JSON.stringify(numbers),
  )
}

/** Whom each line names, by the id of its news. */
async function findNamed(db: Db, news: readonly Numbered[]): Promise<Map<number, number[]>> {
  const lines = news.flatMap(({ id, news: item }) =>
    item.kind === 'named' ? [{ id, candidates: mentionCandidates(item.message) }] : [],
  )
  if (lines.length === 0) return new Map()
  const keys = JSON.stringify([...new Set(lines.flatMap(({ candidates }) => candidates.map(({ key }) => key)))])
  const found = await db
    .select({ id: users.id, key: users.nicknameKey })
    .from(users)
    .where(inArray(users.nicknameKey, sql`(SELECT value FROM json_each(${keys}))`))
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  return new Map(
    lines.map(({ id, candidates }) => [id, [...new Set(mentionsIn(candidates, ids).map(({ userId }) => userId))]]),
  )
}
