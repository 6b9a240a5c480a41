import * as z from 'zod/mini'
import { AWARD_KINDS, AWARD_STATES, FIRST_AWARDS_YEAR, LAST_AWARDS_YEAR } from '../award-state.ts'
import { AWARD_CATEGORIES_MAX, AWARD_CATEGORY_TITLE_MAX, AWARD_RECAP_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { anyBoolean, id, line, text } from './common.ts'
import { optionalReason, requiredReason } from './reasons.ts'
import { sketchThumb } from './sketch-page.ts'
import { sketchCover } from './sketches.ts'
import { person } from './users.ts'

export const awardsYear = z.int().check(z.minimum(FIRST_AWARDS_YEAR), z.maximum(LAST_AWARDS_YEAR))
const yearText = z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.pipe(z.transform(Number), awardsYear))

const nominee = {
  /** The viewer made this nomination, and may take it back until the last hours of nominations. */
  nominatedByMe: z.boolean(),
  /** It is the viewer, or a sketch of theirs, which they cannot vote for. */
  own: z.boolean(),
  isWinner: z.boolean(),
  /** Votes so far, in a preview of staff; null otherwise. */
  votes: z.nullable(z.int()),
}

/** A nominated artist with their latest sketches that everyone sees. */
export const awardArtist = z.extend(person, { ...nominee, sketches: z.array(sketchCover) })
export type AwardArtist = z.infer<typeof awardArtist>

/** A nominated sketch. */
export const awardSketch = z.extend(sketchThumb, { ...nominee, userId: id })
export type AwardSketch = z.infer<typeof awardSketch>

/** A category [1 §3]. Its kind decides which of the two lists has the nominees that this viewer may see. */
export const awardCategory = z.object({
  id,
  title: z.string(),
  kind: z.enum(AWARD_KINDS),
  artists: z.array(awardArtist),
  sketches: z.array(awardSketch),
  /** The id of the artist or sketch for which the viewer voted; null if they did not, or may no longer see it. */
  vote: z.nullable(id),
  /** The viewer voted, also for a nominee that they may no longer see. */
  hasVoted: z.boolean(),
  /**
   * The id of the artist or sketch that won: the first nominated of those with the most votes. All of them have
   * `isWinner`.
   */
  winner: z.nullable(id),
  /** The number of all votes in the category, once there is a result; null before. */
  votes: z.nullable(z.int()),
})
export type AwardCategory = z.infer<typeof awardCategory>

/** `/api/v2/awards/info`. */
export const awardsInfo = z.object({
  year: awardsYear,
  state: z.enum(AWARD_STATES),
  /** All years with a page, latest first. */
  years: z.array(awardsYear),
  recap: z.string(),
  /** Null in a year without awards. */
  dates: z.nullable(
    z.object({
      nominationsStart: wireTime,
      nominationsEnd: wireTime,
      votingStart: wireTime,
      votingEnd: wireTime,
    }),
  ),
  categories: z.array(awardCategory),
  canNominate: z.boolean(),
  canVote: z.boolean(),
  /** The numbers of votes so far are included, for staff. */
  vote_preview: z.boolean(),
})
export type AwardsInfo = z.infer<typeof awardsInfo>

/** Without a year, the latest one whose nominations have begun, 2022 at least. `vp` asks for a preview, as staff. */
export const awardsInfoParams = z.object({
  year: z.optional(yearText),
  vp: z._default(anyBoolean, false),
})
export const awardsInfoBody = z.strictObject({
  year: z.optional(awardsYear),
  vp: z._default(anyBoolean, false),
})

/** `POST /api/v2/awards/vote`. `obj` is the id of the artist or sketch; null clears the vote. */
export const awardVoteBody = z.strictObject({ cat: id, obj: z.nullable(id) })

/** `POST /awards`: nominates. Nominating the same again changes nothing. */
export const nominateBody = z.discriminatedUnion('action', [
  z.strictObject({ categoryId: id, action: z.literal('nominateArtist'), artistId: id }),
  z.strictObject({ categoryId: id, action: z.literal('nominateSketch'), sketchId: id }),
])
export type NominateBody = z.infer<typeof nominateBody>

/** `POST /api/v2/awards/withdraw`: takes back the member's own nomination. */
export const withdrawNominationBody = z.strictObject({ cat: id, obj: id })

/** `POST /api/v2/awards/removeNominee`, by staff, until the voting ends. Its votes are removed with it. */
export const removeNomineeBody = z.strictObject({
  cat: id,
  obj: id,
  reason: requiredReason,
})

/**
 * `POST /api/v2/awards/winner`, by staff: names a winner of awards that were held before the site counted votes, or
 * takes the name back. Both need a reason. Repeating the call changes nothing.
 */
export const awardWinnerBody = z.strictObject({
  cat: id,
  obj: id,
  winner: z.boolean(),
  reason: requiredReason,
})
export type AwardWinnerBody = z.input<typeof awardWinnerBody>

const categoryFields = z.strictObject({
  /** Absent for a new one. */
  id: z.optional(id),
  title: line(AWARD_CATEGORY_TITLE_MAX).check(z.minLength(1)),
  kind: z.enum(AWARD_KINDS),
})

/**
 * `POST /api/v2/awards/edit`, by staff: opens the awards of a year, or edits them. Categories that are not in the list
 * are removed, unless they have nominees; the kind of a category stays. Once winners are published, only the recap
 * changes.
 */
export const awardsBody = z.strictObject({
  year: awardsYear,
  /** True to open a year that has no awards yet; otherwise those of the year are edited, or opened. */
  isNew: z._default(z.boolean(), false),
  nominationsStart: wireTime,
  nominationsEnd: wireTime,
  votingStart: wireTime,
  votingEnd: wireTime,
  recap: z._default(text(AWARD_RECAP_MAX), ''),
  categories: z.array(categoryFields).check(z.maxLength(AWARD_CATEGORIES_MAX)),
  reason: optionalReason,
})
export type AwardsBody = z.infer<typeof awardsBody>
