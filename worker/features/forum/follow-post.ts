import { eq, type SQL, sql } from 'drizzle-orm'
import { EXCERPT_MAX } from '../../domain/forum/excerpts.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { notifications } from '../../domain/notifications/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'

/** Maximum number of watchers that one post notifies. The next posts notify the others. */
const NOTIFIED_AT_ONCE = 500

const NOTIFICATION = sql`INSERT INTO notifications
  (user_id, category, actor_id, page_owner_id, forum_post_id, excerpt, is_reply, occurred_at)`

/** Selects a notification of the post `post` in the topic `topic`. */
const facts = (recipient: SQL, category: 'comments' | 'mentions', isReply: 0 | 1) =>
  sql`SELECT ${recipient}, ${category}, post.user_id, topic.user_id, post.id, substr(post.text, 1, ${EXCERPT_MAX}),
    ${isReply}, coalesce(post.edited_at, post.created_at)`

/** Makes the statements that add the mentions of a post and notify each mentioned member once per post. */
export function noteMentions(db: Db, postId: SQL) {
  const mentioned = sql`forum_posts AS post JOIN json_each(post.mentions) AS mention WHERE post.id = ${postId}`
  return {
    mentions: statement(
      db,
      sql`INSERT INTO forum_mentions (user_id, post_id) SELECT mention.value ->> 'userId', post.id FROM ${mentioned}
        ON CONFLICT DO NOTHING`,
    ),
    mentionNotifications: statement(
      db,
      sql`${NOTIFICATION} ${facts(sql`forum_mentions.user_id`, 'mentions', 0)}
        FROM forum_posts AS post JOIN forum_topics AS topic ON topic.id = post.topic_id
        JOIN forum_mentions ON forum_mentions.post_id = post.id WHERE post.id = ${postId} ON CONFLICT DO NOTHING`,
    ),
  }
}

/**
 * Makes the statements that follow the insertion of a post in the same batch. They update the latest post of the topic,
 * the search index and the author's reading position, and notify the members who are quoted, mentioned or watching.
 * They do nothing in a repeated call. A watcher is not notified again before they read the topic, so that a busy topic
 * costs little.
 */
export function followPost(db: Db, author: Viewer, { key, now }: { key: string; now: number }) {
  // Otherwise a repeated call would notify more watchers, also of a deleted post, and keep later posts from them.
  const isNew = sql`created_at = ${now} AND deleted_at IS NULL`
  const ownPost = sql`forum_posts WHERE user_id = ${author.id} AND idempotency_key = ${key} AND ${isNew}`
  const postId = sql`(SELECT id FROM ${ownPost})`
  const topicId = sql`(SELECT topic_id FROM ${ownPost})`
  const withTopic = sql`FROM forum_posts AS post JOIN forum_topics AS topic ON topic.id = post.topic_id`
  const concerned = sql`(${author.id}, (SELECT user_id FROM forum_topics WHERE id = ${topicId}))`
  // Watchers across a block are skipped and remain unnotified for the next post.
  const watchers = sql`SELECT user_id FROM forum_readers WHERE topic_id = ${topicId} AND watched = 1 AND notified = 0
    AND user_id <> ${author.id}
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = forum_readers.user_id AND blocked_id IN ${concerned})
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocked_id = forum_readers.user_id AND blocks.user_id IN ${concerned})
    ORDER BY user_id LIMIT ${NOTIFIED_AT_ONCE}`
  const [unindex, index] = reindexPosts(sql`SELECT id FROM ${ownPost}`)
  return {
    latest: statement(
      db,
      sql`UPDATE forum_topics SET latest_number = post.number, latest_user_id = post.user_id, latest_at = post.created_at
        FROM (SELECT * FROM ${ownPost}) AS post
        WHERE forum_topics.id = post.topic_id AND forum_topics.latest_number < post.number`,
    ),
    unindex: statement(db, unindex),
    index: statement(db, index),
    quoteNotification: statement(
      db,
      sql`${NOTIFICATION} ${facts(sql`quoted.user_id`, 'comments', 1)} ${withTopic}
        JOIN forum_posts AS quoted ON quoted.topic_id = post.topic_id AND quoted.number = post.quoted_number
          AND quoted.deleted_at IS NULL
        WHERE post.id = ${postId} ON CONFLICT DO NOTHING`,
    ),
    ...noteMentions(db, postId),
    watcherNotifications: statement(
      db,
      sql`${NOTIFICATION} ${facts(sql`watcher.user_id`, 'comments', 0)} ${withTopic}
        JOIN (${watchers}) AS watcher WHERE post.id = ${postId} ON CONFLICT DO NOTHING`,
    ),
    watchers: statement(
      db,
      sql`UPDATE forum_readers SET notified = 1, active_at = ${now}
        WHERE topic_id = ${topicId} AND user_id IN (${watchers})`,
    ),
    ownPlace: statement(
      db,
      sql`INSERT INTO forum_readers (user_id, topic_id, read_number, watched, active_at)
        SELECT user_id, topic_id, number, 1, ${now} FROM ${ownPost}
        ON CONFLICT (user_id, topic_id) DO UPDATE SET read_number = max(read_number, excluded.read_number),
          watched = coalesce(watched, 1), notified = 0, active_at = excluded.active_at`,
    ),
    notified: db
      .select({ userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.forumPostId, postId)),
  }
}
