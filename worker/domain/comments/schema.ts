import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Mention } from '../../../contract/http/mentions.ts'
import { users } from '../users/schema.ts'

/** Comments on sketches and profiles, and the discussions of groups and compos. `number` counts within the target. */
export const comments = sqliteTable(
  'comments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    targetType: text('target_type', { enum: ['sketch', 'profile', 'group', 'compo'] }).notNull(),
    targetId: integer('target_id').notNull(),
    number: integer().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** Members mentioned in the text, with positions. `comment_mentions` is derived from it. */
    mentions: text({ mode: 'json' }).$type<Mention[]>().notNull().default([]),
    /** Chosen by the page that sends the comment, so that a repeated call adds it once. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** The comment to which this one replies, which may be deleted, and its author. */
    parentId: integer('parent_id'),
    parentUserId: integer('parent_user_id').references(() => users.id),
    /**
     * The comment under which this one is shown, which may be deleted: the parent, or the comment under which the
     * parent is shown.
     */
    threadId: integer('thread_id'),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
  },
  (table) => [
    uniqueIndex('comments_target').on(table.targetType, table.targetId, table.number),
    uniqueIndex('comments_idempotency_key').on(table.userId, table.idempotencyKey),
    index('comments_user').on(table.userId, table.id),
    index('comments_user_time').on(table.userId, table.createdAt),
    index('comments_mentioning').on(table.targetType, table.targetId, table.number).where(sql`mentions <> '[]'`),
    index('comments_thread').on(table.threadId, table.number).where(sql`thread_id IS NOT NULL`),
  ],
)

export const commentMentions = sqliteTable(
  'comment_mentions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    commentId: integer('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.commentId] }),
    index('comment_mentions_comment').on(table.commentId),
  ],
)
