import { readLineKey, readReportedLine } from '../../domain/chat/reported-line.ts'
import { findRoom } from '../../domain/chat/rooms.ts'
import { batchEach, type Statement } from '../../lib/database.ts'
import { type Act, orGone } from './act.ts'
import { carryOutRoomAct, roomActStatement } from './room-acts.ts'

/**
 * Deletes a line through its room, which writes it to the staff log. That comes last, so that a refused decision
 * deletes nothing.
 */
export const deleteChatLine: Act = {
  run: async ({ c, db, found, staff, now, decide }) => {
    const { channel, line } = readLineKey(found.target)
    orGone(await findRoom(db, staff, channel))
    orGone((await readReportedLine(db, c.env, { member: staff, channel, line })).ok || null)
    await batchEach<Statement>(db, [
      ...decide(null),
      roomActStatement(db, { caseId: found.id, act: 'delete_line', now }),
    ])
    await carryOutRoomAct(db, c.env, found.id)
  },
}

/** Deletes all lines of the author through the room, also if the reported one is gone. Nothing restores them. */
export const clearChatLines: Act = {
  run: async ({ c, db, found, staff, now, decide }) => {
    orGone(await findRoom(db, staff, readLineKey(found.target).channel))
    await batchEach<Statement>(db, [
      ...decide(null),
      roomActStatement(db, { caseId: found.id, act: 'clear_lines', now }),
    ])
    await carryOutRoomAct(db, c.env, found.id)
  },
}
