import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bandIndexes, fingerprintBands } from '../reposts/bands.ts'
import { users } from '../users/schema.ts'

/** The condition that a sketch has the size of a cover, as in the index `sketches_covers`. */
export const hasCoverSize = sql`width = 2048 AND height = 506`

/** The artist of a listed mature sketch, from copies of its flags; null for other sketches. */
export const matureByCopies = sql`(iif(listed AND NOT listed_for_all, artist_id, NULL))`

/** Ids grow with the date, so lists by date are lists by id. */
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
    fileKey: text('file_key').notNull(),
    /** The address of its pictures: unguessable, replaced when visibility changes. */
    imageKey: text('image_key').notNull(),
    /** Clockwise degrees that make the original upright, including `angle`. */
    rotation: integer().notNull().default(0),
    mirrored: integer({ mode: 'boolean' }).notNull().default(false),
    /** The artist's own rotation in clockwise degrees. */
    angle: integer().notNull().default(0),
    bytes: integer().notNull(),
    /** Bytes of the earlier versions, the video and the sketch file. Set by the statements that write these. */
    attachedBytes: integer('attached_bytes').notNull().default(0),
    contentType: text('content_type').notNull(),
    contentHash: text('content_hash').notNull(),
    thumbhash: text().notNull(),
    /** Colour behind a transparent picture; null for others. */
    mat: text({ enum: ['white', 'gray', 'black'] }),
    /** JSON of up to five `#rrggbb`, most frequent first. */
    colours: text().notNull(),
    perceptualHash: text('perceptual_hash').notNull(),
    /**
     * The fingerprint, by which copies are found. Null if the picture has too little to compare, or was posted before
     * fingerprints existed.
     */
    fingerprint: text(),
    ...fingerprintBands,
    mature: integer({ mode: 'boolean' }).notNull().default(false),
    unlisted: integer({ mode: 'boolean' }).notNull().default(false),
    /** The unguessable part of the link to an unlisted sketch; null for others. */
    linkKey: text('link_key'),
    /**
     * The latest notification about the sketch when it got its link; null if it had none. Other members do not see it
     * or earlier ones while the sketch is unlisted, because they would show the link. Set by a trigger.
     */
    notificationBeforeLink: integer('notification_before_link'),
    /**
     * Why the sketch is hidden. `removed`: staff deleted it and can restore it until `deletes_at`. `deleted`: its rows
     * are being deleted, and it is missing for everyone.
     */
    violation: text({ enum: ['copyright', 'inappropriate', 'notsketch', 'removed', 'deleted'] }),
    /** When its deletion for good is due; null for sketches that nobody deleted. */
    deletesAt: integer('deletes_at'),
    madeWithAi: integer('made_with_ai', { mode: 'boolean' }).notNull().default(false),
    featuredAt: integer('featured_at'),
    featuredBy: integer('featured_by').references(() => users.id),
    lastHeartedAt: integer('last_hearted_at'),
    /** Number of views. Each viewer counts once a day. */
    viewsCount: integer('views_count').notNull().default(0),
    /** The sketch that this one continues: an earlier state or a co-op sketch. */
    parentId: integer('parent_id'),
    /** The first sketch of its co-op. That sketch has its own id here. */
    coopId: integer('coop_id'),
    /** The device from which it was posted, such as iPad; null if unknown. Sent only if its artist chose to show it. */
    device: text(),
    heartsCount: integer('hearts_count').notNull().default(0),
    hasVideo: integer('has_video', { mode: 'boolean' }).notNull().default(false),
    likesCount: integer('likes_count').notNull().default(0),
    /** Only shown to staff. */
    piggiesCount: integer('piggies_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    /** Entries in challenges that earned glops, removed ones included. */
    entriesWithGlopsCount: integer('entries_with_glops_count').notNull().default(0),
    /** Its place in a closed compo, 1 to 25 [1 §9]; else null. */
    compoPlace: integer('compo_place'),
    /** Set while the original is missing from R2. Lists leave such sketches out. */
    fileLostAt: integer('file_lost_at'),
    createdAt: integer('created_at').notNull(),
    /** The watermark, a PNG in base64. */
    watermark: text(),
    /** Shown in lists to viewers who see mature sketches. The first column of the lists' indexes. */
    listed: integer({ mode: 'boolean' }).generatedAlwaysAs(
      sql`(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL)`,
      { mode: 'virtual' },
    ),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).generatedAlwaysAs(
      sql`(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 0)`,
      { mode: 'virtual' },
    ),
    /** The artist of a listed mature sketch, who sees it in lists with mature sketches switched off; else null. */
    matureBy: integer('mature_by').generatedAlwaysAs(
      sql`(iif(unlisted = 0 AND violation IS NULL AND file_lost_at IS NULL AND mature = 1, user_id, NULL))`,
      { mode: 'virtual' },
    ),
  },
  (table) => [
    uniqueIndex('sketches_file_key').on(table.fileKey),
    uniqueIndex('sketches_image_key').on(table.imageKey),
    uniqueIndex('sketches_same_file').on(table.userId, table.contentHash),
    index('sketches_perceptual_hash').on(table.perceptualHash),
    ...bandIndexes('sketches', table),
    index('sketches_age').on(table.createdAt),
    index('sketches_deletions').on(table.deletesAt).where(sql`deletes_at IS NOT NULL`),
    index('sketches_listed').on(table.listed, table.id),
    index('sketches_listed_for_all').on(table.listedForAll, table.id),
    index('sketches_user').on(table.userId, table.id),
    index('sketches_user_listed').on(table.userId, table.listed, table.id),
    index('sketches_user_listed_for_all').on(table.userId, table.listedForAll, table.id),
    index('sketches_covers').on(table.userId, table.id).where(hasCoverSize),
    index('sketches_user_hearts').on(table.userId, table.heartsCount, table.id),
    index('sketches_hearts').on(table.listed, table.heartsCount, table.id),
    index('sketches_featured').on(table.listed, table.featuredAt, table.id).where(sql`featured_at IS NOT NULL`),
    index('sketches_featured_for_all')
      .on(table.listedForAll, table.featuredAt, table.id)
      .where(sql`featured_at IS NOT NULL`),
    index('sketches_hearted').on(table.listed, table.lastHeartedAt, table.id).where(sql`last_hearted_at IS NOT NULL`),
    index('sketches_hearted_for_all')
      .on(table.listedForAll, table.lastHeartedAt, table.id)
      .where(sql`last_hearted_at IS NOT NULL`),
    index('sketches_parent').on(table.parentId, table.id).where(sql`parent_id IS NOT NULL`),
    index('sketches_coop').on(table.coopId, table.listed, table.id).where(sql`coop_id IS NOT NULL`),
    index('sketches_coop_for_all').on(table.coopId, table.listedForAll, table.id).where(sql`coop_id IS NOT NULL`),
    index('sketches_mature').on(table.matureBy, table.id).where(sql`mature_by IS NOT NULL`),
    index('sketches_mature_featured')
      .on(table.matureBy, table.featuredAt, table.id)
      .where(sql`mature_by IS NOT NULL AND featured_at IS NOT NULL`),
    index('sketches_mature_hearted')
      .on(table.matureBy, table.lastHeartedAt, table.id)
      .where(sql`mature_by IS NOT NULL AND last_hearted_at IS NOT NULL`),
    index('sketches_mature_coop')
      .on(table.coopId, table.matureBy, table.id)
      .where(sql`mature_by IS NOT NULL AND coop_id IS NOT NULL`),
  ],
)

