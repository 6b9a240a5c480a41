import { type SQL, sql } from 'drizzle-orm'
import { MEASURES } from '../../../contract/http/stats.ts'
import { rowsOf } from '../../domain/users/row-steps.ts'
import type { MergeStep } from './merge-moves.ts'

/**
 * Moves hearts and glops as two lines of the ledger each. The hearts that the glops gave are moved too, so the glops
 * give another heart only if the remainders of both accounts add up to 150.
 */
export const moveBalances: MergeStep = {
  name: 'move balances',
  references: [],
  statements: ({ source, target, now }) => {
    const line = (id: number, unit: 'heart' | 'glop', amount: SQL) => sql`INSERT INTO ledger
      (user_id, unit, amount, reason, created_at) SELECT ${id}, ${unit}, ${amount}, 'merged', ${now}
      FROM users WHERE id = ${source} AND ${amount} <> 0 RETURNING 1`
    return [
      sql`UPDATE users SET hearts_earned = hearts_earned + (SELECT hearts_earned FROM users WHERE id = ${source})
        WHERE id = ${target}`,
      sql`UPDATE users SET hearts_earned = 0 WHERE id = ${source}`,
      line(target, 'heart', sql`hearts_available`),
      line(source, 'heart', sql`-hearts_available`),
      line(target, 'glop', sql`glops`),
      line(source, 'glop', sql`-glops`),
    ]
  },
}

/**
 * Adds the days of the source's streak to those of the target. Days that the target's streak has settled change
 * nothing.
 */
export const moveStreakDays: MergeStep = {
  name: 'move streak_days.user_id',
  references: ['streak_days.user_id'],
  statements: ({ source, target }) => [
    sql`INSERT INTO streak_days (user_id, day, entries_count, helped, excused)
      SELECT ${target}, day, entries_count, helped, excused FROM streak_days WHERE user_id = ${source}
      ON CONFLICT DO UPDATE SET entries_count = entries_count + excluded.entries_count,
        helped = max(helped, excluded.helped), excused = max(excused, excluded.excused)`,
    sql`DELETE FROM streak_days WHERE user_id = ${source} RETURNING 1`,
    sql`UPDATE streaks SET longest = max(longest, (SELECT longest FROM streaks WHERE user_id = ${source}))
      WHERE user_id = ${target} AND EXISTS (SELECT 1 FROM streaks WHERE user_id = ${source})`,
  ],
}

const ADDED_COUNTS = sql.raw(MEASURES.map((measure) => `${measure} = ${measure} + excluded.${measure}`).join(', '))

const MEASURE_COLUMNS = sql.raw(MEASURES.join(', '))

/** Adds the counts of the source's hours, days and months to those of the target. */
export const addMemberCounts: MergeStep = {
  name: 'add member counts',
  references: ['member_counts.user_id'],
  statements: ({ source, target }) => {
    const rows = rowsOf('member_counts', 'user_id', source)
    return [
      sql`INSERT INTO member_counts (user_id, grain, starts_at, ${MEASURE_COLUMNS})
        SELECT ${target}, grain, starts_at, ${MEASURE_COLUMNS} FROM member_counts WHERE rowid IN (${rows})
        ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ${ADDED_COUNTS}`,
      sql`DELETE FROM member_counts WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}
