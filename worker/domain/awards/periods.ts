import { sql } from 'drizzle-orm'
import type { AwardTimes } from '../../../contract/award-state.ts'
import { AWARD_NOMINEES_STAY_HOURS } from '../../../contract/limits.ts'
import { awardYears } from './schema.ts'

const STAY_MS = AWARD_NOMINEES_STAY_HOURS * 3_600_000

/** Columns that `awardState` needs. */
export const timeColumns = {
  nominationsStartAt: awardYears.nominationsStartAt,
  nominationsEndAt: awardYears.nominationsEndAt,
  votingStartAt: awardYears.votingStartAt,
  votingEndAt: awardYears.votingEndAt,
  resultAt: awardYears.resultAt,
} satisfies Record<keyof AwardTimes, unknown>

/** The condition that a year of `award_years` takes nominations, by the server's clock. */
export const isNominating = (now: number) =>
  sql`(nominations_start_at <= ${now} AND nominations_end_at > ${now} AND voting_start_at > ${now}
    AND result_at IS NULL)`

/** The condition that nominations of a year of `award_years` can be taken back: others have the time to nominate. */
export const mayWithdrawNominations = (now: number) =>
  sql`(${isNominating(now)} AND nominations_end_at > ${now + STAY_MS})`

/** The condition that a year of `award_years` is in voting. */
export const isVoting = (now: number) =>
  sql`(voting_start_at <= ${now} AND voting_end_at > ${now} AND result_at IS NULL)`

/** The condition that nominees of a year of `award_years` can be removed: members have the time to vote again. */
export const mayRemoveNominees = (now: number) => sql`(voting_end_at > ${now + STAY_MS} AND result_at IS NULL)`

/** The condition that a nominee of `award_nominations` is the artist or sketch with this id. */
export const isNominee = (id: number) => sql`iif(award_nominations.kind = 'sketch', award_nominations.sketch_id,
  award_nominations.artist_id) = ${id}`
