import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NOTICE_CATEGORIES } from '../../../contract/http/notifications.ts'
import { chatRooms } from '../chat/schema.ts'
import { comments } from '../comments/schema.ts'
import { sketches } from '../sketches/schema.ts'
import { streams } from '../streams/schema.ts'
import { users } from '../users/schema.ts'

/** What members are told of, written by triggers; a trigger also keeps out what someone is not to be told. */
export const notices = sqliteTable(
  'notices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Who is told. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTICE_CATEGORIES }).notNull(),
    /** Who did it; of several, the last one. */
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    /** Whose page it is on: that of `sketchId`, or the profile where that is null. */
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    sketchId: integer('sketch_id').references(() => sketches.id),
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    /** The line of a chat room that it is about, by its number there. */
    chatRoomId: integer('chat_room_id').references(() => chatRooms.id, { onDelete: 'cascade' }),
    chatLine: integer('chat_line'),
    /** The stream that has begun. */
    streamId: integer('stream_id').references(() => streams.id),
    /** The beginning of the comment, which follows it, so that a list of notices reads no comments. */
    excerpt: text(),
    /** Whether the comment answers one of theirs. */
    answer: integer({ mode: 'boolean' }).notNull().default(false),
    /** Hearts on one sketch are gathered in one notice until it is read. */
    count: integer().notNull().default(1),
    at: integer().notNull(),
    readAt: integer('read_at'),
  },
  (table) => [
    index('notices_user').on(table.userId, table.at, table.id),
    index('notices_category').on(table.userId, table.category, table.at, table.id),
    index('notices_unread').on(table.userId, table.category).where(sql`read_at IS NULL`),
    index('notices_actor').on(table.userId, table.actorId),
    index('notices_owner').on(table.userId, table.ownerId),
    index('notices_sketch').on(table.sketchId),
    index('notices_age').on(table.at),
    uniqueIndex('notices_comment').on(table.commentId, table.userId).where(sql`comment_id IS NOT NULL`),
    uniqueIndex('notices_chat').on(table.chatRoomId, table.chatLine, table.userId).where(sql`chat_room_id IS NOT NULL`),
    uniqueIndex('notices_stream').on(table.streamId, table.userId).where(sql`stream_id IS NOT NULL`),
    uniqueIndex('notices_hearts').on(table.userId, table.sketchId).where(sql`category = 'hearts' AND read_at IS NULL`),
    uniqueIndex('notices_fans').on(table.userId, table.actorId).where(sql`category = 'fans'`),
  ],
)

/** How many notices of a category a member has, and how many of them are unread; kept by triggers. */
export const noticeCounts = sqliteTable(
  'notice_counts',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTICE_CATEGORIES }).notNull(),
    unread: integer().notNull(),
    kept: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

/** Categories that a member does not want to be told of. */
export const noticesOff = sqliteTable(
  'notices_off',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    category: text({ enum: NOTICE_CATEGORIES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

/** Sketches and profiles of which a member wants to hear no more. */
export const mutedThreads = sqliteTable(
  'muted_threads',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    targetType: text('target_type', { enum: ['sketch', 'profile'] }).notNull(),
    targetId: integer('target_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.targetType, table.targetId] }),
    index('muted_threads_target').on(table.targetType, table.targetId),
    index('muted_threads_age').on(table.userId, table.createdAt),
  ],
)

/** The newest sketch that a member has seen of what those they are a fan of posted. */
export const feedLooks = sqliteTable('feed_looks', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  sketchId: integer('sketch_id').notNull(),
})
