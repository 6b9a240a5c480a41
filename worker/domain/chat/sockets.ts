import { streamIdOfChannel } from '../../../contract/channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { originName } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { hasVisit, type LeftVisit, listVisitedChannels, removeVisits } from './rooms.ts'

type RoomBindings = Pick<Cloudflare.Env, 'CHAT' | 'STREAM' | 'WHITEBOARD'>
/** A member, or some of their sessions by the hashes of their tokens. */
type Target = { userId: number; sessions?: readonly string[] }

/**
 * Removes the visits of a member, or of some of their sessions, and closes their sockets in those rooms. Failures are
 * only logged: the caller's change is already stored, and the sockets close when their tickets expire.
 */
export async function leaveRooms(
  db: Db,
  env: RoomBindings,
  { code = SOCKET_CLOSE.notLoggedIn, ...target }: Target & { code?: number },
): Promise<void> {
  try {
    await closeSocketsInRooms(env, await removeVisits(db, target), { ...target, code })
  } catch (error) {
    log('error', 'close sockets', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Replaces a member's flags in their open sockets. Streams use no flags. Failures are only logged: the next ticket
 * brings the flags to the rooms.
 */
export async function setFlagsInRooms(
  db: Db,
  env: Pick<RoomBindings, 'CHAT' | 'WHITEBOARD'>,
  { userId, flags }: { userId: number; flags: string },
): Promise<void> {
  try {
    const channels = await listVisitedChannels(db, userId)
    const board = channels.includes('whiteboard') ? [env.WHITEBOARD.getByName('0')] : []
    const objects = [...channels.map((channel) => env.CHAT.getByName(channel)), ...board]
    await Promise.all(objects.map((object) => object.setFlags(userId, flags)))
  } catch (error) {
    log('error', 'set flags', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Makes a member's open pages enter their rooms again, after a change of nickname or avatar. Failures are only logged:
 * the rooms get the new values whenever the pages enter next.
 */
export async function enterRoomsAgain(db: Db, env: RoomBindings, userId: number): Promise<void> {
  try {
    const channels = await listVisitedChannels(db, userId)
    await closeSocketsInRooms(env, channels, { userId, code: SOCKET_CLOSE.restarting })
  } catch (error) {
    log('error', 'enter rooms again', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Closes the sockets of visits that ended because the member entered another room. Their pages may enter again. */
export async function closeLeftSockets(env: RoomBindings, userId: number, left: readonly LeftVisit[]): Promise<void> {
  const bySession = Map.groupBy(left, ({ session }) => session)
  await Promise.all(
    [...bySession].map(([session, visits]) => {
      const channels = visits.map(({ channel }) => channel)
      return closeSocketsInRooms(env, channels, { userId, sessions: [session], code: SOCKET_CLOSE.leftForOthers })
    }),
  )
}

/**
 * Closes the sockets of a session in a room if its visit was removed while they were connecting: a later ban would not
 * find them. Their pages enter again if they may. Failures are only logged.
 */
export async function closeUnlessVisiting(
  db: Db,
  env: RoomBindings,
  { userId, session, channel }: LeftVisit & { userId: number },
): Promise<void> {
  try {
    if (await hasVisit(db, { userId, session, channel })) return
    await closeSocketsInRooms(env, [channel], { userId, sessions: [session], code: SOCKET_CLOSE.restarting })
  } catch (error) {
    log('error', 'close sockets', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Closes the sockets of a member, or of some of their sessions, in rooms and in their streams and the whiteboard. */
export async function closeSocketsInRooms(
  env: RoomBindings,
  channels: readonly string[],
  { code, ...target }: Target & { code: number },
): Promise<void> {
  const objects = channels.map((channel) => env.CHAT.getByName(channel))
  // A member who enters the board or a stream also enters its chat room.
  const board = channels.includes('whiteboard') ? [env.WHITEBOARD.getByName('0')] : []
  const streams = channels.flatMap((channel) => {
    const streamId = streamIdOfChannel(channel)
    return streamId === null ? [] : [env.STREAM.getByName(originName(streamId))]
  })
  await Promise.all([...objects, ...board, ...streams].map((object) => object.revokeSessions(target, code)))
}
