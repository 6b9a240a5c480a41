import { streamChannel } from '../../../contract/channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { originName } from '../../../durable-objects/stream/stream.ts'
import { closeSocketsIn } from '../chat/sockets.ts'
import type { streams } from './schema.ts'

type Stream = typeof streams.$inferSelect
type Env = Pick<Cloudflare.Env, 'STREAM'>

/** Has the object of a stream that is live wait for its publisher, as often as it is asked. */
export async function beginObject(
  env: Env,
  { id, userId, state, startedAt }: Pick<Stream, 'id' | 'userId' | 'state' | 'startedAt'>,
): Promise<void> {
  if (state !== 'live' || startedAt === null) return
  await env.STREAM.getByName(originName(id)).begin({ streamId: id, ownerId: userId, startedAt })
}

/** Has who watches a stream that has begun, and who is in the room beside it, come in anew: not all may see it any more. */
export async function readmitViewers(
  env: Env & Pick<Cloudflare.Env, 'CHAT'>,
  { id, state }: Pick<Stream, 'id' | 'state'>,
): Promise<void> {
  const room = env.CHAT.getByName(streamChannel(id)).readmit()
  // The room stays when the stream is over.
  await Promise.all([room, state === 'live' && env.STREAM.getByName(originName(id)).readmit()])
}

/**
 * Has one member come in anew, to a live stream and to the room beside it, since they may not see it any more. It follows a
 * write that stands, so it fails nobody's call.
 */
export async function readmitViewer(
  env: Env & Pick<Cloudflare.Env, 'CHAT' | 'WHITEBOARD'>,
  id: number,
  userId: number,
): Promise<void> {
  try {
    await closeSocketsIn(env, [streamChannel(id)], { userId, code: SOCKET_CLOSE.restarting })
  } catch (error) {
    log('error', 'readmit viewer', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Has the object of a stream that the site has ended do likewise, as often as it is asked, and tell what it knows. */
export async function stopObject(env: Env, { id, endReason }: Pick<Stream, 'id' | 'endReason'>): Promise<void> {
  await env.STREAM.getByName(originName(id)).stop(endReason === 'staff' ? 'staff' : 'stopped')
}
