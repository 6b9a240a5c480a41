import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Mention } from '../../../contract/http/mentions.ts'
import type { MessageFolder } from '../../../contract/http/messages.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/**
 * Private conversations of two members. A `request` waits for its recipient. A thread that both deleted keeps its row
 * without posts, because the row records that the two have written to each other, or that a request was declined.
 */
export const messageThreads = sqliteTable(
  'message_threads',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    fromId: integer('from_id')
      .notNull()
      .references(() => users.id),
    toId: integer('to_id')
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['accepted', 'request', 'declined'] }).notNull(),
    /** Chosen by the page that sends the first post, so that a repeated call adds one thread. */
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Both members deleted the thread, and a job has yet to remove the rest of its posts. */
    hasPostsLeft: integer('has_posts_left', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('message_threads_idempotency_key').on(table.fromId, table.idempotencyKey),
    uniqueIndex('message_threads_one_request').on(table.fromId, table.toId).where(sql`state <> 'accepted'`),
    index('message_threads_pair').on(table.fromId, table.toId, table.state),
    index('message_threads_to').on(table.toId, table.id),
    index('message_threads_age').on(table.fromId, table.createdAt),
    index('message_threads_left').on(table.id).where(sql`has_posts_left = 1`),
    check('nobody_writes_to_themselves', sql`${table.fromId} <> ${table.toId}`),
  ],
)

/** Posts of threads. `number` counts within the thread. */
export const messagePosts = sqliteTable(
  'message_posts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer('thread_id')
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** Members mentioned in the text, with positions. `message_mentions` is derived from it. */
    mentions: text({ mode: 'json' }).$type<Mention[]>().notNull().default([]),
    /** An attached sketch of the author. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('message_posts_thread').on(table.threadId, table.number),
    uniqueIndex('message_posts_idempotency_key').on(table.userId, table.idempotencyKey),
    index('message_posts_times').on(table.userId, table.createdAt),
    index('message_posts_sketch').on(table.sketchId).where(sql`sketch_id IS NOT NULL`),
  ],
)

/** Members mentioned in posts. */
export const messageMentions = sqliteTable(
  'message_mentions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    postId: integer('post_id')
      .notNull()
      .references(() => messagePosts.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] }), index('message_mentions_post').on(table.postId)],
)

/**
 * The entry of a thread in the list of each of its two members. Triggers copy the latest post, so that a list reads one
 * row per thread.
 */
export const messageTopics = sqliteTable(
  'message_topics',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    threadId: integer('thread_id')
      .notNull()
      .references(() => messageThreads.id, { onDelete: 'cascade' }),
    otherId: integer('other_id')
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    folder: text().$type<MessageFolder | 'deleted'>().notNull(),
    /** True while a block exists between the two members. */
    blocked: integer({ mode: 'boolean' }).notNull().default(false),
    unread: integer({ mode: 'boolean' }).notNull().default(false),
    /** Posts up to this number were deleted by this member. */
    deletedUpTo: integer('deleted_up_to').notNull().default(0),
    latestNumber: integer('latest_number').notNull().default(0),
    latestUserId: integer('latest_user_id')
      .notNull()
      .references(() => users.id),
    latestAt: integer('latest_at').notNull(),
    excerpt: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.threadId] }),
    index('message_topics_folder')
      .on(table.userId, table.folder, table.latestAt, table.threadId)
      .where(sql`blocked = 0`),
    index('message_topics_thread').on(table.threadId),
    index('message_topics_pair').on(table.userId, table.otherId),
  ],
)

/** Numbers of a member's topics per folder, without those behind a block; maintained by triggers. */
export const messageCounts = sqliteTable(
  'message_counts',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    folder: text().$type<MessageFolder>().notNull(),
    totalCount: integer('total_count').notNull(),
    unreadCount: integer('unread_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.folder] })],
)
