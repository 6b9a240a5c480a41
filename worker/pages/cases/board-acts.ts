import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { AppError } from '../../lib/app-error.ts'
import { batchEach, type Statement } from '../../lib/database.ts'
import { type Act, orGone } from './act.ts'
import { boardOf, carryOutRoomAct, readMarkKey, roomActStatement } from './room-acts.ts'

/**
 * Rolls back the marks of the artist around the reported place. The rollback can be undone while it is the latest one.
 */
export const rollBackMarks: Act = {
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    orGone(await boardOf(c.env).readMark(readMarkKey(found.target, found.evidence)))
    const target = { userId: found.userId, targetType: 'case', targetId: found.id }
    await batchEach<Statement>(db, [
      ...decide(null),
      auditEntry(db, { staffId: staff.id, action: 'marks_taken_back', ...target, reason }, now),
      roomActStatement(db, { caseId: found.id, act: 'roll_back', now }),
    ])
    await carryOutRoomAct(db, c.env, found.id)
  },
  undo: async ({ c, db, found, undo, staff, reason, now, mark }) => {
    if (!(await boardOf(c.env).isRestorable(undo.boardRevision ?? 0))) throw new AppError('changed_meanwhile')
    const target = { userId: found.userId, targetType: 'case', targetId: found.id }
    await batchEach<Statement>(db, [
      ...mark(),
      auditEntry(db, { staffId: staff.id, action: 'marks_given_back', ...target, reason }, now),
      roomActStatement(db, { caseId: found.id, act: 'restore_marks', now }),
    ])
    await carryOutRoomAct(db, c.env, found.id)
  },
}
