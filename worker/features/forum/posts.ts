import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { pageOfPost } from '../../../contract/forum-path.ts'
import type { ForumPost, ForumTopic, TopicPage } from '../../../contract/http/forum.ts'
import { POSTS_PAGE_SIZE, QUOTE_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { forumCategories, forumPosts, forumTopics } from '../../domain/forum/schema.ts'
import { attachedColumns, attachedSketchOf } from '../../domain/sketches/attached.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { shownMentions } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { parseReading, readingOf } from './topics.ts'

export function selectTopic(db: Db, viewer: Viewer | null, id: number | SQL) {
  return db
    .select({
      id: forumTopics.id,
      title: forumTopics.title,
      userId: forumTopics.userId,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      createdAt: forumTopics.createdAt,
      state: forumTopics.state,
      pinned: forumTopics.pinned,
      posts: forumTopics.latestNumber,
      reading: readingOf(viewer).as('reading'),
      blocked: blockedColumn(viewer, forumTopics.userId),
      category: {
        id: sql<number>`${forumCategories.id}`.as('category_id'),
        slug: forumCategories.slug,
        name: forumCategories.name,
        description: forumCategories.description,
        staffOnly: forumCategories.staffOnly,
        closed: forumCategories.closed,
      },
    })
    .from(forumTopics)
    .innerJoin(users, eq(users.id, forumTopics.userId))
    .innerJoin(forumCategories, eq(forumCategories.id, forumTopics.categoryId))
    .where(eq(forumTopics.id, id))
}

type TopicRow = Awaited<ReturnType<typeof selectTopic>>[number]

/** True if the viewer may see the topic. Only staff see removed topics and topics begun by a blocked member. */
export function maySeeTopic<Topic extends Pick<TopicRow, 'state' | 'blocked'>>(
  viewer: Viewer | null,
  topic: Topic | undefined,
): topic is Topic {
  return topic !== undefined && (isStaff(viewer) || (topic.state !== 'removed' && !topic.blocked))
}

const quoted = alias(forumPosts, 'quoted')
const quotedUsers = alias(users, 'quoted_users')

export function selectPosts(db: Db, viewer: Viewer | null, where: SQL | undefined) {
  const quotedBlocked = blockedColumn(viewer, quoted.userId).getSQL()
  return db
    .select({
      id: sql<number>`${forumPosts.id}`.as('post_id'),
      number: forumPosts.number,
      userId: forumPosts.userId,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      text: forumPosts.text,
      mentions: shownMentions(forumPosts.mentions),
      key: forumPosts.idempotencyKey,
      at: sql<number>`${forumPosts.createdAt}`.as('at'),
      editedAt: forumPosts.editedAt,
      deletedBy: forumPosts.deletedBy,
      blocked: blockedColumn(viewer, forumPosts.userId),
      quotedNumber: sql<number | null>`${quoted.number}`.as('quoted_post'),
      quotedNickname: sql<string | null>`${quotedUsers.nickname}`.as('quoted_nickname'),
      quotedText: sql<string | null>`substr(${quoted.text}, 1, ${QUOTE_MAX + 1})`.as('quoted_text'),
      quotedBlocked: sql`${quotedBlocked}`.mapWith(Boolean).as('quoted_blocked'),
      sketch: attachedColumns,
    })
    .from(forumPosts)
    .innerJoin(users, eq(users.id, forumPosts.userId))
    .leftJoin(
      quoted,
      sql`quoted.topic_id = forum_posts.topic_id AND quoted.number = forum_posts.quoted_number
        AND quoted.deleted_at IS NULL`,
    )
    .leftJoin(quotedUsers, eq(quotedUsers.id, quoted.userId))
    .leftJoin(sketches, eq(sketches.id, forumPosts.sketchId))
    .where(where)
    .orderBy(asc(forumPosts.number))
}

type PostRow = Awaited<ReturnType<typeof selectPosts>>[number]

/**
 * Finds a topic with the posts of a page; null if the viewer may not see it. Pages are ranges of post numbers, so every
 * page costs the same and a post never moves to another page.
 */
export async function findTopicPage(
  db: Db,
  viewer: Viewer | null,
  { id, page }: { id: number; page: number },
): Promise<TopicPage | null> {
  const before = (page - 1) * POSTS_PAGE_SIZE
  const [[topic], rows] = await db.batch([
    selectTopic(db, viewer, id),
    selectPosts(
      db,
      viewer,
      and(eq(forumPosts.topicId, id), gt(forumPosts.number, before), lte(forumPosts.number, before + POSTS_PAGE_SIZE)),
    ),
  ])
  if (!maySeeTopic(viewer, topic)) return null
  return {
    topic: topicOf(topic),
    items: rows.filter(({ blocked }) => !blocked || isStaff(viewer)).map((row) => postOf(row, viewer)),
    page,
    pages: pageOfPost(topic.posts),
  }
}

function topicOf({ userId, nickname, avatarKey, createdAt, reading, blocked: _, ...topic }: TopicRow): ForumTopic {
  return {
    ...topic,
    user: personOf({ id: userId, nickname, avatarKey }),
    date: toWireTime(createdAt),
    ...parseReading(reading),
  }
}

export function postOf(row: PostRow, viewer: Viewer | null): ForumPost {
  const { id, number, userId, nickname, avatarKey, text, mentions, key, at, editedAt, deletedBy } = row
  const isOwn = viewer?.id === userId
  const author = personOf({ id: userId, nickname, avatarKey })
  return {
    id,
    number,
    user: author,
    date: toWireTime(at),
    text,
    mentions: mentions ?? [],
    sketch: sketchOf(row, viewer),
    quote: quoteOf(row),
    edited: editedAt !== null,
    deleted: deletedBy,
    canDelete: deletedBy === null && (isOwn || isStaff(viewer)),
    key: isOwn ? key : '',
  }
}

/** Returns the attached sketch, or null. Unlisted sketches are left out, because everyone can read the forum. */
function sketchOf({ sketch, userId, nickname }: PostRow, viewer: Viewer | null): ForumPost['sketch'] {
  const isHidden = sketch?.unlisted && viewer?.id !== userId
  return isHidden ? { hidden: true } : attachedSketchOf(sketch, { id: userId, nickname }, viewer)
}

function quoteOf({ quotedNumber, quotedNickname, quotedText, quotedBlocked }: PostRow): ForumPost['quote'] {
  if (quotedNumber === null || quotedBlocked) return null
  return { number: quotedNumber, nickname: quotedNickname ?? '', text: beginningOf(quotedText ?? '') }
}

/** The first characters of a quoted text, without an address or name that would be cut. */
function beginningOf(text: string): string {
  const characters = [...text]
  if (characters.length <= QUOTE_MAX) return text
  const beginning = characters.slice(0, QUOTE_MAX).join('')
  return `${beginning.replace(/(?<=^|\s)(?:https?:\/\/|[/@])\S*$/i, '')}…`
}
