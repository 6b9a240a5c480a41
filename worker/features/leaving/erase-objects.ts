import { type SQL, sql } from 'drizzle-orm'
import { NAMED_LINES_MAX, type NamedLine } from '../../../durable-objects/chat/ChatLog.ts'
import { forgetInReplayChat } from '../../domain/streams/replay-chat.ts'
import { type Db, statement } from '../../lib/database.ts'
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
    const calls = await Promise.all(rooms.map((room) => forgetInRoom(db, env, { ...room, userIds })))
    return {
      done: rooms.length < OBJECTS_AT_ONCE,
      position: rooms.at(-1)?.id ?? position,
      calls: 1 + calls.reduce((sum, each) => sum + each, 0),
    }
  },
}

type RoomOfLines = { id: number; channel: string; userIds: readonly number[] }

/** Replaces the names in a room, and in notifications of its lines, some hundred lines at once. Returns the calls. */
async function forgetInRoom(db: Db, env: Pick<Cloudflare.Env, 'CHAT'>, { id, channel, userIds }: RoomOfLines) {
  let calls = 0
  for (let after = 0; ; ) {
    const lines = await env.CHAT.getByName(channel).forgetMembers(userIds, after)
    calls++
    const last = lines.at(-1)
    if (!last) return calls
    await statement(db, renewExcerpts(id, lines))
    calls++
    if (lines.length < NAMED_LINES_MAX) return calls
    after = last.number
  }
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
