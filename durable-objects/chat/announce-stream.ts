import type { ChatLine } from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import type { Decided, Room, RoomLog } from './room.ts'
import { post } from './speak.ts'

/** What the site says of a stream that has begun; under one key it is said once. */
export type StreamLine = Pick<ChatLine, 'key' | 'user' | 'message' | 'link'>

/** A line that someone began a stream, which the site alone says; it is not counted as unread, and names nobody. */
export function announceStream(room: Room, line: StreamLine, now: number, log: RoomLog): Decided {
  if (log.lineUnder(line.user.id, line.key, 0)) return [room, []]
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
