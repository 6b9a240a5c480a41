import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Pictures that were received and wait to be posted. A row is gone once its sketch stands; the file key goes on. */
export const uploads = sqliteTable(
  'uploads',
  {
    id: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fileName: text('file_name').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    fileKey: text('file_key').notNull(),
    imageKey: text('image_key').notNull(),
    rotation: integer().notNull(),
    mirrored: integer({ mode: 'boolean' }).notNull().default(false),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    thumbhash: text().notNull(),
    colours: text().notNull(),
    perceptualHash: text('perceptual_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('uploads_file_key').on(table.fileKey),
    uniqueIndex('uploads_image_key').on(table.imageKey),
    uniqueIndex('uploads_same_file').on(table.userId, table.contentHash),
    index('uploads_age').on(table.createdAt),
  ],
)

/** Where a sweep that goes through a long list in pieces goes on the next time. */
export const sweeps = sqliteTable('sweeps', {
  name: text().primaryKey(),
  position: text().notNull(),
})
