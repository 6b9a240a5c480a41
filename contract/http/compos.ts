import * as z from 'zod/mini'
import { COMPO_DESCRIPTION_MAX, COMPO_ENTRIES_PER_MEMBER_MAX, COMPO_SET_SIZE, COMPO_TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, line, listOf, pageOfFifty, text } from './common.ts'
import { compoItem, compoKey, compoSketch, compoStateName } from './compo-item.ts'
import { groupId } from './groups.ts'
import { optionalReason, requiredReason } from './reasons.ts'
import { ruleAndReason } from './rules.ts'
import { sketchCover } from './sketches.ts'
import { person } from './users.ts'

/** `GET /api/v2/compo`, latest first. `page` counts from 1 and is absent after a cursor. */
export const compoList = z.extend(listOf(compoItem), { page: z.optional(z.int()) })
export type CompoList = z.infer<typeof compoList>

/** A list item without the number of entries, which would have to be counted for more compos than are listed. */
const openCompo = z.omit(compoItem, { entries: true })
export type OpenCompo = z.infer<typeof openCompo>

/** `GET /api/v2/compo/open`: those that take entries now, first those that the member may enter. */
export const openCompos = z.object({ items: z.array(openCompo) })
export type OpenCompos = z.infer<typeof openCompos>

/** The figures of a result. `voters` and `picks` count answered sets. */
const compoResult = z.object({ date: wireTime, voters: z.int(), picks: z.int() })

/** The page of a compo [1 §3]. */
export const compoInfo = z.extend(compoItem, {
  description: z.string(),
  /** The paragraphs of the description. */
  infos: z.array(z.string()),
  entriesPerMember: z.int(),
  /** The viewer may vote: it is in voting, and there is something to compare. */
  canVote: z.boolean(),
  hasVoted: z.boolean(),
  /** Numbers of sets that the viewer judged and of all sets of their ballot; null before the ballot was begun. */
  judged: z.nullable(z.object({ sets: z.int(), total: z.int() })),
  commentCount: z.int(),
  /** Its number in the calls of comments and of entering. */
  compoId: id,
  /** The key by which calls name it, which is its id. */
  apiKey: compoKey,
  /** The viewer's entries. `place` is -1 until the result. */
  own: z.array(
    z.object({
      id,
      title: z.string(),
      thumbnail: z.nullable(sketchCover),
      place: z.int(),
      disqualified: z.boolean(),
    }),
  ),
  /** Null until the result is published. */
  result: z.nullable(compoResult),
})
export type CompoInfo = z.infer<typeof compoInfo>

/**
 * An entry of a compo. It keeps its place without a sketch if the sketch was deleted after the close, is hidden from
 * everyone, or is mature and hidden from the viewer.
 */
export const compoEntry = z.object({
  /** The number of the entry in this compo's lists. */
  entry: id,
  sketch: z.nullable(compoSketch),
  /** Why there is no sketch. `hidden`: from everyone, by its artist or by staff. */
  missing: z.nullable(z.enum(['deleted', 'hidden', 'mature'])),
  /** Null until the result, and for an entry without a sketch. */
  artist: z.nullable(person),
  /** -1 until the result, and for a disqualified entry. */
  place: z.int(),
  /** Disqualified after the result: without a place, behind all others. */
  disqualified: z.boolean(),
  /** Answered sets with the entry, and those in which it was picked; null until the result. */
  seen: z.nullable(z.int()),
  picks: z.nullable(z.int()),
})
export type CompoEntry = z.infer<typeof compoEntry>

/**
 * Entries by place once there is a result, otherwise the latest first. `page` counts from 1 and is absent after a
 * cursor.
 */
export const compoEntryList = z.extend(listOf(compoEntry), { page: z.optional(z.int()) })
export type CompoEntryList = z.infer<typeof compoEntryList>

export const compoListParams = z.object(pageOfFifty)
export const compoListBody = z.strictObject(pageOfFifty)
export const compoInfoParams = z.object({ name: compoKey })
export const compoInfoBody = z.strictObject({ name: compoKey })

/** `GET /compo/{key}/{page}?format=json`. `recent` lists the latest first, also when there is a result. */
export const compoEntriesParams = z.extend(cursorParams, { sort: z.optional(z.literal('recent')) })

/** `POST /compo/{key}`: enters a sketch. Entering twice is a no-op. */
export const enterCompoBody = z.strictObject({ compoId: z.optional(id), sketchId: id })

/** `POST /api/compoRemoveSketch`, by the artist, or by staff with a rule, a reason, or both. */
export const removeCompoEntryBody = z.strictObject({ which: id, ...ruleAndReason })

/** `POST /admin/compoInvite`, by staff: invites a sketch into an open compo, instead of an earlier invite. */
export const inviteToCompoBody = z.strictObject({ sketchId: id, compo: compoKey })

