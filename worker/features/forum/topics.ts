import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { TopicItem, TopicList, TopicOrder } from '../../../contract/http/forum.ts'
import { TOPICS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { forumReaders, forumTopics } from '../../domain/forum/schema.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'
import { selectCategories } from './categories.ts'

/** Written without parameters, because the partial indexes of topics have the same condition. */
const isShown = sql`forum_topics.state <> 'removed'`

/**
 * Selects a JSON pair for a topic: the number of the last post that the viewer has read, and whether they watch the
 * topic. Null if they never opened it.
 */
export function readingOf(viewer: Viewer | null): SQL<string | null> {
  if (!viewer) return sql<null>`NULL`
  return sql<string | null>`(SELECT json_array(read_number, watched) FROM forum_readers
    WHERE forum_readers.user_id = ${viewer.id} AND forum_readers.topic_id = forum_topics.id)`
}

export function parseReading(reading: string | null): { readUpTo: number | null; watched: boolean } {
  const [readUpTo, watched]: [number | null, number | null] = reading ? JSON.parse(reading) : [null, null]
  return { readUpTo, watched: watched === 1 }
}

type Range = { where: SQL | undefined; order: readonly SQL[]; isWatched: boolean }

function selectTopics(db: Db, viewer: Viewer | null, { where, order, isWatched }: Range) {
  const columns = {
    id: forumTopics.id,
    title: forumTopics.title,
    categoryId: forumTopics.categoryId,
    state: forumTopics.state,
    pinned: forumTopics.pinned,
    posts: forumTopics.latestNumber,
    at: forumTopics.latestAt,
    createdAt: forumTopics.createdAt,
    latestId: forumTopics.latestUserId,
    nickname: users.nickname,
    avatarKey: users.avatarKey,
    blocked: blockedColumn(viewer, forumTopics.userId),
    latestBlocked: sql`${blockedColumn(viewer, forumTopics.latestUserId).getSQL()}`
      .mapWith(Boolean)
      .as('latest_blocked'),
    reading: readingOf(viewer).as('reading'),
    activeAt: (isWatched ? sql<number>`${forumReaders.activeAt}` : sql<number>`0`).as('active_at'),
  }
  const from = isWatched
    ? db
        .select(columns)
        .from(forumReaders)
        .innerJoin(forumTopics, eq(forumTopics.id, forumReaders.topicId))
        .innerJoin(users, eq(users.id, forumTopics.latestUserId))
        .$dynamic()
    : db.select(columns).from(forumTopics).innerJoin(users, eq(users.id, forumTopics.latestUserId)).$dynamic()
  return from
    .where(where)
    .orderBy(...order)
    .limit(TOPICS_PAGE_SIZE)
}

type TopicRow = Awaited<ReturnType<typeof selectTopics>>[number]

type Order = {
  keys: readonly Parameters<typeof rangesAfter>[0][number][]
  within: SQL | undefined
  /** Returns the cursor keys of a row. */
  keysOf: (row: TopicRow) => number[]
}

function orderOf(
  viewer: Viewer | null,
  { category, show }: { category?: string | undefined; show: TopicOrder },
): Order {
  const inCategory =
    category === undefined
      ? undefined
      : sql`forum_topics.category_id = (SELECT forum_categories.id FROM forum_categories WHERE slug = ${category})`
  if (viewer && show === 'own') {
    return {
      keys: [forumTopics.createdAt, forumTopics.id],
      within: eq(forumTopics.userId, viewer.id),
      keysOf: ({ createdAt, id }) => [createdAt, id],
    }
  }
  if (viewer && show === 'watched') {
    return {
      keys: [forumReaders.activeAt, forumReaders.topicId],
      within: and(eq(forumReaders.userId, viewer.id), sql`forum_readers.watched = 1`),
      keysOf: ({ activeAt, id }) => [activeAt, id],
    }
  }
  if (inCategory) {
    return {
      keys: [forumTopics.pinned, forumTopics.latestAt, forumTopics.id],
      within: and(inCategory, isShown),
      keysOf: ({ pinned, at, id }) => [Number(pinned), at, id],
    }
  }
  return {
    keys: [forumTopics.latestAt, forumTopics.id],
    within: isShown,
    keysOf: ({ at, id }) => [at, id],
  }
}

type TopicRange = { category?: string | undefined; show: TopicOrder; cursor?: string | undefined }

/**
 * Lists topics with all categories. A page may be shorter: topics begun by a blocked member are left out, and so are
 * removed topics and those of other categories among the viewer's own and watched topics. @throws InvalidCursor.
 */
export async function listTopics(db: Db, viewer: Viewer | null, { cursor, ...range }: TopicRange): Promise<TopicList> {
  const list = `topics ${viewer && range.show !== 'latest' ? viewer.id : ''} ${range.show} ${range.category ?? ''}`
  const { keys, within, keysOf } = orderOf(viewer, range)
  const last = decodeCursor(list, keys.length, cursor)
  const [equalFirstKey, rest] = last ? rangesAfter(keys, last) : []
  const read = (after?: SQL) =>
    selectTopics(db, viewer, {
      where: and(within, after),
      order: keys.map((key) => desc(key)),
      isWatched: viewer !== null && range.show === 'watched',
    })
  const page = last
    ? unionAll(
        db.select().from(read(equalFirstKey).as('equal_first_key')),
        db.select().from(read(rest).as('rest')),
      ).limit(TOPICS_PAGE_SIZE)
    : read()
  const [rows, categories] = await db.batch([page, selectCategories(db)])
  const end = rows.at(-1)
  const shownCategory = categories.find(({ slug }) => slug === range.category)?.id
  const isInCategory = ({ categoryId }: TopicRow) => range.category === undefined || categoryId === shownCategory
  const mayList = ({ state, blocked }: TopicRow) => state !== 'removed' && (!blocked || isStaff(viewer))
  // A page that is not full is the last one. This saves reading one row more than a page.
  const done = rows.length < TOPICS_PAGE_SIZE || !end
  return {
    items: rows.filter((row) => isInCategory(row) && mayList(row)).map(topicItemOf),
    cursor: done ? '' : encodeCursor(list, keysOf(end)),
    done,
    categories,
  }
}

function topicItemOf(row: TopicRow): TopicItem {
  const { id, title, categoryId, state, pinned, posts, at, latestId, nickname, avatarKey, latestBlocked, reading } = row
  return {
    id,
    title,
    categoryId,
    state,
    pinned,
    posts,
    latest: latestBlocked ? null : personOf({ id: latestId, nickname, avatarKey }),
    date: toWireTime(at),
    ...parseReading(reading),
  }
}
