import { sql } from 'drizzle-orm'
import { PERMANENT, WARNING } from '../../../contract/ban.ts'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { hasSame, type MergeStep, move } from './merge-moves.ts'

/**
 * Closes the shorter of two bans. A permanent ban is the longest, even before it is confirmed; an unconfirmed one then
 * ends no earlier than the other ban. Bans in force come before warnings, and expired bans last.
 */
export const closeShorterBan: MergeStep = {
  name: 'close the shorter ban',
  references: [],
  statements: ({ source, target, now }) => {
    const open = sql`FROM bans WHERE user_id IN (${source}, ${target}) AND closed_at IS NULL`
    const longestFirst = sql`CASE WHEN ends_at <= ${now} THEN 0 WHEN duration_hours = ${WARNING} THEN 1
      WHEN duration_hours = ${PERMANENT} THEN 3 ELSE 2 END DESC, ends_at IS NULL DESC, ends_at DESC, id DESC`
    return [
      sql`UPDATE bans SET ends_at = max(ends_at, (SELECT max(ends_at) ${open})) WHERE ends_at > ${now}
        AND duration_hours = ${PERMANENT} AND id = (SELECT id ${open} ORDER BY ${longestFirst} LIMIT 1)`,
      sql`UPDATE bans SET closed_at = ${now} WHERE id IN (SELECT id ${open} ORDER BY ${longestFirst} LIMIT -1 OFFSET 1)
        RETURNING 1`,
    ]
  },
}

/** Moves bans. A target that is suspended by one impersonates nobody any more, as after a new ban. */
export const moveBans = move('bans', 'user_id', {
  before: (isMoved, { target, now }) => [
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
      WHERE user_id = ${target} AND impersonated_id IS NOT NULL AND EXISTS (SELECT 1 FROM bans WHERE ${isMoved}
        AND closed_at IS NULL AND duration_hours <> ${WARNING} AND (ends_at IS NULL OR ends_at > ${now}))`,
  ],
})

/** Moves reports. If both accounts reported a thing, the target's report stays and the case counts one. */
export const moveCaseReports: MergeStep = {
  name: 'move case_reports.reporter_id',
  references: ['case_reports.reporter_id'],
  statements: ({ source, target }) => {
    const rows = sql`rowid IN (${rowsOf('case_reports', 'reporter_id', source)})`
    const isRepeated = hasSame('case_reports', 'reporter_id', ['case_id'], target)
    return [
      sql`UPDATE cases SET reports_count = reports_count - 1
        WHERE id IN (SELECT case_id FROM case_reports WHERE ${rows} AND ${isRepeated})`,
      sql`DELETE FROM case_reports WHERE ${rows} AND ${isRepeated} RETURNING 1`,
      sql`UPDATE case_reports SET reporter_id = ${target} WHERE ${rows} AND NOT ${isRepeated} RETURNING 1`,
    ]
  },
}
