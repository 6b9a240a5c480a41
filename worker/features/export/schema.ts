import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'
import type { Part } from './parts.ts'

/** Exports of the data of members. A member has at most one that has not expired. */
export const accountExports = sqliteTable(
  'account_exports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['making', 'ready', 'failed', 'expired'] }).notNull(),
    /** The step (steps.ts) at which the job continues, and the JSON of its position in it. */
    step: text().notNull().default(''),
    position: text().notNull().default('[]'),
    /** Bytes of the listed files, and of those whose checksum is known. */
    bytes: integer().notNull().default(0),
    bytesRead: integer('bytes_read').notNull().default(0),
    /** Null until it is ready. */
    parts: text({ mode: 'json' }).$type<Part[]>(),
    /** The run that works on it, and the time until which no other run may begin. After the run, its time. */
    run: text(),
    claimedUntil: integer('claimed_until').notNull().default(0),
    /** Number of runs since the last finished step. */
    attempts: integer().notNull().default(0),
    /** Requests for its parts: downloads, resumed ones included, and requests for headers or impossible ranges. */
    downloadsCount: integer('downloads_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** When it expires; null while it is made. */
    endsAt: integer('ends_at'),
  },
  (table) => [
    uniqueIndex('account_exports_user').on(table.userId).where(sql`state <> 'expired'`),
    index('account_exports_making').on(table.claimedUntil).where(sql`state = 'making'`),
    index('account_exports_ends').on(table.endsAt).where(sql`ends_at IS NOT NULL`),
  ],
)

/** The files of an export, in the order of its zips. */
export const exportedFiles = sqliteTable(
  'exported_files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    exportId: integer('export_id')
      .notNull()
      .references(() => accountExports.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** `data`: made by the job. `picture`: a file of a sketch or an upload. `recording`: a file of a stream. */
    source: text({ enum: ['data', 'picture', 'recording'] }).notNull(),
    fileKey: text('file_key').notNull(),
    bytes: integer().notNull(),
    /** Null until the file was read. */
    crc32: integer(),
    modifiedAt: integer('modified_at').notNull(),
    /** Its file was missing when it was read. */
    missing: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('exported_files_name').on(table.exportId, table.name),
    index('exported_files_order').on(table.exportId, table.id),
    index('exported_files_unread').on(table.exportId, table.id).where(sql`crc32 IS NULL AND missing = 0`),
  ],
)
