import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type Reader = { userId: number; topicId: number; now: number }

/**
 * Marks the posts of a topic as read up to a number. If the member watches the topic, its next post notifies them
 * again.
 */
export async function markTopicRead(db: Db, { userId, topicId, upTo, now }: Reader & { upTo: number }): Promise<void> {
  await db.run(
    sql`INSERT INTO forum_readers (user_id, topic_id, read_number, active_at)
      SELECT ${userId}, id, min(${upTo}, latest_number), ${now} FROM forum_topics WHERE id = ${topicId} AND state <> 'removed'
      ON CONFLICT (user_id, topic_id) DO UPDATE SET read_number = max(read_number, excluded.read_number), notified = 0`,
  )
}

/** Watches a topic, or stops watching it. Topics of a member across a block cannot be watched. */
export async function watchTopic(
  db: Db,
  { userId, topicId, on, now }: Reader & { on: boolean },
): Promise<Result<void, 'not_found'>> {
  const changed = await db.all(
    sql`INSERT INTO forum_readers (user_id, topic_id, watched, active_at)
      SELECT ${userId}, id, ${Number(on)}, ${now} FROM forum_topics WHERE id = ${topicId} AND state <> 'removed'
        AND (${Number(on)} = 0 OR NOT EXISTS (SELECT 1 FROM blocks
          WHERE (blocks.user_id = ${userId} AND blocked_id = forum_topics.user_id)
            OR (blocks.user_id = forum_topics.user_id AND blocked_id = ${userId})))
      ON CONFLICT (user_id, topic_id) DO UPDATE SET watched = excluded.watched, active_at = excluded.active_at RETURNING 1`,
  )
  return changed.length > 0 ? DONE : failure('not_found')
}
