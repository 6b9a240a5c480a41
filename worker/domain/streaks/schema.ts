import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/**
 * Days of members that may still change: of a member's latest weeks, those with something that counts for the streak.
 * Days are counted from 1970 in the member's time zone. A job folds older ones into `streaks` and deletes them.
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
    /** A change of the time zone cut the day short: it is not missed. */
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
