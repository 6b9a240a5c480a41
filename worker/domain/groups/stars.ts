import { type SQL, sql } from 'drizzle-orm'
import { GROUP_MEMBERS_PER_STAR, GROUP_STARS_PER_MONTH_MAX } from '../../../contract/limits.ts'
import { starMonth } from '../ledger/stars.ts'

/** Selects the number of stars with which a group begins a month. */
export const monthlyStarsColumn = sql<number>`min(${sql.raw(String(GROUP_STARS_PER_MONTH_MAX))},
  (groups.members_count + ${sql.raw(String(GROUP_MEMBERS_PER_STAR - 1))}) / ${sql.raw(String(GROUP_MEMBERS_PER_STAR))})`

/** Selects the number of stars that a group has left this month. */
export function groupStarsColumn(now: number): SQL<number> {
  return sql<number>`iif(groups.stars_month = ${starMonth(now)}, groups.stars_balance, ${monthlyStarsColumn})`
}

/** Makes the statements that give a group its stars of this month, unless it got them already. */
export function addMonthlyStars(groupId: SQL, now: number): SQL[] {
  const isEarlier = sql`groups.id = ${groupId} AND groups.stars_month < ${starMonth(now)}`
  return [
    sql`INSERT INTO group_ledger (group_id, unit, amount, reason, created_at)
      SELECT groups.id, 'star', ${monthlyStarsColumn}, 'month', ${now} FROM groups WHERE ${isEarlier}`,
    sql`UPDATE groups SET stars_balance = ${monthlyStarsColumn}, stars_month = ${starMonth(now)} WHERE ${isEarlier}`,
  ]
}
