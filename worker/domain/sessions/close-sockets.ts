import { log } from '../../../durable-objects/realtime/log.ts'
import type { Db } from '../../lib/database.ts'
import { leaveRooms } from '../chat/sockets.ts'

type Session = { userId: number; session: string }

/**
 * Closes the sockets of an ended session, given by the hash of its token: in rooms and in the member's channel.
 * Failures are only logged.
 */
export async function closeSessionSockets(db: Db, env: Cloudflare.Env, { userId, session }: Session): Promise<void> {
  await Promise.all([leaveRooms(db, env, { userId, session }), closeChannelSockets(env, { userId, session })])
}

async function closeChannelSockets(env: Cloudflare.Env, { userId, session }: Session): Promise<void> {
  try {
    await env.MEMBER_CHANNEL.getByName(String(userId)).endSession(session)
  } catch (error) {
    log('error', 'close sockets', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}
