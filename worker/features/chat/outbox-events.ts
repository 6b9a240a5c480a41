import { inArray, type SQL, sql } from 'drizzle-orm'
import { streamIdOfChannel } from '../../../contract/channel.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import type { LineMentions, OutboxEvent } from '../../../durable-objects/chat/ChatReports.ts'
import type { Numbered } from '../../../durable-objects/realtime/Outbox.ts'
import { listHiddenRooms } from '../../domain/streams/hidden-rooms.ts'
import { users } from '../../domain/users/schema.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'

type EventOf<Kind extends OutboxEvent['kind']> = Extract<OutboxEvent, { kind: Kind }>
/** The id of the event's room, and the condition that the event was not stored before. */
type Origin = { room: SQL; isNew: SQL }

/**
 * Stores the events of a room's outbox, each once: audit log entries, and notifications of mentioned members. Returns
 * the mentions in the lines, and the members who were notified. A room repeats events until it gets a reply.
 */
export async function storeOutboxEvents(
  db: Db,
  channel: string,
  events: readonly Numbered<OutboxEvent>[],
): Promise<{ mentions: LineMentions[]; notified: ReadonlySet<number> }> {
  const mentioned = await findMentions(db, events)
  const toldOf = await notifiedMembers(db, channel, mentioned)
  const statements = events.flatMap(({ id, event }) => {
    const origin = {
      room: sql`(SELECT id FROM chat_rooms WHERE channel = ${channel})`,
      isNew: sql`EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ${channel} AND last_event < ${id})`,
    }
    if (event.kind === 'act') return [insertAuditEntry(origin, event)]
    if (event.kind === 'gone') return [deleteNotifications(origin, event)]
    const members = toldOf(id)
    return members.length > 0 ? [insertNotifications(origin, event, members)] : []
  })
  const setLastEvent = sql`UPDATE chat_rooms SET last_event = max(last_event, ${events.at(-1)?.id ?? 0})
    WHERE channel = ${channel}`
  const stored = await batchEach(
    db,
    [...statements, setLastEvent].map((query) => statement<{ user_id: number }>(db, query)),
  )
  return {
    mentions: [...mentioned.values()].filter(({ mentions }) => mentions.length > 0),
    notified: new Set(stored.flat().map(({ user_id: userId }) => userId)),
  }
}

/** Adds the entry of an act. If its room was closed meanwhile, the log shows whether it was stored before. */
function insertAuditEntry({ room, isNew }: Origin, { roomId, ...event }: EventOf<'act'>): SQL {
  const { staffId, act, userId, reason, at } = event
  const changes = JSON.stringify(event.changes)
  const isNewAct =
    roomId === undefined
      ? isNew
      : sql`CASE WHEN EXISTS (SELECT 1 FROM chat_rooms WHERE id = ${roomId}) THEN ${isNew}
          ELSE NOT EXISTS (SELECT 1 FROM audit_log WHERE staff_id = ${staffId} AND action = ${act} AND created_at = ${at}
            AND user_id IS ${userId} AND target_type = 'chat_room' AND target_id = ${roomId} AND changes = ${changes})
          END`
  return sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
    SELECT ${staffId}, ${act}, ${userId}, 'chat_room', ${roomId ?? room}, ${reason}, ${changes}, ${at}
    WHERE ${isNewAct}`
}

function insertNotifications({ room, isNew }: Origin, line: EventOf<'named'>, userIds: readonly number[]): SQL {
  return sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, chat_room_id, chat_line_number,
      excerpt, occurred_at)
    SELECT value, 'mentions', ${line.userId}, ${line.userId}, ${room}, ${line.number},
      substr(${line.message}, 1, 200), ${line.at} FROM json_each(${JSON.stringify(userIds)})
    WHERE ${isNew} ON CONFLICT DO NOTHING RETURNING user_id`
}

function deleteNotifications({ room, isNew }: Origin, { numbers }: EventOf<'gone'>): SQL {
  return sql`DELETE FROM notifications WHERE chat_room_id = ${room}
    AND chat_line_number IN (SELECT value FROM json_each(${JSON.stringify(numbers)})) AND ${isNew}`
}

/** Finds the mentions in lines. Returns them by the id of the event. */
async function findMentions(db: Db, events: readonly Numbered<OutboxEvent>[]): Promise<Map<number, LineMentions>> {
  const lines = events.flatMap(({ id, event }) =>
    event.kind === 'named' ? [{ id, ...event, candidates: mentionCandidates(event.message) }] : [],
  )
  if (lines.length === 0) return new Map()
  const keys = JSON.stringify([...new Set(lines.flatMap(({ candidates }) => candidates.map(({ key }) => key)))])
  const members = await db
    .select({ id: users.id, key: users.nicknameKey })
    .from(users)
    .where(inArray(users.nicknameKey, sql`(SELECT value FROM json_each(${keys}))`))
  const ids = new Map(members.map(({ id, key }) => [key, id]))
  return new Map(
    lines.map(({ id, number, message, candidates }) => [
      id,
      { number, message, mentions: resolveMentions(candidates, ids) },
    ]),
  )
}

/**
 * Returns a function that lists the members whom a line mentions, without those who may not see the stream of the room.
 */
async function notifiedMembers(
  db: Db,
  channel: string,
  mentioned: ReadonlyMap<number, LineMentions>,
): Promise<(eventId: number) => number[]> {
  const membersOf = (eventId: number) => [...new Set(mentioned.get(eventId)?.mentions.map(({ userId }) => userId))]
  const all = [...mentioned.keys()].flatMap(membersOf)
  if (all.length === 0 || streamIdOfChannel(channel) === null) return membersOf
  const hidden = new Set((await listHiddenRooms(db, [...new Set(all)], [channel])).map(([member]) => member))
  return (eventId) => membersOf(eventId).filter((member) => !hidden.has(member))
}
