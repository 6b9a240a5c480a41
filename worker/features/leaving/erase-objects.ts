import { type SQL, sql } from 'drizzle-orm'
import type { NamedLine } from '../../../durable-objects/chat/ChatLog.ts'
import { forgetInReplayChat } from '../../domain/streams/replay-chat.ts'
import { batchEach, statement } from '../../lib/database.ts'
import type { EraseStep, ForgetContext } from './erase-step.ts'

const OBJECTS_AT_ONCE = 20

type ForgetStep = EraseStep<ForgetContext>

/** Replaces the names in the lines of chat rooms and in notifications of these, one page of rooms after the other. */
const forgetInRooms: ForgetStep = {
  name: 'forget in rooms',
  references: [],
  run: async ({ db, env, userIds, position }) => {
    const rooms = await db.all<{ id: number; channel: string }>(
      sql`SELECT id, channel FROM chat_rooms WHERE id > ${position} ORDER BY id LIMIT ${OBJECTS_AT_ONCE}`,
    )
    const renamed = await Promise.all(
      rooms.map(async ({ id, channel }) => ({ id, lines: await env.CHAT.getByName(channel).forgetMembers(userIds) })),
    )
    const changed = renamed.filter(({ lines }) => lines.length > 0)
    await batchEach(
      db,
      changed.map(({ id, lines }) => statement(db, renewExcerpts(id, lines))),
    )
    const calls = 1 + rooms.length + (changed.length > 0 ? 1 : 0)
    return { done: rooms.length < OBJECTS_AT_ONCE, position: rooms.at(-1)?.id ?? position, calls }
  },
}

const renewExcerpts = (roomId: number, lines: readonly NamedLine[]): SQL =>
  sql`UPDATE notifications SET excerpt = substr(line.value ->> 'message', 1, 200) FROM json_each(${JSON.stringify(lines)}) AS line
    WHERE chat_room_id = ${roomId} AND chat_line_number = line.value ->> 'number'`

/** Replaces the names in the chats that were copied to replays. */
const forgetInReplays: ForgetStep = {
  name: 'forget in replays',
  references: [],
  run: async ({ db, env, userIds, position }) => {
    const replays = await db.all<{ id: number }>(
      sql`SELECT id FROM streams WHERE id > ${position} AND replay <> 'none' ORDER BY id LIMIT ${OBJECTS_AT_ONCE}`,
    )
    for (const { id } of replays) await forgetInReplayChat(env, id, userIds)
    const calls = 1 + 2 * replays.length
    return { done: replays.length < OBJECTS_AT_ONCE, position: replays.at(-1)?.id ?? position, calls }
  },
}

const forgetOnBoard: ForgetStep = {
  name: 'forget on the whiteboard',
  references: [],
  run: async ({ env, userIds, position }) => {
    for (const userId of userIds) await env.WHITEBOARD.getByName('0').forgetMember(userId)
    return { done: true, position, calls: userIds.length }
  },
}

export const eraseObjectsSteps: readonly [ForgetStep, ...ForgetStep[]] = [forgetInRooms, forgetInReplays, forgetOnBoard]
