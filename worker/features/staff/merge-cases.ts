import { type SQL, sql } from 'drizzle-orm'
import { PERMANENT, WARNING } from '../../../contract/ban.ts'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { type Accounts, hasSame, type MergeStep, move } from './merge-moves.ts'

/**
 * Closes the shorter of two bans. A permanent ban is the longest, even before it is confirmed; an unconfirmed one then
 * ends no earlier than the other ban. Bans in force come before warnings, and expired bans last.
 */
function closeShorterBan({ source, target, now }: Accounts): SQL[] {
  const open = sql`FROM bans WHERE user_id IN (${source}, ${target}) AND closed_at IS NULL`
  const longestFirst = sql`CASE WHEN ends_at <= ${now} THEN 0 WHEN duration_hours = ${WARNING} THEN 1
    WHEN duration_hours = ${PERMANENT} THEN 3 ELSE 2 END DESC, ends_at IS NULL DESC, ends_at DESC, id DESC`
  return [
    sql`UPDATE bans SET ends_at = max(ends_at, (SELECT max(ends_at) ${open})) WHERE ends_at > ${now}
      AND duration_hours = ${PERMANENT} AND id = (SELECT id ${open} ORDER BY ${longestFirst} LIMIT 1)`,
    sql`UPDATE bans SET closed_at = ${now} WHERE id IN (SELECT id ${open} ORDER BY ${longestFirst} LIMIT -1 OFFSET 1)`,
  ]
}

/**
 * Moves bans. The shorter one closes in the same batch, because staff may ban the target at any time and a member has
 * one open ban. A target that is suspended by a moved ban impersonates nobody any more, as after a new ban.
 */
export const moveBans = move('bans', 'user_id', {
  before: (isMoved, accounts) => [
    ...closeShorterBan(accounts),
    sql`UPDATE sessions SET impersonated_id = NULL, impersonation_ends_at = NULL
      WHERE user_id = ${accounts.target} AND impersonated_id IS NOT NULL AND EXISTS (SELECT 1 FROM bans WHERE ${isMoved}
        AND closed_at IS NULL AND duration_hours <> ${WARNING} AND (ends_at IS NULL OR ends_at > ${accounts.now}))`,
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
