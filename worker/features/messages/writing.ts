import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Mention } from '../../../contract/http/mentions.ts'
import type { MessagePost } from '../../../contract/http/messages.ts'
import type { QueuedMails } from '../../domain/mail/queue.ts'
import { takesMessagesFrom } from '../../domain/messages/access.ts'
import { messageThreads, messageTopics } from '../../domain/messages/schema.ts'
import { isOwnSketch } from '../../domain/sketches/attached.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { countText, mayAdd, mayLink, mayWriteText } from '../../domain/users/member-limits.ts'
import { findMentions } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { queueMessageMail } from './message-mail.ts'
import { isOwnTopic, ownPostOf, selectOwnPost } from './posts.ts'

type Content = { text: string; sketchId: number | null; key: string; now: number }
type NewThread = Content & { toId: number; subject: string }

/**
 * Begins a thread. It is a request unless the recipient has written to the sender before, or is their fan. Writing to
 * someone accepts their requests. A repeated call with the same key returns the same thread, and `isNew` is false.
 */
export async function addThread(
  db: Db,
  member: Viewer,
  { toId, subject, ...content }: NewThread,
): Promise<
  Result<
    { id: number; isNew: boolean; mails: QueuedMails },
    | 'not_found'
    | 'messages_refused'
    | 'request_waiting'
    | 'thread_limit'
    | 'message_limit'
    | 'text_limit'
    | 'message_link_limit'
    | 'forbidden'
  >
