import { desc, gte, sql } from 'drizzle-orm'
import { medianHoursOf } from '../../../contract/case-numbers.ts'
import type { CaseNumbersReply } from '../../../contract/http/case-numbers.ts'
import { NUMBERS_MONTHS } from '../../../contract/limits.ts'
import { caseDelays, caseMonths } from '../../domain/cases/schema.ts'
import type { Db } from '../../lib/database.ts'

/** Reads the counters of the last months: a row for each month, and for each step of its median. */
export async function readCaseNumbers(db: Db): Promise<CaseNumbersReply> {
  const oldest = sql`coalesce((SELECT month FROM case_months ORDER BY month DESC LIMIT 1 OFFSET ${NUMBERS_MONTHS - 1}), 0)`
  const [months, delays] = await db.batch([
    db.select().from(caseMonths).orderBy(desc(caseMonths.month)).limit(NUMBERS_MONTHS),
    db.select().from(caseDelays).where(gte(caseDelays.month, oldest)),
  ])
  return {
    months: months.map(({ month, reportsCount, actedCount, dismissedCount, upheldCount, overturnedCount }) => ({
      month,
      reports: reportsCount,
      decisions: actedCount + dismissedCount,
      acted: actedCount,
      upheld: upheldCount,
      overturned: overturnedCount,
      medianHours: medianHoursOf(
        new Map(
          delays.flatMap((delay) =>
            delay.month === month ? [[delay.withinHours, delay.decisionsCount] as const] : [],
          ),
        ),
      ),
    })),
  }
}
