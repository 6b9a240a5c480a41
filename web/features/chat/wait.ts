import type { ChatRefusal } from '../../../contract/socket/chat.ts'
import { fromWireTime } from '../../../contract/time.ts'
import type { RoomView } from './room-view.ts'

/** Why one may say nothing in a room for now, and until when, in milliseconds since 1970. */
export type Wait = { code: ChatRefusal; until: number }

/** What one has to wait for before the next line: the end of a mute, or of what the room's pace asks for. */
export function waitIn({ mutedUntil, paced, rules }: RoomView, now: number): Wait | null {
  const muted: Wait | null = mutedUntil ? { code: 'muted', until: fromWireTime(mutedUntil) } : null
  const lifted = paced?.code === 'slow_mode' && rules.rules.slowSeconds === 0
  return [muted, lifted ? null : paced].find((wait) => wait && wait.until > now) ?? null
}
