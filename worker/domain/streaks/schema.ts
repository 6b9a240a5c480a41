import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/**
 * The days of a member's latest weeks that count for the streak and may still change. Days are counted from 1970 in the
 * member's time zone. A job folds older days into `streaks` and deletes them.
 */
export const streakDays = sqliteTable(
  'streak_days',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    day: integer().notNull(),
    /** Sketches entered in challenges on that day; maintained by triggers on `challenge_entries`. */
    entriesCount: integer('entries_count').notNull().default(0),
    /** The member voted in a compo, or commented. */
    helped: integer({ mode: 'boolean' }).notNull().default(false),
    /** True if a change of the time zone cut the day short. Such a day does not count as missed. */
    excused: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('streak_days_age').on(table.day)],
)

/** Streaks as they were at the end of a settled day. Later days are in `streak_days`. */
export const streaks = sqliteTable('streaks', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  settledDay: integer('settled_day').notNull(),
  length: integer().notNull(),
  longest: integer().notNull(),
  restDays: integer('rest_days').notNull(),
  /** The latest week in which a rest day was earned, counted from 1970; 0 for none. */
  earnedWeek: integer('earned_week').notNull(),
})
