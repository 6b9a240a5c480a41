/**
 * State of a year's awards. `none`: no awards were held. `upcoming`: nominations have not begun. `nominating`: members
 * nominate. `waiting`: between nominations and voting. `voting`: members vote. `closed`: voting has ended, and the
 * winners are published within minutes.
 */
export const AWARD_STATES = ['none', 'upcoming', 'nominating', 'waiting', 'voting', 'closed'] as const
export type AwardState = (typeof AWARD_STATES)[number]

/** The first and the last year that always have a page [1 §9]. Staff open later ones. */
export const FIRST_AWARDS_YEAR = 2011
export const DEFAULT_AWARDS_YEAR = 2022
/** The last year that the database accepts. */
export const LAST_AWARDS_YEAR = 2999

export const AWARD_KINDS = ['artist', 'sketch'] as const
export type AwardKind = (typeof AWARD_KINDS)[number]

/** Times in milliseconds since 1970; `resultAt` is when the winners were published, null before. */
export type AwardTimes = {
  nominationsStartAt: number
  nominationsEndAt: number
  votingStartAt: number
  votingEndAt: number
  resultAt: number | null
}

/** The state of a year's awards. Published winners keep it closed, even if a clock is set back. */
export function awardState(times: AwardTimes, now: number): AwardState {
  if (times.resultAt !== null || now >= times.votingEndAt) return 'closed'
  if (now >= times.votingStartAt) return 'voting'
  if (now >= times.nominationsEndAt) return 'waiting'
  return now >= times.nominationsStartAt ? 'nominating' : 'upcoming'
}

/** Returns the default times of a year: nominations in December, and voting in January of the next year. */
export function usualAwardTimes(year: number): Omit<AwardTimes, 'resultAt'> {
  const [december, january, february] = [Date.UTC(year, 11), Date.UTC(year + 1, 0), Date.UTC(year + 1, 1)]
  return {
    nominationsStartAt: december,
    nominationsEndAt: january,
    votingStartAt: january,
    votingEndAt: february,
  }
}
