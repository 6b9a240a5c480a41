import { streamChannel } from '../../../contract/channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { originName } from '../../../durable-objects/stream/stream.ts'
import { closeSocketsInRooms } from '../chat/sockets.ts'
import type { streams } from './schema.ts'

type Stream = typeof streams.$inferSelect
type Env = Pick<Cloudflare.Env, 'STREAM'>

/** Starts the object of a live stream. It waits for the publisher to connect. Idempotent. */
export async function beginObject(
  env: Env,
  { id, userId, state, startedAt }: Pick<Stream, 'id' | 'userId' | 'state' | 'startedAt'>,
): Promise<void> {
  if (state !== 'live' || startedAt === null) return
  await env.STREAM.getByName(originName(id)).start({ streamId: id, ownerId: userId, startedAt })
}

/** After a change of visibility, makes all viewers and chat members of a stream reconnect. */
export async function readmitViewers(
  env: Env & Pick<Cloudflare.Env, 'CHAT'>,
  { id, state }: Pick<Stream, 'id' | 'state'>,
): Promise<void> {
  const room = env.CHAT.getByName(streamChannel(id)).readmit()
  // The room exists for longer than the stream.
  await Promise.all([room, state === 'live' && env.STREAM.getByName(originName(id)).readmit()])
}

/** Disconnects a member who may no longer see a stream. Failures are only logged, because the write is complete. */
export async function readmitViewer(
  env: Env & Pick<Cloudflare.Env, 'CHAT' | 'WHITEBOARD'>,
  id: number,
  userId: number,
): Promise<void> {
  try {
    await closeSocketsInRooms(env, [streamChannel(id)], { userId, code: SOCKET_CLOSE.restarting })
  } catch (error) {
    log('error', 'readmit viewer', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Stops the object of a stream that the site ended. The object then sends its final report. Idempotent. */
export async function stopObject(env: Env, { id, endReason }: Pick<Stream, 'id' | 'endReason'>): Promise<void> {
  await env.STREAM.getByName(originName(id)).stop(endReason === 'staff' ? 'staff' : 'stopped')
}
