import { type SQL, sql } from 'drizzle-orm'
import { queueOptionalMail } from '../../domain/mail/queue.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

type SentPost = {
  threadId: number | SQL
  /** The recipient. */
  userId: number | SQL
  /** The idempotency key of the post. */
  key: string
  now: number
}

/**
 * A statement that queues the mail about a post, if its recipient wants such mails; for the batch after it adds the
 * post. It does nothing in a repeated call. Requests are not mailed, and a thread at most once a day.
 */
export function queueMessageMail(db: Db, author: Viewer, { threadId, userId, key, now }: SentPost) {
  const isInInbox = sql`EXISTS (SELECT 1 FROM message_topics JOIN message_posts USING (thread_id)
    WHERE message_topics.user_id = users.id AND message_topics.thread_id = ${threadId}
      AND folder = 'inbox' AND blocked = 0
      AND message_posts.user_id = ${author.id} AND idempotency_key = ${key} AND message_posts.created_at = ${now})`
  const facts = sql`json_object('nickname', ${author.nickname}, 'path', '/message/' || CAST(${threadId} AS INTEGER))`
  return queueOptionalMail(db, { kind: 'new_message', purpose: 'messages', userId, facts, where: isInInbox, now })
}
