import { log } from '../../../durable-objects/realtime/log.ts'
import type { Db } from '../../lib/database.ts'
import { leaveRooms } from '../chat/sockets.ts'

/** An ended session. `session` is the hash of its token. */
export type EndedSession = { userId: number; session: string }

/**
 * Closes the sockets of a member's ended sessions in rooms and in the member's channel, with one call for each object.
 * Failures are only logged.
 */
export async function closeSessionSockets(db: Db, env: Cloudflare.Env, ended: readonly EndedSession[]): Promise<void> {
  const [first] = ended
  if (!first) return
  const { userId } = first
  const sessions = ended.map(({ session }) => session)
  await Promise.all([leaveRooms(db, env, { userId, sessions }), closeChannelSockets(env, userId, sessions)])
}

async function closeChannelSockets(env: Cloudflare.Env, userId: number, sessions: readonly string[]): Promise<void> {
  try {
    await env.MEMBER_CHANNEL.getByName(String(userId)).endSessions(sessions)
  } catch (error) {
    log('error', 'close sockets', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}