export type StoredViolation = NonNullable<(typeof sketches.$inferSelect)['violation']>

export const tags = sqliteTable(
  'tags',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    sketchesCount: integer('sketches_count').notNull().default(0),
    /** The first letters, so that an index finds the most used tags that begin with them. */
    prefix1: text().generatedAlwaysAs(sql`(substr(name, 1, 1))`, { mode: 'virtual' }),
    prefix2: text().generatedAlwaysAs(sql`(substr(name, 1, 2))`, { mode: 'virtual' }),
    prefix3: text().generatedAlwaysAs(sql`(substr(name, 1, 3))`, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('tags_name').on(table.name),
    index('tags_popular').on(table.sketchesCount).where(sql`sketches_count > 0`),
    index('tags_prefix1').on(table.prefix1, table.sketchesCount),
    index('tags_prefix2').on(table.prefix2, table.sketchesCount),
    index('tags_prefix3').on(table.prefix3, table.sketchesCount),
    index('tags_used').on(table.name, table.sketchesCount).where(sql`sketches_count > 0`),
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
    /** The sketch's artist, so that an index finds an artist's tags. */
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
    position: integer().notNull(),
    /** Copies from the sketch, so that an index reads only the shown part of a tag's gallery. */
    listed: integer({ mode: 'boolean' }).notNull().default(false),
    listedForAll: integer('listed_for_all', { mode: 'boolean' }).notNull().default(false),
    matureBy: integer('mature_by').generatedAlwaysAs(matureByCopies, { mode: 'virtual' }),
    heartsCount: integer('hearts_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.sketchId, table.tagId] }),
    index('sketch_tags_tag').on(table.tagId, table.listed, table.sketchId),
    index('sketch_tags_tag_for_all').on(table.tagId, table.listedForAll, table.sketchId),
    index('sketch_tags_hearts').on(table.tagId, table.listed, table.heartsCount, table.sketchId),
    index('sketch_tags_hearts_for_all').on(table.tagId, table.listedForAll, table.heartsCount, table.sketchId),
    index('sketch_tags_artist').on(table.artistId, table.sketchId),
    index('sketch_tags_mature').on(table.tagId, table.matureBy, table.sketchId).where(sql`mature_by IS NOT NULL`),
    index('sketch_tags_mature_hearts')
      .on(table.tagId, table.matureBy, table.heartsCount, table.sketchId)
      .where(sql`mature_by IS NOT NULL`),
  ],
)

/**
 * Views of sketches per day (days since 1970). `viewer_key` is `member:{id}`, or `visitor:` and an address hashed with
 * the day's salt (domain/views).
 */
export const sketchViews = sqliteTable(
  'sketch_views',
  {
    viewerKey: text('viewer_key').notNull(),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    day: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.viewerKey, table.sketchId, table.day] }),
    index('sketch_views_sketch').on(table.sketchId, table.day),
    index('sketch_views_visitors').on(table.day).where(sql`viewer_key >= 'visitor:'`),
    index('sketch_views_members').on(table.day).where(sql`viewer_key < 'visitor:'`),
  ],
)
