import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { matureByCopies, sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

export const albums = sqliteTable(
  'albums',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 0: an album of the owner's sketches; 1: a collection of sketches by any artist. It never changes. */
    mode: integer().$type<0 | 1>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** A sketch of the album; null only while the album is empty. */
    coverSketchId: integer('cover_sketch_id'),
    sketchesCount: integer('sketches_count').notNull().default(0),
    /** The number of listed sketches. */
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

/** Sketches of an album. Positions are above 0 and leave gaps for insertions. */
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
    /** Mode and owner of the album, so that an index counts a sketch's albums and collections of one member. */
    mode: integer().$type<0 | 1>().notNull(),
    /** Null in rows from before this column. A trigger compares it with the album's owner. */
    ownerId: integer('owner_id').references(() => users.id),
    /** The sketch's artist, so that an index counts the sketches that a block hides. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    /** Copies of the sketch's flags, so that a page reads only rows that it shows. */
    listed: integer({ mode: 'boolean' }).notNull(),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull(),
    matureBy: integer('mature_by').generatedAlwaysAs(matureByCopies, { mode: 'virtual' }),
  },
  (table) => [
    primaryKey({ columns: [table.albumId, table.sketchId] }),
    uniqueIndex('album_sketches_position').on(table.albumId, table.position),
    index('album_sketches_listed').on(table.albumId, table.listed, table.position),
    index('album_sketches_listed_for_all').on(table.albumId, table.listedForAll, table.position),
    index('album_sketches_artist').on(table.albumId, table.artistId, table.listed),
    index('album_sketches_mature').on(table.albumId, table.matureBy, table.position).where(sql`mature_by IS NOT NULL`),
    index('album_sketches_sketch').on(table.sketchId, table.albumId),
    index('album_sketches_owner').on(table.ownerId, table.sketchId, table.mode),
  ],
)

/** Views of albums per day (days since 1970). `viewer_key` is `member:{id}`, or `visitor:` and a hashed IP address. */
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
    index('album_views_member_days').on(table.day, table.viewerKey).where(sql`viewer_key < 'visitor:'`),
    index('album_views_members').on(table.viewerKey, table.albumId, table.day).where(sql`viewer_key < 'visitor:'`),
  ],
)
