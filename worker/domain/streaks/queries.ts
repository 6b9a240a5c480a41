import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { localDay } from './local-day.ts'
import { streakDays, streaks } from './schema.ts'
import { type CurrentStreak, currentStreakOf, type Streak, type StreakDay } from './streak.ts'

/** Selects the days of a member that are not settled, for a batch. */
export const selectStreakDays = (db: Db, userId: number | SQL) =>
  db
    .select({
      day: streakDays.day,
      entriesCount: streakDays.entriesCount,
      helped: streakDays.helped,
      excused: streakDays.excused,
    })
    .from(streakDays)
    .where(eq(streakDays.userId, userId))

/** Selects the settled streak of a member, for a batch. */
export const selectSettled = (db: Db, userId: number | SQL) =>
  db
    .select({
      day: streaks.settledDay,
      length: streaks.length,
      longest: streaks.longest,
      restDays: streaks.restDays,
      earnedWeek: streaks.earnedWeek,
    })
    .from(streaks)
    .where(eq(streaks.userId, userId))

type StreakRows = { days: readonly StreakDay[]; settled: readonly Streak[] }

/** Computes a member's streak at a time in milliseconds from its rows. */
export function currentStreakFrom({ days, settled }: StreakRows, timeZone: string | null, now: number): CurrentStreak {
  return currentStreakOf(settled[0] ?? null, days, localDay(now, timeZone))
}

/** The streak of a member at a time in milliseconds. */
export async function findCurrentStreak(
  db: Db,
  { id, timeZone }: { id: number; timeZone: string | null },
  now: number,
): Promise<CurrentStreak> {
  const [days, settled] = await db.batch([selectStreakDays(db, id), selectSettled(db, id)])
  return currentStreakFrom({ days, settled }, timeZone, now)
}

type Help = {
  member: { id: number; timeZone: string | null }
  now: number
  /** The condition under which the help counts. */
  where: SQL
}

/** Records that a member voted or commented on their day. A second time on the same day changes nothing. */
export function recordHelp(db: Db, { member, now, where }: Help) {
  return statement(
    db,
    sql`INSERT INTO streak_days (user_id, day, helped) SELECT ${member.id}, ${localDay(now, member.timeZone)}, 1
      WHERE ${where} ON CONFLICT DO UPDATE SET helped = 1 WHERE helped = 0`,
  )
}

/** Saves the time zone that the browser sent, unless the member has one. */
export function saveFirstTimeZone(db: Db, userId: number, timeZone: string) {
  return statement(db, sql`UPDATE users SET time_zone = ${timeZone} WHERE id = ${userId} AND time_zone IS NULL`)
}
