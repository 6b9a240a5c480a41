import type { ChatLine } from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import { type Decided, mutedUntil, type Room, type RoomLog } from './room.ts'
import { post } from './speak.ts'
import { holdsWord } from './word-filter.ts'

/** What the site says of a stream that has begun; under one key it is said once. */
export type StreamLine = Pick<ChatLine, 'key' | 'user' | 'message' | 'link'>

/**
 * A line that someone began a stream, which the site alone says; it is not counted as unread, and names nobody. Who is muted
 * here is not announced, nor is what the room's filter keeps out.
 */
export function announceStream(room: Room, line: StreamLine, now: number, log: RoomLog): Decided {
  const isSilent = mutedUntil(room, line.user.id, now) !== null || holdsWord(line.message, room.words)
  if (isSilent || log.lineUnder(line.user.id, line.key, 0)) return [room, []]
  const [next, effects] = post(room, {
    ...line,
    date: toWireTime(now),
    admin: false,
    action: false,
    background: 'announce-stream',
    replyTo: null,
    edited: false,
  })
  return [next, effects.filter((effect) => effect.do === 'post')]
}
