import type { CaseEvidence } from '../../../contract/http/cases.ts'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { fromWireTime } from '../../../contract/time.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { isRoomHidden } from '../streams/queries.ts'
import type { Viewer } from '../users/viewer.ts'
import { roomHandshakeOf } from './room-member.ts'
import { findRoom } from './rooms.ts'

/** The key of a line among all rooms. Names of rooms contain no colon. */
export const lineKey = (channel: string, line: number) => `${channel}:${line}`

export function readLineKey(key: string): { channel: string; line: number } {
  const [channel = '', line] = key.split(':')
  return { channel, line: Number(line) }
}

/** Reads a line and its neighbours from its room. Fails if the member may not read the room, or the line is deleted. */
export async function readReportedLine(
  db: Db,
  { CHAT }: Pick<Cloudflare.Env, 'CHAT'>,
  { member, channel, line }: { member: Viewer; channel: string; line: number },
): Promise<Result<CaseEvidence['chatLine'], 'not_found' | 'forbidden'>> {
  const [room, isHidden] = await Promise.all([findRoom(db, member, channel), isRoomHidden(db, member, channel)])
  if (!room) return failure('not_found')
  if (isHidden) return failure('forbidden')
  const reader = roomHandshakeOf(member, room).member
  const found = await CHAT.getByName(channel).lineContext(line, reader)
  if (!found) return failure('not_found')
  const { title } = room
  return success({
    ...{ channel, title, line: keptLine(found.line) },
    before: found.before.map(keptLine),
    after: found.after.map(keptLine),
  })
}

function keptLine({ id, user, message, action, date }: ChatLine): CaseEvidence['chatLine']['line'] {
  return { id, userId: user.id, text: action ? `/me ${message}` : message, createdAt: fromWireTime(date) }
}
