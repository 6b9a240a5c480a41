import { type SQL, sql } from 'drizzle-orm'
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

/**
 * Deletes the member's side of conversations, as the member could: declines requests and deletes posts that neither
 * member can read. The other member keeps the rest.
 */
export const leaveThreads = eraseRows({
  name: 'leave threads',
  references: ['message_topics.user_id'],
  statements: ({ userIds }) => userIds.flatMap(leaveThreadsOf),
})

function leaveThreadsOf(userId: number): SQL[] {
  const rows = rowsOf('message_topics', 'user_id', userId, sql`(folder <> 'deleted' OR subject <> '')`)
  const threads = sql`SELECT thread_id FROM message_topics WHERE rowid IN (${rows})`
  const posts = sql`SELECT id FROM message_posts WHERE thread_id IN (${threads}) AND NOT EXISTS (SELECT 1 FROM message_topics
        WHERE message_topics.thread_id = message_posts.thread_id AND user_id <> ${userId} AND folder <> 'deleted')`
  return [
    sql`UPDATE message_threads SET state = 'declined' WHERE state = 'request' AND to_id = ${userId} AND id IN (${threads})`,
    sql`DELETE FROM message_posts WHERE id IN (${posts} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    sql`UPDATE message_topics SET folder = 'deleted', unread = 0, deleted_up_to = latest_number, excerpt = '', subject = ''
        WHERE rowid IN (${rows}) AND NOT EXISTS (${posts}) RETURNING 1`,
  ]
}
