import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Feeds of fans: sketches of the members whom they follow, written when a sketch is posted. */
export const feedSketches = sqliteTable(
  'feed_sketches',
  {
    fanId: integer('fan_id')
      .notNull()
      .references(() => users.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    artistId: integer('artist_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.fanId, table.sketchId] }),
    index('feed_sketches_artist').on(table.fanId, table.artistId),
    index('feed_sketches_sketch').on(table.sketchId),
  ],
)

/** Sketches that are not yet in the feeds of all fans. The feeds of fans up to `afterFanId` contain them. */
export const fanOuts = sqliteTable('fan_outs', {
  sketchId: integer('sketch_id')
    .primaryKey()
    .references(() => sketches.id, { onDelete: 'cascade' }),
  artistId: integer('artist_id')
    .notNull()
    .references(() => users.id),
  afterFanId: integer('after_fan_id').notNull().default(0),
})

/** Ranked lists, rewritten by a job. Ranks count from 1. Deleted sketches leave gaps until the next run. */
export const rankedSketches = sqliteTable(
  'ranked_sketches',
  {
    list: text({ enum: ['trending', 'tops', 'tops7', 'tops30'] }).notNull(),
    rank: integer().notNull(),
    /** The rank among sketches for everyone. A mature sketch has a fraction between the ranks of its neighbours. */
    rankForAll: real('rank_for_all').notNull(),
    /** The artist of a mature sketch, who sees it with mature sketches switched off; null for other sketches. */
    matureBy: integer('mature_by').references(() => users.id),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.rank] }),
    index('ranked_sketches_for_all').on(table.list, table.matureBy, table.rankForAll),
    index('ranked_sketches_sketch').on(table.sketchId),
  ],
)

/** Sketches chosen for a member, by rank from 1. */
export const recommendations = sqliteTable(
  'recommendations',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    rank: integer().notNull(),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    chosenAt: integer('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.rank] }), index('recommendations_sketch').on(table.sketchId)],
)
