import { type SQL, sql } from 'drizzle-orm'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'

/** The calendar month (UTC) as `yyyymm`. */
export function starMonth(now: number): number {
  return Number(toWireTime(now).slice(0, 6))
}

/** The stars that a member, who may feature, can still give this month [1 §4]. */
export function starsAvailableColumn(memberId: number, now: number): SQL<number> {
  return sql<number>`${STARS_PER_MONTH} - coalesce((SELECT spent_count FROM monthly_stars
    WHERE monthly_stars.user_id = ${memberId} AND monthly_stars.month = ${starMonth(now)}), 0)`
}
