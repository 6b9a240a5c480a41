import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { streamChannel } from '../../../contract/channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { originName } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { closeSocketsInRooms } from '../chat/sockets.ts'
import { findFreeBytes } from '../uploads/storage.ts'
import { streams } from './schema.ts'

type Stream = typeof streams.$inferSelect
type Env = Pick<Cloudflare.Env, 'STREAM'>

/**
 * Starts the object of a live stream, which waits for the publisher to connect. The recording may use the rest of the
 * member's storage. Idempotent.
 */
export async function startObject(
  db: Db,
  env: Env,
  { id, userId, state, startedAt }: Pick<Stream, 'id' | 'userId' | 'state' | 'startedAt'>,
): Promise<void> {
  if (state !== 'live' || startedAt === null) return
  const [freeBytes, lastEndAt] = await Promise.all([findFreeBytes(db, userId), findLastEnd(db, { id, userId })])
  const facts = { streamId: id, ownerId: userId, startedAt }
  await env.STREAM.getByName(originName(id)).start(facts, freeBytes, lastEndAt)
}

/** Finds the end of the member's previous stream; null for the first one. */
async function findLastEnd(db: Db, { id, userId }: Pick<Stream, 'id' | 'userId'>): Promise<number | null> {
  const isEarlier = and(eq(streams.userId, userId), isNotNull(streams.startedAt), ne(streams.id, id))
  const latestFirst = desc(streams.startedAt)
  const [last] = await db.select({ at: streams.endedAt }).from(streams).where(isEarlier).orderBy(latestFirst).limit(1)
  return last?.at ?? null
}

/** Makes all viewers and chat members of a stream reconnect, after a change of its visibility. */
export async function recheckViewers(
  env: Env & Pick<Cloudflare.Env, 'CHAT'>,
  { id, state }: Pick<Stream, 'id' | 'state'>,
): Promise<void> {
  const room = env.CHAT.getByName(streamChannel(id)).recheckAccess()
  // The room outlives the stream.
  await Promise.all([room, state === 'live' && env.STREAM.getByName(originName(id)).recheckAccess()])
}

/**
 * Makes a member reconnect to a stream, which refuses them if they may no longer see it. Failures are only logged,
 * because the change itself is stored: the member gets no further ticket, and the sockets close when theirs expire.
 */
export async function recheckViewer(
  env: Env & Pick<Cloudflare.Env, 'CHAT' | 'WHITEBOARD'>,
  id: number,
  userId: number,
): Promise<void> {
  try {
    await closeSocketsInRooms(env, [streamChannel(id)], { userId, code: SOCKET_CLOSE.restarting })
  } catch (error) {
    log('error', 'recheck viewer', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Stops the object of a stream that a ban ended. A failure is only logged: for viewers the stream has ended, and a job
 * repeats the call.
 */
export async function stopObjectOfBanned(env: Env, id: number): Promise<void> {
  try {
    await stopObject(env, { id, endReason: 'staff' })
  } catch (error) {
    log('error', 'settle stream', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Stops the object of a stream that the site ended. The object then sends its final report. Idempotent. */
export async function stopObject(env: Env, { id, endReason }: Pick<Stream, 'id' | 'endReason'>): Promise<void> {
  await env.STREAM.getByName(originName(id)).stop(endReason === 'staff' ? 'staff' : 'stopped')
}
