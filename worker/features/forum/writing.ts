import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ForumPost } from '../../../contract/http/forum.ts'
import type { Mention } from '../../../contract/http/mentions.ts'
import { forumPosts, forumTopics } from '../../domain/forum/schema.ts'
import { isOwnSketch } from '../../domain/sketches/attached.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { countText, mayAdd, mayLink, mayWriteText } from '../../domain/users/member-limits.ts'
import { findMentions } from '../../domain/users/mentions.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { batchNamed, type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { followPost } from './follow-post.ts'
import { maySeeTopic, postOf, selectPosts, selectTopic } from './posts.ts'

export type Content = { text: string; sketchId: number | null; key: string; now: number }
type Refusal = 'not_found' | 'forbidden' | 'topic_locked' | 'forum_limit' | 'text_limit' | 'link_limit'

/** A stored post, and the members whom it notified: none if the call was repeated. */
export type WrittenPost = { post: ForumPost; notified: number[] }

/**
 * Begins a topic with its first post and returns the topic's id. A repeated call with the same key returns the same
 * topic. Fails for categories that are closed or for staff only, above the author's limits, for sketches of other
 * members, and with the key of another post.
 */
export async function addTopic(
  db: Db,
  author: Viewer,
  { categoryId, title, ...content }: Content & { categoryId: number; title: string },
): Promise<Result<{ id: number; notified: number[] }, Refusal>> {
  const { key, now, sketchId, text } = content
  const mentions = await findMentions(db, author, text)
  const written = { authorId: author.id, now }
  const mayWrite = sql`(${isStaff(author) ? 1 : 0} OR (forum_categories.closed = 0 AND forum_categories.staff_only = 0))`
  const ownTopic = sql`FROM forum_topics WHERE user_id = ${author.id} AND idempotency_key = ${key}`
  // With the key of a post elsewhere, the topic would have no first post, and could not be reported.
  const hasPost = sql`EXISTS (SELECT 1 FROM forum_posts WHERE user_id = ${author.id} AND idempotency_key = ${key})`
  const { post, found, notified, checks } = await batchNamed(db, {
    topic: statement(
      db,
      sql`INSERT INTO forum_topics (category_id, user_id, title, latest_user_id, latest_at, idempotency_key, created_at)
        SELECT id, ${author.id}, ${title}, ${author.id}, ${now}, ${key}, ${now} FROM forum_categories
        WHERE id = ${categoryId} AND ${mayWrite} AND ${mayAdd('topicsPerDay', written)} AND ${mayAdd('postsPerDay', written)}
          AND ${mayLink('linksPerPost', text, written)} AND ${mayWriteText(text, written)} AND ${isOwnSketch(author, sketchId)}
          AND NOT ${hasPost} AND NOT EXISTS (SELECT 1 ${ownTopic})`,
    ),
    post: insertPost(db, author, {
      ...content,
      mentions,
      quote: null,
      place: sql`SELECT id AS topic_id, 1 AS number ${ownTopic} AND latest_number = 0`,
    }),
    counted: countText(db, text, written),
    ...followPost(db, author, { key, now }),
    found: db
      .select({ id: forumTopics.id })
      .from(forumTopics)
      .where(and(eq(forumTopics.userId, author.id), eq(forumTopics.idempotencyKey, key))),
    checks: statement<Checks>(
      db,
      sql`SELECT ${mayWrite} AS place, ${mayLink('linksPerPost', text, written)} AS links, ${mayWriteText(text, written)} AS text,
        ${mayAdd('topicsPerDay', written)} AND ${mayAdd('postsPerDay', written)} AS rate FROM forum_categories WHERE id = ${categoryId}`,
    ),
  })
  const [topic] = found
  if (topic) return success({ id: topic.id, notified: post.length > 0 ? notified.map(({ userId }) => userId) : [] })
  return failure(checks[0] ? refusalOf(checks[0]) : 'not_found')
}

/**
 * Conditions of a write, 1 if met, else 0: the author may write in the place, number of links, number of posts and
 * bytes of text a day.
 */
