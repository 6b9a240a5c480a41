import { readLineKey, readReportedLine } from '../../domain/chat/reported-line.ts'
import { roomHandshakeOf } from '../../domain/chat/room-member.ts'
import { findRoom } from '../../domain/chat/rooms.ts'
import { batchEach } from '../../lib/database.ts'
import { type Act, orGone } from './act.ts'

/**
 * Deletes a line through its room, which writes it to the staff log. That comes last, so that a refused decision deletes
 * nothing.
 */
export const deleteChatLine: Act = {
  run: async ({ c, db, found, staff, reason, decide }) => {
    const { channel, line } = readLineKey(found.target)
    const room = orGone(await findRoom(db, staff, channel))
    orGone((await readReportedLine(db, c.env, { member: staff, channel, line })).ok || null)
    await batchEach(db, decide(null))
    await c.env.CHAT.getByName(channel).moderate(roomHandshakeOf(staff, room), {
      ...{ action: 'delete', channel, id: line, reason },
    })
  },
}
