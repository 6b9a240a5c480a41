import { WARNING } from '../../../contract/ban.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { Db } from '../../lib/database.ts'
import { leaveRooms } from '../chat/sockets.ts'
import { stopObjectOfBanned } from '../streams/object.ts'

type Banned = { userId: number; durationHours: number; endedStreamId: number | null }

/**
 * Closes the sockets of a member in rooms, and stops the stream that the ban ended. After a warning, rooms refuse the
 * member until it is accepted, and admit them again without delay.
 */
export async function leaveAsBanned(
  db: Db,
  env: Pick<Cloudflare.Env, 'CHAT' | 'STREAM' | 'WHITEBOARD'>,
  { userId, durationHours, endedStreamId }: Banned,
): Promise<void> {
  const code = durationHours === WARNING ? SOCKET_CLOSE.restarting : SOCKET_CLOSE.forbidden
  const left = leaveRooms(db, env, { userId, code })
  await Promise.all([left, endedStreamId !== null && stopObjectOfBanned(env, endedStreamId)])
}
