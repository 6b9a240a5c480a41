import { sql } from 'drizzle-orm'
import type { AwardTimes } from '../../../contract/award-state.ts'
import { awardYears } from './schema.ts'

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

/** The condition that a year of `award_years` is in voting. */
export const isVoting = (now: number) =>
  sql`(voting_start_at <= ${now} AND voting_end_at > ${now} AND result_at IS NULL)`

/** The condition that the votes of a year of `award_years` are not counted yet. */
export const isBeforeClose = (now: number) => sql`(voting_end_at > ${now} AND result_at IS NULL)`

/** The condition that a nominee of `award_nominations` is the artist or sketch with this id. */
export const isNominee = (id: number) => sql`iif(award_nominations.kind = 'sketch', award_nominations.sketch_id,
  award_nominations.artist_id) = ${id}`
