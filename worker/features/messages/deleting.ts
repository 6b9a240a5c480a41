import { sql } from 'drizzle-orm'
import { messageTopics } from '../../domain/messages/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { isOwnTopic } from './posts.ts'

const POSTS_REMOVED_AT_ONCE = 500
const ROUNDS_MAX = 40

/**
 * Deletes a thread for this member. A deleted request is declined, and its sender does not learn that. Posts that both
 * members deleted are removed: the first at once, the rest by a job.
 */
export async function deleteThread(db: Db, member: Viewer, threadId: number): Promise<Result<void, 'not_found'>> {
  const ofGone = sql`thread_id = ${threadId} AND NOT EXISTS (SELECT 1 FROM message_topics
    WHERE thread_id = ${threadId} AND folder <> 'deleted')`
  const [, deleted] = await db.batch([
    statement(
      db,
      sql`UPDATE message_threads SET state = 'declined' WHERE id = ${threadId} AND state = 'request' AND to_id = ${member.id}
        AND EXISTS (SELECT 1 FROM message_topics WHERE ${isOwnTopic(member, threadId)})`,
    ),
    db
      .update(messageTopics)
      .set({ folder: 'deleted', unread: false, deletedUpTo: sql`latest_number`, excerpt: '', subject: '' })
      .where(isOwnTopic(member, threadId))
      .returning({ id: messageTopics.threadId }),
    statement(
      db,
      sql`DELETE FROM message_posts WHERE id IN (SELECT id FROM message_posts WHERE ${ofGone} LIMIT ${POSTS_REMOVED_AT_ONCE})`,
    ),
    statement(db, sql`DELETE FROM message_topics WHERE ${ofGone}`),
    statement(
      db,
      sql`UPDATE message_threads SET has_posts_left = 1 WHERE id = ${threadId}
        AND NOT EXISTS (SELECT 1 FROM message_topics WHERE thread_id = message_threads.id)
        AND EXISTS (SELECT 1 FROM message_posts WHERE thread_id = message_threads.id)`,
    ),
  ])
  return deleted.length > 0 ? DONE : failure('not_found')
}

/** Removes the rest of the posts of threads that both members deleted, up to a limit. The next run continues. */
export async function removePostsLeft(db: Db): Promise<void> {
  const thread = sql`(SELECT min(id) FROM message_threads WHERE has_posts_left = 1)`
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const [, , [left]] = await db.batch([
      statement(
        db,
        sql`DELETE FROM message_posts WHERE id IN (SELECT id FROM message_posts WHERE thread_id = ${thread}
          LIMIT ${POSTS_REMOVED_AT_ONCE})`,
      ),
      statement(
        db,
        sql`UPDATE message_threads SET has_posts_left = 0 WHERE id = ${thread}
          AND NOT EXISTS (SELECT 1 FROM message_posts WHERE thread_id = message_threads.id)`,
      ),
      statement<{ id: number | null }>(db, sql`SELECT ${thread} AS id`),
    ])
    if (!left?.id) return
  }
}
