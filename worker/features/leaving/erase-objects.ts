import { sql } from 'drizzle-orm'
import { forgetInReplayChat } from '../../domain/streams/replay-chat.ts'
import type { EraseStep, ForgetContext } from './erase-step.ts'

const OBJECTS_AT_ONCE = 20

type ForgetStep = EraseStep<ForgetContext>

/** Replaces the names in the lines of chat rooms, one page of rooms after the other. */
const forgetInRooms: ForgetStep = {
  name: 'forget in rooms',
  references: [],
  run: async ({ db, env, userIds, position }) => {
    const rooms = await db.all<{ id: number; channel: string }>(
      sql`SELECT id, channel FROM chat_rooms WHERE id > ${position} ORDER BY id LIMIT ${OBJECTS_AT_ONCE}`,
    )
    await Promise.all(rooms.map(({ channel }) => env.CHAT.getByName(channel).forgetMembers(userIds)))
    const calls = 1 + rooms.length
    return { done: rooms.length < OBJECTS_AT_ONCE, position: rooms.at(-1)?.id ?? position, calls }
  },
}

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
