import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Albums and collections. Counts and cover follow the sketches in them, by triggers. */
export const albums = sqliteTable(
  'albums',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 0 an album of one's own sketches, 1 a collection of anyone's; it never changes. */
    mode: integer().$type<0 | 1>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** The sketch that is its cover: one of its own, null only while it is empty. */
    coverSketchId: integer('cover_sketch_id'),
    sketchesCount: integer('sketches_count').notNull().default(0),
    /** Those of its sketches that are in lists. */
    listedCount: integer('listed_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Chosen by the page that creates the album, so that a repeated call creates it once. */
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    index('albums_user').on(table.userId, table.id),
    index('albums_user_mode').on(table.userId, table.mode, table.id),
    uniqueIndex('albums_idempotency_key').on(table.userId, table.idempotencyKey),
  ],
)

/** What is in an album, and where: positions are above 0, with room between them. */
export const albumSketches = sqliteTable(
  'album_sketches',
  {
    albumId: integer('album_id')
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Of the album, so that what a sketch is in can be counted by the index alone. */
    mode: integer().$type<0 | 1>().notNull(),
    /** Who made the sketch, so that what a block hides can be counted. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    /** These two follow the sketch, so that a page reads nothing that it does not show. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.albumId, table.sketchId] }),
    uniqueIndex('album_sketches_position').on(table.albumId, table.position),
    index('album_sketches_listed').on(table.albumId, table.listed, table.position),
    index('album_sketches_listed_for_all').on(table.albumId, table.listedForAll, table.position),
    index('album_sketches_artist').on(table.albumId, table.artistId, table.listed),
    index('album_sketches_sketch').on(table.sketchId, table.mode),
  ],
)

/** Who looked at which album on which day (days since 1970). `viewer_key` is `member:{id}`, or a visitor's hashed address. */
export const albumViews = sqliteTable(
  'album_views',
  {
    albumId: integer('album_id')
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    viewerKey: text('viewer_key').notNull(),
    day: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.albumId, table.viewerKey, table.day] }),
    index('album_views_visitors').on(table.day).where(sql`viewer_key >= 'visitor:'`),
  ],
)
