import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { MessagePost, MessagePostList, MessageThread } from '../../../contract/http/messages.ts'
import { POSTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { messagePosts, messageThreads, messageTopics } from '../../domain/messages/schema.ts'
import { attachedColumns, attachedSketchOf } from '../../domain/sketches/attached.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { personColumns, personOf } from '../../domain/users/list-items.ts'
import { shownMentions } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/** The condition that a thread is in a list of the member: not deleted, and not behind a block. */
export function isOwnTopic(member: Viewer, threadId: number): SQL {
  return sql`message_topics.user_id = ${member.id} AND message_topics.thread_id = ${threadId}
    AND message_topics.blocked = 0 AND message_topics.folder <> 'deleted'`
}

function selectThread(db: Db, member: Viewer, id: number) {
  return db
    .select({
      subject: messageTopics.subject,
      deletedUpTo: messageTopics.deletedUpTo,
      latestNumber: messageTopics.latestNumber,
      unread: messageTopics.unread,
      state: messageThreads.state,
      toId: messageThreads.toId,
      otherId: personColumns.id,
      nickname: personColumns.nickname,
      avatarKey: personColumns.avatarKey,
      joinedAt: sql<number>`${users.createdAt}`.as('joined_at'),
      hasLeft: sql`(${users.deletedAt} IS NOT NULL OR ${users.mergedIntoId} IS NOT NULL)`
        .mapWith(Boolean)
        .as('has_left'),
    })
    .from(messageTopics)
    .innerJoin(messageThreads, eq(messageThreads.id, messageTopics.threadId))
    .innerJoin(users, eq(users.id, messageTopics.otherId))
    .where(isOwnTopic(member, id))
}

type ThreadRow = Awaited<ReturnType<typeof selectThread>>[number]

function selectPosts(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: messagePosts.number,
      userId: messagePosts.userId,
      text: messagePosts.text,
      mentions: shownMentions(messagePosts.mentions),
      key: messagePosts.idempotencyKey,
      at: sql<number>`${messagePosts.createdAt}`.as('at'),
      sketch: attachedColumns,
    })
    .from(messagePosts)
    .leftJoin(sketches, eq(sketches.id, messagePosts.sketchId))
    .where(where)
    .orderBy(desc(messagePosts.number))
}

type PostRow = Awaited<ReturnType<typeof selectPosts>>[number]

/** Position in a thread: before a cursor, or a page counted from 1, the latest posts. */
type PostPosition = { id: number; cursor?: string | undefined; page?: number | undefined }

/**
 * Lists the posts of a thread, latest first. A page is a range of the posts' numbers, so the last page costs as much as
 * the first. Null if the thread is in no list of the member. @throws InvalidCursor.
 */
export async function listPosts(
  db: Db,
  member: Viewer,
  { id, cursor, page = 1 }: PostPosition,
): Promise<MessagePostList | null> {
  const list = `posts ${member.id} ${id}`
  const [before] = decodeCursor(list, 1, cursor) ?? []
  const topic = (column: string) => sql`(SELECT ${sql.raw(column)} FROM message_topics WHERE ${isOwnTopic(member, id)})`
  const highest =
    before === undefined ? sql`${topic('latest_number')} - ${(page - 1) * POSTS_PAGE_SIZE}` : sql`${before - 1}`
  const [[thread], rows] = await db.batch([
    selectThread(db, member, id),
    selectPosts(
      db,
      and(
        eq(messagePosts.threadId, id),
        sql`${messagePosts.number} <= ${highest} AND ${messagePosts.number} > ${topic('deleted_up_to')}`,
      ),
    ).limit(POSTS_PAGE_SIZE),
  ])
  if (!thread) return null
  const oldest = rows.at(-1)?.id
  const done = oldest === undefined || oldest === thread.deletedUpTo + 1
  return {
    items: rows.map((row) => postOf(row, member, thread)),
    page,
    cursor: done ? '' : encodeCursor(list, [oldest]),
    done,
    thread: threadOf(id, thread, member),
  }
}

function threadOf(id: number, { state, toId, joinedAt, ...row }: ThreadRow, member: Viewer): MessageThread {
  return {
    id,
    subject: row.subject,
    other: { ...personOf({ ...row, id: row.otherId }), joined: toWireTime(joinedAt) },
    hasLeft: row.hasLeft,
    state: state === 'accepted' ? 'open' : toId === member.id ? 'request' : 'waiting',
    total: row.latestNumber - row.deletedUpTo,
    read: !row.unread,
  }
}

function postOf(
  { id, userId, text, mentions, key, at, sketch }: PostRow,
  member: Viewer,
  thread: ThreadRow,
): MessagePost {
  const isOwn = userId === member.id
  const author = personOf(isOwn ? member : { ...thread, id: thread.otherId })
  return {
    id,
    userId,
    userNickname: author.nickname,
    userAvatar: author.avatar,
    date: toWireTime(at),
    text,
    mentions: mentions ?? [],
    sketch: attachedSketchOf(sketch, { id: userId, nickname: author.nickname }, member),
    key: isOwn ? key : '',
  }
}

/** Finds a post of the member by its key, with the thread as the member sees it. */
export function selectOwnPost(db: Db, member: Viewer, key: string) {
  return selectPosts(db, and(eq(messagePosts.userId, member.id), eq(messagePosts.idempotencyKey, key)))
}

/** The member's own post. */
export function ownPostOf(row: PostRow, member: Viewer): MessagePost {
  const { userId, mentions, at, sketch, ...post } = row
  const { nickname, avatar } = personOf(member)
  return {
    ...post,
    mentions: mentions ?? [],
    userId,
    userNickname: nickname,
    userAvatar: avatar,
    date: toWireTime(at),
    sketch: attachedSketchOf(sketch, member, member),
  }
}
