import { type SQL, sql } from 'drizzle-orm'
import { MEASURES } from '../../../contract/http/stats.ts'
import { memberCounts } from '../../domain/stats/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DAY_MS, DAYS_KEPT, HOUR_DAYS_KEPT, startOfDay } from './periods.ts'

const ROWS_PER_FOLD = 2000
const FOLDS_PER_RUN = 50

const SUMS = sql.raw(MEASURES.map((measure) => `sum(${measure})`).join(', '))
const ADDED = sql.raw(MEASURES.map((measure) => `${measure} = ${measure} + excluded.${measure}`).join(', '))
const COLUMNS = sql.raw(MEASURES.join(', '))

/**
 * Adds hours older than 14 days to their days, and days older than 366 days to their months. A part that was added is
 * deleted in the same transaction, so no count is lost or added twice, however often this runs.
 */
export async function foldCounts(db: Db, now: number): Promise<void> {
  const today = startOfDay(now)
  await fold(db, {
    from: 'hour',
    to: 'day',
    before: today - (HOUR_DAYS_KEPT - 1) * DAY_MS,
    start: sql`starts_at / 86400000 * 86400000`,
  })
  await fold(db, {
    from: 'day',
    to: 'month',
    before: today - (DAYS_KEPT - 1) * DAY_MS,
    start: sql`unixepoch(starts_at / 1000, 'unixepoch', 'start of month') * 1000`,
  })
}

type Fold = { from: 'hour' | 'day'; to: 'day' | 'month'; before: number; start: SQL }

async function fold(db: Db, { from, to, before, start }: Fold): Promise<void> {
  const oldest = sql`SELECT rowid FROM member_counts WHERE grain = ${from} AND starts_at < ${before}
    ORDER BY starts_at, rowid LIMIT ${ROWS_PER_FOLD}`
  for (let folds = 0; folds < FOLDS_PER_RUN; folds++) {
    const [, deleted] = await db.batch([
      statement(
        db,
        sql`INSERT INTO member_counts (user_id, grain, starts_at, ${COLUMNS})
          SELECT user_id, ${to}, ${start} AS start, ${SUMS} FROM member_counts WHERE rowid IN (${oldest})
          GROUP BY user_id, start
          ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET ${ADDED}`,
      ),
      db.delete(memberCounts).where(sql`rowid IN (${oldest})`),
    ])
    if (deleted.meta.changes < ROWS_PER_FOLD) return
  }
}
