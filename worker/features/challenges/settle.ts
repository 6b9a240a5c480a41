import { asc, lte, sql } from 'drizzle-orm'
import { STREAK_OPEN_DAYS } from '../../../contract/limits.ts'
import { dayOf } from '../../domain/challenges/days.ts'
import { selectSettled, selectStreakDays } from '../../domain/streaks/queries.ts'
import { streakDays } from '../../domain/streaks/schema.ts'
import { advance } from '../../domain/streaks/streak.ts'
import { type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'

const MEMBERS_AT_ONCE = 50
/**
 * Settling waits until this many days of a member can be settled at once, so that their streak is written about twice a
 * month.
 */
const SETTLED_LATE_BY = 15

/**
 * Folds the days of members that are too old to change into their settled streaks and deletes them. It can be repeated:
 * of two runs that settle the same days, only the first has an effect.
 */
export async function settleStreaks(db: Db, now: number): Promise<void> {
  // In a member's time zone it may still be the day before today in UTC.
  const through = dayOf(now) - 1 - STREAK_OPEN_DAYS
  const old = await db
    .select({ userId: streakDays.userId })
    .from(streakDays)
    .where(lte(streakDays.day, through - SETTLED_LATE_BY))
    .orderBy(asc(streakDays.day))
    .limit(MEMBERS_AT_ONCE)
  const members = [...new Set(old.map((row) => row.userId))]
  await forEach(members, (userId) => settle(db, userId, through))
}

async function settle(db: Db, userId: number, through: number): Promise<void> {
  const [days, [settled]] = await db.batch([selectStreakDays(db, userId), selectSettled(db, userId)])
  const { day, length, longest, restDays, earnedWeek } = advance(settled ?? null, days, through)
  await db.batch([
    statement(
      db,
      sql`INSERT INTO streaks (user_id, settled_day, length, longest, rest_days, earned_week)
        VALUES (${userId}, ${day}, ${length}, ${longest}, ${restDays}, ${earnedWeek})
        ON CONFLICT DO UPDATE SET settled_day = excluded.settled_day, length = excluded.length,
          longest = excluded.longest, rest_days = excluded.rest_days, earned_week = excluded.earned_week
        WHERE streaks.settled_day = ${settled?.day ?? null}`,
    ),
    statement(
      db,
      sql`DELETE FROM streak_days WHERE user_id = ${userId}
        AND day <= (SELECT settled_day FROM streaks WHERE user_id = ${userId})`,
    ),
  ])
}
