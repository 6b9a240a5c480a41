import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Sketches. Ids grow with the date, so lists by date are lists by id. */
export const sketches = sqliteTable(
  'sketches',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    description: text().notNull(),
    altText: text('alt_text').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The original in R2; never public. */
    fileKey: text('file_key').notNull(),
    /** The address of its pictures: unguessable, replaced when who may see the sketch changes. */
    imageKey: text('image_key').notNull(),
    /** Degrees to turn the original clockwise so that it stands upright. */
    rotation: integer().notNull().default(0),
    /** Whether it has to be mirrored left to right once it is turned. */
    mirrored: integer({ mode: 'boolean' }).notNull().default(false),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    /** SHA-256 of the original, hex. */
    contentHash: text('content_hash').notNull(),
    thumbhash: text().notNull(),
    /** Up to five colours, most present first, JSON of `#rrggbb`. */
    colours: text().notNull(),
    /** 64-bit perceptual (difference) hash, 16 hex digits. */
    perceptualHash: text('perceptual_hash').notNull(),
    mature: integer({ mode: 'boolean' }).notNull().default(false),
    unlisted: integer({ mode: 'boolean' }).notNull().default(false),
    violation: text({ enum: ['copyright', 'inappropriate', 'notsketch'] }),
    madeWithAi: integer('made_with_ai', { mode: 'boolean' }).notNull().default(false),
    featured: integer({ mode: 'boolean' }).notNull().default(false),
    heartsCount: integer('hearts_count').notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    /** Set when the sweep finds that the file is gone; out of every list until it is back. */
    fileLostAt: integer('file_lost_at'),
    createdAt: integer('created_at').notNull(),
    /** In lists for those who want to see mature sketches too; the first part of every list's index. */
    listed: integer({ mode: 'boolean' }).generatedAlwaysAs(
      sql`(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL)`,
      { mode: 'virtual' },
    ),
    /** In lists for everyone. */
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).generatedAlwaysAs(
      sql`(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0)`,
      { mode: 'virtual' },
    ),
  },
  (table) => [
    uniqueIndex('sketches_file_key').on(table.fileKey),
    uniqueIndex('sketches_image_key').on(table.imageKey),
    uniqueIndex('sketches_same_file').on(table.userId, table.contentHash),
    index('sketches_perceptual_hash').on(table.perceptualHash),
    index('sketches_listed').on(table.listed, table.id),
    index('sketches_listed_for_all').on(table.listedForAll, table.id),
  ],
)

export const tags = sqliteTable(
  'tags',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    sketchesCount: integer('sketches_count').notNull().default(0),
    /** The first one, two and three letters: for each, the tags most used are one index away. */
    start1: text().generatedAlwaysAs(sql`(substr(name, 1, 1))`, { mode: 'virtual' }),
    start2: text().generatedAlwaysAs(sql`(substr(name, 1, 2))`, { mode: 'virtual' }),
    start3: text().generatedAlwaysAs(sql`(substr(name, 1, 3))`, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('tags_name').on(table.name),
    index('tags_start1').on(table.start1, table.sketchesCount),
    index('tags_start2').on(table.start2, table.sketchesCount),
    index('tags_start3').on(table.start3, table.sketchesCount),
  ],
)

export const sketchTags = sqliteTable(
  'sketch_tags',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id),
    /** The artist, so that their own tags are one index away. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sketchId, table.tagId] }),
    index('sketch_tags_tag').on(table.tagId, table.sketchId),
    index('sketch_tags_user').on(table.userId, table.sketchId),
  ],
)
