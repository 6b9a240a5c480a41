import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'

/** Features, one per sketch, deleted only with it. Triggers spend the star and update the sketch and the ledger. */
export const features = sqliteTable(
  'features',
  {
    sketchId: integer('sketch_id')
      .primaryKey()
      .references(() => sketches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** False for features by staff, which cost no star. */
    paidWithStar: integer('paid_with_star', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('features_user').on(table.userId, table.sketchId)],
)

/** Stars spent, by calendar month (UTC, `yyyymm`). */
export const monthlyStars = sqliteTable(
  'monthly_stars',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    month: integer().notNull(),
    spentCount: integer('spent_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.month] }),
    check('stars_not_overspent', sql`${table.spentCount} <= ${sql.raw(String(STARS_PER_MONTH))}`),
  ],
)

/** Ratings, one per member and sketch. Triggers keep the counts of the sketch. */
export const ratings = sqliteTable(
  'ratings',
  {
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `rules` is a like. `piggy` means poor and is only visible to staff. */
    rating: text({ enum: ['rules', 'piggy'] }).notNull(),
    /** Changes after the first rating. */
    changesCount: integer('changes_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sketchId, table.userId] }),
    index('ratings_user').on(table.userId, table.sketchId),
  ],
)
