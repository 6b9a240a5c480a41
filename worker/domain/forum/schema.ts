import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Mention } from '../../../contract/http/mentions.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Categories of the forum. Staff edit them, except the address. */
export const forumCategories = sqliteTable('forum_categories', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The address: `/forum/{slug}`. */
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull(),
  position: integer().notNull(),
  /** Only staff begin topics. */
  staffOnly: integer('staff_only', { mode: 'boolean' }).notNull().default(false),
  /** Members can read, but not write. */
  closed: integer({ mode: 'boolean' }).notNull().default(false),
})

/** Topics of the forum, with a copy of the facts of their latest post. Only staff see a removed topic. */
export const forumTopics = sqliteTable(
  'forum_topics',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => forumCategories.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    state: text({ enum: ['open', 'locked', 'removed'] })
      .notNull()
      .default('open'),
    pinned: integer({ mode: 'boolean' }).notNull().default(false),
    /** The number of the latest post, which may be deleted. */
    latestNumber: integer('latest_number').notNull().default(0),
    latestUserId: integer('latest_user_id')
      .notNull()
      .references(() => users.id),
    latestAt: integer('latest_at').notNull(),
    /** Chosen by the page that begins the topic, so that a repeated call begins one. */
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('forum_topics_idempotency_key').on(table.userId, table.idempotencyKey),
    index('forum_topics_latest').on(table.latestAt, table.id).where(sql`state <> 'removed'`),
    index('forum_topics_category')
      .on(table.categoryId, table.pinned, table.latestAt, table.id)
      .where(sql`state <> 'removed'`),
    index('forum_topics_user').on(table.userId, table.createdAt, table.id),
    index('forum_topics_latest_user').on(table.latestUserId),
  ],
)

/**
 * Posts of topics. `number` counts within the topic and never changes: a deleted post keeps its row without its text.
 */
export const forumPosts = sqliteTable(
  'forum_posts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    topicId: integer('topic_id')
      .notNull()
      .references(() => forumTopics.id),
    number: integer().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** Members mentioned in the text, with positions. `forum_mentions` is derived from it. */
    mentions: text({ mode: 'json' }).$type<Mention[]>().notNull().default([]),
    /** An attached sketch of the author. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    /** The number of the quoted post of the same topic. */
    quotedNumber: integer('quoted_number'),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
    deletedAt: integer('deleted_at'),
    deletedBy: text('deleted_by', { enum: ['author', 'staff'] }),
  },
  (table) => [
    uniqueIndex('forum_posts_topic').on(table.topicId, table.number),
    uniqueIndex('forum_posts_idempotency_key').on(table.userId, table.idempotencyKey),
    index('forum_posts_user').on(table.userId, table.createdAt),
    index('forum_posts_age').on(table.createdAt),
    index('forum_posts_sketch').on(table.sketchId).where(sql`sketch_id IS NOT NULL`),
  ],
)

/** Members mentioned in posts. */
export const forumMentions = sqliteTable(
  'forum_mentions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    postId: integer('post_id')
      .notNull()
      .references(() => forumPosts.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] }), index('forum_mentions_post').on(table.postId)],
)

/** Topics that members have opened, written in or watch. */
export const forumReaders = sqliteTable(
  'forum_readers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    topicId: integer('topic_id')
      .notNull()
      .references(() => forumTopics.id),
    /** Posts up to this number were read. */
    readNumber: integer('read_number').notNull().default(0),
    /** Null until the member chooses. Writing in the topic makes it true. */
    watched: integer({ mode: 'boolean' }),
    /** The member was notified of a new post since they last read the topic. */
    notified: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * The last time at which the member began to watch the topic, wrote in it, or was notified. Orders the watched
     * topics.
     */
    activeAt: integer('active_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.topicId] }),
    index('forum_readers_to_notify').on(table.topicId, table.userId).where(sql`watched = 1 AND notified = 0`),
    index('forum_readers_watched').on(table.userId, table.activeAt, table.topicId).where(sql`watched = 1`),
  ],
)