/**
 * `POST /admin/inviteAccepted` enters an invited sketch: by its artist, or by staff on the artist's word.
 * `POST /api/v2/compo/declineInvite` ends the invite.
 */
export const inviteBody = z.strictObject({ sketchId: id })

/** A set of a ballot, in the order in which it is shown. `answer` is the picked sketch, `skip`, or null. */
const ballotSet = z.object({
  sketches: z.array(compoSketch),
  answer: z.nullable(z.union([id, z.literal('skip')])),
})
export type BallotSet = z.infer<typeof ballotSet>

/**
 * A member's ballot, or the receipt of it once the compo is closed. It has the sets that were given so far: those up to
 * one set after the next one to answer, so that its pictures can be loaded ahead. `total` is 0 before the ballot was
 * begun.
 */
export const compoBallot = z.object({
  title: z.string(),
  state: compoStateName,
  endVotingDate: wireTime,
  sets: z.array(ballotSet),
  total: z.int(),
  /** The set that is answered next, from 0; `total` when all are answered. */
  step: z.int(),
})
export type CompoBallot = z.infer<typeof compoBallot>

/**
 * Ids of the sketches of a set: the picked one first. All are negated if the voter skipped the set [1 §4]. `JSON.parse`
 * reads it from the text that the specification's `votes` is.
 */
const vote = z.array(z.int()).check(z.minLength(1), z.maxLength(COMPO_SET_SIZE))
const VOTES_TEXT_MAX = 2000
const votesText = z.pipe(
  z.string().check(z.maxLength(VOTES_TEXT_MAX)),
  z.transform((json, context) => {
    try {
      return JSON.parse(json) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: 'not JSON', input: json })
      return z.NEVER
    }
  }),
)

/**
 * `POST /api/compoVote/{key}`: answers the sets from `step` on, or begins the ballot if `votes` is empty. The reply is
 * the ballot.
 */
export const compoVoteBody = z.strictObject({
  step: z.int().check(z.minimum(0)),
  votes: z.pipe(z.union([votesText, z.array(vote)]), z.array(vote)),
})
export type CompoVoteBody = z.infer<typeof compoVoteBody>

/**
 * `POST /api/v2/compo/edit`, by staff, or by owners and moderators of its group: opens a compo, or edits the one with
 * this `compoId`, whose key and group stay.
 */
export const compoBody = z.strictObject({
  compoId: z.optional(id),
  key: compoKey,
  title: line(COMPO_TITLE_MAX).check(z.minLength(1)),
  description: z._default(text(COMPO_DESCRIPTION_MAX), ''),
  /** The sketch whose picture represents it. */
  thumbnail: z.nullable(id),
  startDate: wireTime,
  endDate: wireTime,
  endVotingDate: wireTime,
  entriesPerMember: z.int().check(z.minimum(1), z.maximum(COMPO_ENTRIES_PER_MEMBER_MAX)),
  group: z.nullable(groupId),
  reason: optionalReason,
})
export type CompoBody = z.infer<typeof compoBody>

/** `POST /api/v2/compo/delete`, by staff with a reason: deletes a compo without entries, votes and comments. */
export const deleteCompoBody = z.strictObject({ compoId: id, reason: requiredReason })

/** A set that a voter answered: the numbers of its entries, and of the picked one, or null if the voter skipped it. */
const answeredSet = z.object({
  entries: z.array(id).check(z.minLength(2), z.maxLength(COMPO_SET_SIZE)),
  pick: z.nullable(id),
})

/**
 * The download of a closed compo, from which its result can be computed again. It does not say which sets were answered
 * by the same voter. Entries have the numbers (`entry`) of `GET /compo/{key}/{page}?format=json`, which has their
 * sketches. Sets may name entries that have left the compo. Entries that were disqualified after the close are computed
 * with the others and then lose their places; the entries behind them move up.
 */
export const ballotDownload = z.object({
  key: z.string(),
  entries: z.array(id),
  disqualified: z._default(z.array(id), []),
  sets: z.array(answeredSet),
})
export type BallotDownload = z.infer<typeof ballotDownload>

/** `GET /api/v2/compo/voters`, by staff: voters of a closed compo, those whose picks fit its result least first. */
export const compoVoters = z.object({
  /** Voters who picked in a set, of whom the first are listed. */
  voters: z.int(),
  items: z.array(
    z.object({
      /** Null for a deleted account. */
      voter: z.nullable(person),
      /** Answered sets, and those that were not skipped. */
      sets: z.int(),
      picks: z.int(),
      /** The probability that the result gives to their picks, as a geometric mean. */
      likelihood: z.number(),
      /** Standard deviations from the mean of all voters; below zero for less likely picks. */
      deviation: z.number(),
    }),
  ),
})
export type CompoVoters = z.infer<typeof compoVoters>
