import { sql } from 'drizzle-orm'
import { leaveThreadsOf } from '../../domain/messages/leave-threads.ts'
import { ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { eraseRows } from './erase-step.ts'

/** Deletes the comments on the profile, which has no page any more. */
export const removeProfileComments = eraseRows({
  name: 'remove comments on the profile',
  references: [],
  statements: ({ userId }) => [
    sql`DELETE FROM comments WHERE id IN (SELECT id FROM comments WHERE target_type = 'profile' AND target_id = ${userId}
      LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
  ],
})

export const removeMutedProfiles = eraseRows({
  name: 'remove muted profiles',
  references: [],
  statements: ({ userId }) => [
    sql`DELETE FROM muted_threads WHERE target_type = 'profile' AND target_id = ${userId} RETURNING 1`,
  ],
})

export const removeNotes = eraseRows({
  name: 'remove notes to fans',
  references: ['fan_notes.user_id'],
  statements: ({ userId }) => {
    const notes = rowsOf('fan_notes', 'user_id', userId)
    return [
      sql`DELETE FROM notifications WHERE rowid IN (SELECT rowid FROM notifications WHERE note_id IN (${notes})
        LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
      sql`DELETE FROM fan_notes WHERE rowid IN (${notes})
        AND NOT EXISTS (SELECT 1 FROM notifications WHERE note_id = fan_notes.id) RETURNING 1`,
    ]
  },
})

export const leaveThreads = eraseRows({
  name: 'leave threads',
  references: ['message_topics.user_id'],
  statements: ({ userIds }) => userIds.flatMap(leaveThreadsOf),
})
