import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'

/** Earlier pictures of a sketch. Restoring a version swaps it with the current picture. */
export const sketchVersions = sqliteTable(
  'sketch_versions',
  {
    fileKey: text('file_key').primaryKey(),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** Served only to the artist and staff. */
    imageKey: text('image_key').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    rotation: integer().notNull(),
    mirrored: integer({ mode: 'boolean' }).notNull(),
    angle: integer().notNull(),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    thumbhash: text().notNull(),
    /** Colour behind a transparent picture; null for others. */
    mat: text({ enum: ['white', 'gray', 'black'] }),
    colours: text().notNull(),
    perceptualHash: text('perceptual_hash').notNull(),
    fingerprint: text(),
    replacedAt: integer('replaced_at').notNull(),
  },
  (table) => [
    uniqueIndex('sketch_versions_image_key').on(table.imageKey),
    index('sketch_versions_sketch').on(table.sketchId, table.replacedAt),
  ],
)
