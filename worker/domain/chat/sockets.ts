import { streamIdOfChannel } from '../../../contract/channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { originName } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { takeVisits } from './rooms.ts'

type Rooms = Pick<Cloudflare.Env, 'CHAT' | 'STREAM' | 'WHITEBOARD'>
type Whom = { userId: number; session?: string | null }

/**
 * Closes the sockets of a member, or of one of their sessions, in every room where they have been. It follows a write
 * that stands, so it fails nobody's call: a room that does not answer is logged, and asks for a new ticket by itself.
 */
export async function closeSockets(
  db: Db,
  env: Rooms,
  { userId, session = null, code = SOCKET_CLOSE.notLoggedIn }: Whom & { code?: number },
): Promise<void> {
  try {
    const channels = await takeVisits(db, userId, session)
    await closeSocketsIn(env, channels, { userId, session, code })
  } catch (error) {
    log('error', 'close sockets', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Closes the sockets of a member, or of one of their sessions, in some rooms. */
export async function closeSocketsIn(
  env: Rooms,
  channels: readonly string[],
  { userId, session = null, code }: Whom & { code: number },
): Promise<void> {
  const whom = session === null ? { userId } : { userId, session }
  const objects = channels.map((channel) => env.CHAT.getByName(channel))
  // Who enters the board, or a stream, enters the room beside it.
  const board = channels.includes('whiteboard') ? [env.WHITEBOARD.getByName('0')] : []
  const streams = channels.flatMap((channel) => {
    const streamId = streamIdOfChannel(channel)
    return streamId === null ? [] : [env.STREAM.getByName(originName(streamId))]
  })
  await Promise.all([...objects, ...board, ...streams].map((object) => object.end(whom, code)))
}
