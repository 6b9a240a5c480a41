import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RepostAnswer } from '../../../contract/reposts.ts'
import { sketches } from '../sketches/schema.ts'
import { bandIndexes, fingerprintBands } from './bands.ts'

/**
 * Sketches that were similar to a sketch of another member when they were posted, and their artist's answer about that.
 */
export const reposts = sqliteTable(
  'reposts',
  {
    sketchId: integer('sketch_id')
      .primaryKey()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    /** The similar sketch of the other member; null once it is deleted. */
    originalId: integer('original_id').references(() => sketches.id, { onDelete: 'set null' }),
    answer: text().$type<RepostAnswer>().notNull(),
    /** The time at which the artist of the original disputed the answer. */
    disputedAt: integer('disputed_at'),
  },
  (table) => [index('reposts_original').on(table.originalId).where(sql`original_id IS NOT NULL`)],
)

/** Pictures that nobody may post, with copied data by which staff recognise them. Kept when their sketch is deleted. */
export const blockedPictures = sqliteTable(
  'blocked_pictures',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    fingerprint: text().notNull(),
    ...fingerprintBands,
    /** The sketch whose picture was blocked; it may be deleted. */
    sketchId: integer('sketch_id').notNull(),
    title: text().notNull(),
    thumbhash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    reason: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('blocked_pictures_fingerprint').on(table.fingerprint),
    ...bandIndexes('blocked_pictures', table),
  ],
)
