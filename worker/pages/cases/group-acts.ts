import { sql } from 'drizzle-orm'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { holdSuggestions } from '../../domain/groups/suggestions.ts'
import { batchEach, type Statement, statement } from '../../lib/database.ts'
import { type Act, numberOf } from './act.ts'
import { carryOutRoomAct, roomActStatement } from './room-acts.ts'

/** Hides a group from all but staff and group admins, and closes the connections of its chat room. */
export const hideGroup: Act = {
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    const id = numberOf(found)
    const target = { userId: found.userId, targetType: 'group', targetId: id, reason }
    const isShown = sql`EXISTS (SELECT 1 FROM groups WHERE groups.id = ${id} AND hidden_at IS NULL)`
    await batchEach<Statement>(db, [
      ...decide({ hiddenAt: now }, isShown),
      statement(db, sql`UPDATE groups SET hidden_at = ${now}, hidden_by = 'staff' WHERE id = ${id}`),
      holdSuggestions(db, sql`${id}`),
      auditEntry(db, { staffId: staff.id, action: 'group_hide', ...target }, now),
      roomActStatement(db, { caseId: found.id, act: 'empty_room', now }),
    ])
    await carryOutRoomAct(db, c.env, found.id)
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    const id = numberOf(found)
    const target = { userId: found.userId, targetType: 'group', targetId: id, reason }
    const isHidden = sql`EXISTS (SELECT 1 FROM groups WHERE groups.id = ${id} AND hidden_at = ${undo.hiddenAt ?? 0})`
    await batchEach<Statement>(db, [
      ...mark(isHidden),
      statement(db, sql`UPDATE groups SET hidden_at = NULL, hidden_by = NULL WHERE id = ${id}`),
      // A group admin may have suggested the same sketch meanwhile.
      statement(
        db,
        sql`UPDATE OR IGNORE group_feature_requests SET state = 'pending' WHERE group_id = ${id} AND state = 'held'`,
      ),
      auditEntry(db, { staffId: staff.id, action: 'group_show', ...target }, now),
    ])
  },
}