> {
  const { key, now } = content
  const mentions = await findMentions(db, member, content.text)
  const written = { authorId: member.id, now }
  const [mayBegin, maySend, mayPutLinks, mayWrite] = [
    mayAdd('firstMessagesPerDay', written),
    mayAdd('messagesPerDay', written),
    mayLink('linksPerFirstMessage', `${subject}\n${content.text}`, written),
    mayWriteText(content.text, written),
  ]
  const knows = sql`(EXISTS (SELECT 1 FROM message_threads WHERE from_id = ${toId} AND to_id = ${member.id})
    OR EXISTS (SELECT 1 FROM message_threads WHERE from_id = ${member.id} AND to_id = ${toId} AND state = 'accepted')
    OR EXISTS (SELECT 1 FROM fans WHERE user_id = ${member.id} AND fan_id = ${toId}))`
  const isBlocked = sql`EXISTS (SELECT 1 FROM blocks WHERE (user_id = ${member.id} AND blocked_id = ${toId})
    OR (user_id = ${toId} AND blocked_id = ${member.id}))`
  const thread = sql`FROM message_threads WHERE from_id = ${member.id} AND idempotency_key = ${key}`
  // The topics and the post follow only a thread of this call: a thread that both members deleted keeps its key.
  const topic = (userId: number, otherId: number, folder: string) =>
    statement(
      db,
      sql`INSERT INTO message_topics (user_id, thread_id, other_id, subject, folder, latest_user_id, latest_at)
        SELECT ${userId}, id, ${otherId}, ${subject}, ${sql.raw(folder)}, ${member.id}, ${now} ${thread} AND changes() > 0`,
    )
  const added = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO message_threads (from_id, to_id, state, idempotency_key, created_at)
          SELECT ${member.id}, users.id, iif(${knows}, 'accepted', 'request'), ${key}, ${now} FROM users
          WHERE users.id = ${toId} AND ${takesMessagesFrom(member.id)} AND NOT ${isBlocked}
            AND ${mayBegin} AND ${maySend} AND ${mayPutLinks} AND ${mayWrite} AND ${isOwnSketch(member, content.sketchId)}
            AND NOT EXISTS (SELECT 1 ${thread}) AND NOT ${hasPost(member, key)}`,
      ),
      topic(member.id, toId, `'inbox'`),
      topic(toId, member.id, `iif(state = 'accepted', 'inbox', 'requests')`),
      insertPost(
        db,
        member,
        { ...content, mentions },
        sql`SELECT id AS thread_id, 1 AS number ${thread} AND changes() > 0`,
      ),
      countText(db, content.text, written),
      statement(
        db,
        sql`UPDATE message_threads SET state = 'accepted' WHERE from_id = ${toId} AND to_id = ${member.id}
          AND state <> 'accepted' AND EXISTS (SELECT 1 ${thread})`,
      ),
      moveAccepted(db, member, sql`other_id = ${toId}`),
      db
        .select({ id: messageThreads.id })
        .from(messageThreads)
        .where(and(eq(messageThreads.fromId, member.id), eq(messageThreads.idempotencyKey, key))),
      db
        .select({
          takes: sql`${takesMessagesFrom(member.id)}`.mapWith(Boolean).as('takes'),
          mayBegin: sql`${mayBegin}`.mapWith(Boolean).as('may_begin'),
          maySend: sql`${maySend}`.mapWith(Boolean).as('may_send'),
          mayPutLinks: sql`${mayPutLinks}`.mapWith(Boolean).as('may_put_links'),
          mayWrite: sql`${mayWrite}`.mapWith(Boolean).as('may_write'),
          blocked: blockedColumn(member, users.id),
        })
        .from(users)
        .where(eq(users.id, toId)),
      queueMessageMail(db, member, { threadId: sql`(SELECT id ${thread})`, userId: toId, key, now }),
      insertMentions(db, member, key),
    ]),
    { 'message_threads.from_id, message_threads.to_id': 'request_waiting' },
  )
  if (!added.ok) return added
  const [, , , posts, , , , [found], [recipient], mails] = added.value
  if (found) return success({ id: found.id, isNew: posts.length > 0, mails })
  if (!recipient || recipient.blocked) return failure('not_found')
  if (!recipient.takes) return failure('messages_refused')
  if (!recipient.mayPutLinks) return failure('message_link_limit')
  if (!recipient.maySend) return failure('message_limit')
  if (!recipient.mayWrite) return failure('text_limit')
  return failure(recipient.mayBegin ? 'forbidden' : 'thread_limit')
}

/**
 * Adds a post to a thread. By replying, the recipient of a request accepts it; until then its sender cannot write
 * again. A repeated call with the same key returns the same post, and `isNew` is false.
 */
export async function addReply(
  db: Db,
  member: Viewer,
  { threadId, ...content }: Content & { threadId: number },
): Promise<
  Result<
    { post: MessagePost; toId: number; isNew: boolean; mails: QueuedMails },
    'not_found' | 'request_waiting' | 'message_limit' | 'text_limit' | 'forbidden'
  >
> {
  const { key, now } = content
  const mentions = await findMentions(db, member, content.text)
  const userId = sql`(SELECT other_id FROM message_topics WHERE user_id = ${member.id} AND thread_id = ${threadId})`
  const written = { authorId: member.id, now }
  const isRepeated = hasPost(member, key)
  const maySend = sql`(${isRepeated} OR ${mayAdd('messagesPerDay', written)})`
  const mayWrite = sql`(${isRepeated} OR ${mayWriteText(content.text, written)})`
  const mayReply = sql`(message_threads.state = 'accepted' OR message_threads.to_id = ${member.id})`
  const [posts, , , , [post], [topic], mails] = await db.batch([
    insertPost(
      db,
      member,
      { ...content, mentions },
      sql`SELECT message_topics.thread_id, latest_number + 1 AS number FROM message_topics
        JOIN message_threads ON message_threads.id = message_topics.thread_id
        WHERE ${isOwnTopic(member, threadId)} AND ${mayReply} AND ${isOwnSketch(member, content.sketchId)}
          AND EXISTS (SELECT 1 FROM users WHERE users.id = other_id AND deleted_at IS NULL AND merged_into_id IS NULL)
          AND ${maySend} AND ${mayWrite}`,
    ),
    countText(db, content.text, written),
    statement(
      db,
      sql`UPDATE message_threads SET state = 'accepted' WHERE id = ${threadId} AND to_id = ${member.id} AND state = 'request'
        AND EXISTS (SELECT 1 FROM message_posts WHERE user_id = ${member.id} AND idempotency_key = ${key}
          AND thread_id = ${threadId})`,
    ),
    moveAccepted(db, member, sql`thread_id = ${threadId}`),
    selectOwnPost(db, member, key),
    db
      .select({
        otherId: messageTopics.otherId,
        mayReply: mayReply.mapWith(Boolean).as('may_reply'),
        maySend: maySend.mapWith(Boolean).as('may_send'),
        mayWrite: mayWrite.mapWith(Boolean).as('may_write'),
      })
      .from(messageTopics)
      .innerJoin(messageThreads, eq(messageThreads.id, messageTopics.threadId))
      .where(isOwnTopic(member, threadId)),
    queueMessageMail(db, member, { threadId, userId, key, now }),
    insertMentions(db, member, key),
  ])
  if (!topic) return failure('not_found')
  if (post) return success({ post: ownPostOf(post, member), toId: topic.otherId, isNew: posts.length > 0, mails })
  if (!topic.mayReply) return failure('request_waiting')
  if (!topic.maySend) return failure('message_limit')
  return failure(topic.mayWrite ? 'forbidden' : 'text_limit')
}

/** The condition that a member has a post with a key. */
const hasPost = (member: Viewer, key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM message_posts WHERE user_id = ${member.id} AND idempotency_key = ${key})`

/** Adds a post to the thread and with the number that `place` selects, once for each key. */
function insertPost(
  db: Db,
  member: Viewer,
  { text, mentions, sketchId, key, now }: Content & { mentions: Mention[] },
  place: SQL,
) {
  return statement<{ id: number }>(
    db,
    sql`INSERT INTO message_posts (thread_id, number, user_id, text, mentions, sketch_id, idempotency_key, created_at)
      SELECT place.thread_id, place.number, ${member.id}, ${text}, ${JSON.stringify(mentions)}, ${sketchId}, ${key}, ${now} FROM (${place}) AS place
      WHERE NOT ${hasPost(member, key)}
      RETURNING id`,
  )
}

/**
 * Stores the members whom a member's post with a key mentions, so that a deletion finds the posts that name an account.
 */
function insertMentions(db: Db, member: Viewer, key: string) {
  return statement(
    db,
    sql`INSERT OR IGNORE INTO message_mentions (user_id, post_id)
      SELECT value ->> 'userId', message_posts.id FROM message_posts, json_each(message_posts.mentions)
      WHERE message_posts.user_id = ${member.id} AND idempotency_key = ${key}`,
  )
}

/** Accepts a request; returns the id of the other member. Accepting twice is a no-op, and `isNew` is false. */
export async function acceptRequest(
  db: Db,
  member: Viewer,
  threadId: number,
): Promise<Result<{ otherId: number; isNew: boolean }, 'not_found'>> {
  const [[topic], accepted] = await db.batch([
    db.select({ otherId: messageTopics.otherId }).from(messageTopics).where(isOwnTopic(member, threadId)),
    statement<{ id: number }>(
      db,
      sql`UPDATE message_threads SET state = 'accepted' WHERE id = ${threadId} AND to_id = ${member.id} AND state = 'request'
        RETURNING id`,
    ),
    moveAccepted(db, member, sql`thread_id = ${threadId}`),
  ])
  return topic ? success({ otherId: topic.otherId, isNew: accepted.length > 0 }) : failure('not_found')
}

/** Moves accepted requests among some of a member's topics to the inbox. */
function moveAccepted(db: Db, member: Viewer, topics: SQL) {
  return statement(
    db,
    sql`UPDATE message_topics SET folder = 'inbox' WHERE user_id = ${member.id} AND ${topics}
      AND folder = 'requests' AND (SELECT state FROM message_threads WHERE id = thread_id) = 'accepted'`,
  )
}

/** Marks a thread as read, unless it has later posts. Returns the number of unread threads. */
export async function markThreadRead(
  db: Db,
  member: Viewer,
  { threadId, upTo }: { threadId: number; upTo: number },
): Promise<number> {
  const [, [counted]] = await db.batch([
    db
      .update(messageTopics)
      .set({ unread: false })
      .where(and(isOwnTopic(member, threadId), lte(messageTopics.latestNumber, upTo))),
    db.select({ unread: users.unreadMessagesCount }).from(users).where(eq(users.id, member.id)),
  ])
  return counted?.unread ?? 0
}
