import { sql } from 'drizzle-orm'
import { forgetInReplayChat } from '../../domain/streams/replay-chat.ts'
import type { EraseStep } from './erase-step.ts'

const OBJECTS_AT_ONCE = 20

/** Replaces the name in the lines of chat rooms, one page of rooms after the other. */
const forgetInRooms: EraseStep = {
  name: 'forget in rooms',
  references: [],
  run: async ({ db, env, userIds, position }) => {
    const rooms = await db.all<{ id: number; channel: string }>(
      sql`SELECT id, channel FROM chat_rooms WHERE id > ${position} ORDER BY id LIMIT ${OBJECTS_AT_ONCE}`,
    )
    await Promise.all(
      rooms.flatMap(({ channel }) => userIds.map((userId) => env.CHAT.getByName(channel).forgetMember(userId))),
    )
    const calls = 1 + rooms.length * userIds.length
    return { done: rooms.length < OBJECTS_AT_ONCE, position: rooms.at(-1)?.id ?? position, calls }
  },
}

/** Replaces the name in the chats that were copied to replays. */
const forgetInReplays: EraseStep = {
  name: 'forget in replays',
  references: [],
  run: async ({ db, env, userIds, position }) => {
    const replays = await db.all<{ id: number }>(
      sql`SELECT id FROM streams WHERE id > ${position} AND replay <> 'none' ORDER BY id LIMIT ${OBJECTS_AT_ONCE}`,
    )
    for (const { id } of replays) for (const userId of userIds) await forgetInReplayChat(env, id, userId)
    const calls = 1 + 2 * replays.length * userIds.length
    return { done: replays.length < OBJECTS_AT_ONCE, position: replays.at(-1)?.id ?? position, calls }
  },
}

const forgetOnBoard: EraseStep = {
  name: 'forget on the whiteboard',
  references: [],
  run: async ({ env, userIds, position }) => {
    for (const userId of userIds) await env.WHITEBOARD.getByName('0').forgetMember(userId)
    return { done: true, position }
  },
}

export const eraseObjectsSteps: readonly EraseStep[] = [forgetInRooms, forgetInReplays, forgetOnBoard]
