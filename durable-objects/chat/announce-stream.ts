import type { ChatLine } from '../../contract/socket/chat.ts'
import { toWireTime } from '../../contract/time.ts'
import { post } from './messages.ts'
import { type Decided, mutedUntil, type Room, type RoomLog } from './state.ts'
import { containsWord } from './word-filter.ts'

/** The site's announcement of a stream; it is posted once by its key. */
export type StreamLine = Pick<ChatLine, 'key' | 'user' | 'message' | 'link'>

/**
 * Announces that a stream has begun. The line does not count as unread and mentions nobody. A muted artist is not announced,
 * nor is a text that the room's filter refuses.
 */
export function announceStream(room: Room, line: StreamLine, now: number, log: RoomLog): Decided {
  const isSilenced = mutedUntil(room, line.user.id, now) !== null || containsWord(line.message, room.words)
  if (isSilenced || log.lineUnder(line.user.id, line.key, 0)) return [room, []]
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
