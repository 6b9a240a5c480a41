import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import type { OutboxEvent } from '../../../durable-objects/chat/SiteReports.ts'
import type { Numbered } from '../../../durable-objects/realtime/Outbox.ts'
import { chatRooms } from '../../domain/chat/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'

type NewsOf<Kind extends OutboxEvent['kind']> = Extract<OutboxEvent, { kind: Kind }>
/** The room that an event comes from, and whether the event was stored before. */
type Origin = { room: SQL; isNew: SQL }

/**
 * Takes what a room's object has to tell, each of it once: acts for the staff log, and names in lines for the notices of
 * those who are named. What the room has told before, because it did not hear that it was taken, changes nothing.
 */
export async function takeNews(db: Db, channel: string, news: readonly Numbered<OutboxEvent>[]): Promise<void> {
  const named = await findNamed(db, news)
  const statements = news.flatMap(({ id, event: item }) => {
    const origin = {
      room: sql`(SELECT id FROM chat_rooms WHERE channel = ${channel})`,
      isNew: sql`EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ${channel} AND last_event < ${id})`,
    }
    if (item.kind === 'act') return [statement(db, insertAct(origin, item))]
    if (item.kind === 'gone') return [statement(db, deleteNotices(origin, item))]
    return (named.get(id) ?? []).map((userId) => statement(db, insertNotice(origin, item, userId)))
  })
  const taken = db
    .update(chatRooms)
    .set({ lastEvent: sql`max(last_event, ${news.at(-1)?.id ?? 0})` })
    .where(eq(chatRooms.channel, channel))
  const [first, ...rest] = statements
  await (first ? db.batch([first, ...rest, taken]) : taken)
}

function insertAct({ room, isNew }: Origin, { staffId, act, userId, reason, changes, at }: NewsOf<'act'>): SQL {
  return sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
    SELECT ${staffId}, ${act}, ${userId}, 'chat_room', ${room}, ${reason}, ${JSON.stringify(changes)}, ${at}
    WHERE ${isNew}`
}

function insertNotice({ room, isNew }: Origin, line: NewsOf<'named'>, userId: number): SQL {
  return sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, chat_room_id, chat_line_number,
      excerpt, occurred_at)
    SELECT ${userId}, 'mentions', ${line.userId}, ${line.userId}, ${room}, ${line.number},
      substr(${line.message}, 1, 200), ${line.at} WHERE ${isNew} ON CONFLICT DO NOTHING`
}

function deleteNotices({ room, isNew }: Origin, { numbers }: NewsOf<'gone'>): SQL {
  return sql`DELETE FROM notifications WHERE chat_room_id = ${room}
    AND chat_line_number IN (SELECT value FROM json_each(${JSON.stringify(numbers)})) AND ${isNew}`
}

/** Whom each line names, by the id of its news. */
async function findNamed(db: Db, news: readonly Numbered<OutboxEvent>[]): Promise<Map<number, number[]>> {
  const lines = news.flatMap(({ id, event: item }) =>
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
    lines.map(({ id, candidates }) => [id, [...new Set(resolveMentions(candidates, ids).map(({ userId }) => userId))]]),
  )
}
