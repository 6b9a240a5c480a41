import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ReportedPost } from '../../../contract/http/reports.ts'
import { messageThreads } from '../../domain/messages/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { streams } from '../../domain/streams/schema.ts'
import { users } from '../../domain/users/schema.ts'

/** Reports of sketches [1 §3], open until staff close them. */
export const sketchReports = sqliteTable(
  'sketch_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    copyright: integer({ mode: 'boolean' }).notNull(),
    mature: integer({ mode: 'boolean' }).notNull(),
    inappropriate: integer({ mode: 'boolean' }).notNull(),
    challengedq: integer({ mode: 'boolean' }).notNull(),
    compodq: integer({ mode: 'boolean' }).notNull(),
    notsketch: integer({ mode: 'boolean' }).notNull(),
    undeclaredAi: integer('undeclared_ai', { mode: 'boolean' }).notNull(),
    details: text().notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('sketch_reports_one_open').on(table.sketchId, table.reporterId).where(sql`closed_at IS NULL`),
    index('sketch_reports_open').on(table.id).where(sql`closed_at IS NULL`),
    index('sketch_reports_sketch').on(table.sketchId, table.id),
    index('sketch_reports_reporter').on(table.reporterId, table.id),
  ],
)

export const userReports = sqliteTable(
  'user_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('user_reports_one_open').on(table.userId, table.reporterId).where(sql`closed_at IS NULL`),
    index('user_reports_open').on(table.id).where(sql`closed_at IS NULL`),
    index('user_reports_user').on(table.userId, table.id),
    index('user_reports_reporter').on(table.reporterId, table.id),
    check('nobody_reports_themselves', sql`${table.userId} <> ${table.reporterId}`),
  ],
)

export const streamReports = sqliteTable(
  'stream_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    streamId: integer('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    details: text().notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('stream_reports_one_open').on(table.streamId, table.reporterId).where(sql`closed_at IS NULL`),
    index('stream_reports_open').on(table.id).where(sql`closed_at IS NULL`),
    index('stream_reports_reporter').on(table.reporterId, table.id),
  ],
)

/** Reports of threads of messages, with the posts as the reporter saw them. They outlive the thread. */
export const messageReports = sqliteTable(
  'message_reports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer('thread_id')
      .notNull()
      .references(() => messageThreads.id),
    /** The other member of the thread. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    posts: text({ mode: 'json' }).$type<ReportedPost[]>().notNull(),
    details: text().notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    closedBy: integer('closed_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('message_reports_one_open').on(table.threadId, table.reporterId).where(sql`closed_at IS NULL`),
    index('message_reports_open').on(table.id).where(sql`closed_at IS NULL`),
    index('message_reports_user').on(table.userId, table.id),
    index('message_reports_reporter').on(table.reporterId, table.id),
  ],
)
