import { type SQL, sql } from 'drizzle-orm'
import { ROWS_AT_ONCE, rowsOf } from '../users/row-steps.ts'

/**
 * Statements of a step that deletes a member's side of conversations, as the member could: declines requests, and
 * deletes posts and threads that neither member can read. The other member keeps the rest.
 */
export function leaveThreadsOf(userId: number): SQL[] {
  const rows = rowsOf('message_topics', 'user_id', userId, sql`(folder <> 'deleted' OR subject <> '')`)
  const threads = sql`SELECT thread_id FROM message_topics WHERE rowid IN (${rows})`
  const posts = sql`SELECT id FROM message_posts WHERE thread_id IN (${threads}) AND NOT EXISTS (SELECT 1 FROM message_topics
        WHERE message_topics.thread_id = message_posts.thread_id AND user_id <> ${userId} AND folder <> 'deleted')`
  return [
    sql`UPDATE message_threads SET state = 'declined' WHERE state = 'request' AND to_id = ${userId} AND id IN (${threads})`,
    sql`DELETE FROM message_posts WHERE id IN (${posts} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    sql`UPDATE message_topics SET folder = 'deleted', unread = 0, deleted_up_to = latest_number, excerpt = '', subject = ''
        WHERE rowid IN (${rows}) AND NOT EXISTS (${posts}) RETURNING 1`,
    sql`DELETE FROM message_topics WHERE thread_id IN (SELECT thread_id FROM message_topics AS own WHERE user_id = ${userId}
        AND NOT EXISTS (SELECT 1 FROM message_topics WHERE message_topics.thread_id = own.thread_id AND folder <> 'deleted')
        LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
  ]
}
