import { and, asc, isNull, or, sql } from 'drizzle-orm'
import { awardState } from '../../../contract/award-state.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import { toWireTime } from '../../../contract/time.ts'
import { isNominating, isVoting, timeColumns } from '../../domain/awards/periods.ts'
import { awardYears } from '../../domain/awards/schema.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Selects the awards that take nominations or votes and have a category. Of several, the one whose voting ends first.
 */
export function selectOpenAwards(db: Db, now: number) {
  const hasCategory = sql`EXISTS (SELECT 1 FROM award_categories WHERE award_year = ${awardYears.year})`
  return db
    .select({ year: awardYears.year, ...timeColumns })
    .from(awardYears)
    .where(and(isNull(awardYears.resultAt), or(isNominating(now), isVoting(now)), hasCategory))
    .orderBy(asc(awardYears.votingEndAt))
    .limit(1)
}

type OpenAwardsRow = Awaited<ReturnType<typeof selectOpenAwards>>[number]

export function openAwardsOf([row]: OpenAwardsRow[], now: number): NonNullable<HomeReply['awards']> | null {
  if (!row) return null
  const state = awardState(row, now) === 'voting' ? 'voting' : 'nominating'
  const until = state === 'voting' ? row.votingEndAt : row.nominationsEndAt
  return { year: row.year, state, until: toWireTime(until) }
}