type Checks = { place: number; links: number; rate: number; text: number }

function refusalOf({ place, links, rate, text }: Checks): Refusal {
  if (!place) return 'forbidden'
  if (!links) return 'link_limit'
  if (!rate) return 'forum_limit'
  return text ? 'forbidden' : 'text_limit'
}

/**
 * Adds a post to a topic, which the author then watches. A repeated call with the same key returns the same post. Staff
 * can write in locked topics and closed categories.
 */
export async function addPost(
  db: Db,
  author: Viewer,
  { topicId, quote, ...content }: Content & { topicId: number; quote: number | null },
): Promise<Result<WrittenPost, Refusal>> {
  const { key, now, sketchId, text } = content
  const mentions = await findMentions(db, author, text)
  const written = { authorId: author.id, now }
  const mayWrite = sql`(${isStaff(author) ? 1 : 0} OR (forum_topics.state = 'open' AND forum_categories.closed = 0))`
  const topic = sql`FROM forum_topics JOIN forum_categories ON forum_categories.id = forum_topics.category_id
    WHERE forum_topics.id = ${topicId}`
  const isBlocked = blockedColumn(author, forumTopics.userId).getSQL()
  const place = sql`SELECT forum_topics.id AS topic_id, latest_number + 1 AS number ${topic} AND ${mayWrite}
    AND forum_topics.state <> 'removed' AND (${isStaff(author) ? 1 : 0} OR NOT ${isBlocked})
    AND ${mayAdd('postsPerDay', written)} AND ${mayLink('linksPerPost', text, written)} AND ${mayWriteText(text, written)}
    AND ${isOwnSketch(author, sketchId)}`
  const {
    post: added,
    posts,
    topics,
    notified,
    checks,
  } = await batchNamed(db, {
    post: insertPost(db, author, { ...content, mentions, quote, place }),
    counted: countText(db, text, written),
    ...followPost(db, author, { key, now }),
    posts: selectPosts(db, author, and(eq(forumPosts.userId, author.id), eq(forumPosts.idempotencyKey, key))),
    topics: selectTopic(db, author, topicId),
    checks: statement<Checks>(
      db,
      sql`SELECT ${mayWrite} AS place, ${mayLink('linksPerPost', text, written)} AS links, ${mayAdd('postsPerDay', written)} AS rate,
        ${mayWriteText(text, written)} AS text ${topic}`,
    ),
  })
  const [[found], [post], [checked]] = [topics, posts, checks]
  if (!maySeeTopic(author, found)) return failure('not_found')
  if (post) {
    return success({
      post: postOf(post, author),
      notified: added.length > 0 ? notified.map(({ userId }) => userId) : [],
    })
  }
  if (checked && !checked.place) return failure(found.state === 'locked' ? 'topic_locked' : 'forbidden')
  return failure(checked ? refusalOf(checked) : 'not_found')
}

type NewPost = Content & { mentions: Mention[]; quote: number | null; place: SQL }

/**
 * Adds a post with the topic and the number that `place` selects, once for each key. A quote of a deleted or missing
 * post is left out.
 */
function insertPost(db: Db, author: Viewer, { text, sketchId, key, now, mentions, quote, place }: NewPost) {
  const quoted = sql`(SELECT quoted.number FROM forum_posts AS quoted
    WHERE quoted.topic_id = place.topic_id AND quoted.number = ${quote} AND quoted.deleted_at IS NULL)`
  return statement<{ id: number }>(
    db,
    sql`INSERT INTO forum_posts
      (topic_id, number, user_id, text, mentions, sketch_id, quoted_number, idempotency_key, created_at)
      SELECT place.topic_id, place.number, ${author.id}, ${text}, ${JSON.stringify(mentions)}, ${sketchId}, ${quoted},
        ${key}, ${now} FROM (${place}) AS place
      WHERE NOT EXISTS (SELECT 1 FROM forum_posts WHERE user_id = ${author.id} AND idempotency_key = ${key})
      RETURNING id`,
  )
}
