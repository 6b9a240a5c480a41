import * as z from 'zod/mini'
import { DESCRIPTION_MAX, SEARCH_QUERY_MAX, TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { challengeItem } from './challenge-item.ts'
import { cursorParams, id, line, listOf, noSort, pageOfFifty, text } from './common.ts'
import { groupId } from './groups.ts'
import { optionalReason } from './reasons.ts'
import { ruleAndReason } from './rules.ts'
import { sketchItem } from './sketches.ts'
import { person } from './users.ts'

const entries = listOf(sketchItem)

/**
 * `GET /api/v2/challenge/{id}`: a challenge, its entries (latest first) and its neighbours, which are those of the same
 * group. A `cursor` continues the list of entries; `own` is empty then.
 */
export const challengePageReply = z.extend(challengeItem, {
  description: z.string(),
  /** The group that it belongs to; null for a daily challenge. */
  group: z.nullable(z.object({ id: groupId, title: z.string() })),
  /** Everyone enters a daily challenge. False for others than members of the group. */
  canEnter: z.boolean(),
  /** Staff edit every challenge, and owners and moderators those of their group. */
  canEdit: z.boolean(),
  /** Author of the idea, or who opened it; null if this viewer and the author block each other. */
  user: z.nullable(person),
  sketches: entries,
  /** The viewer's own entries, latest first, up to `OWN_ENTRIES_MAX`. */
  own: z.array(sketchItem),
  prev: z.nullable(challengeItem),
  next: z.nullable(challengeItem),
})
export type ChallengePageReply = z.infer<typeof challengePageReply>

/**
 * `GET` or `POST /api/v2/challenge`, latest first, or `/api/v2/search/challenge`, also latest first. `page` counts
 * from 1 and is absent after a cursor.
 */
export const challengeListReply = z.extend(listOf(challengeItem), { page: z.optional(z.int()) })
export type ChallengeListReply = z.infer<typeof challengeListReply>

export const challengeListParams = z.object(pageOfFifty)
export const challengeListBody = z.strictObject(pageOfFifty)
export const challengeSearchParams = z.extend(cursorParams, { ...noSort, query: line(SEARCH_QUERY_MAX) })
export const challengeSearchBody = z.strictObject(challengeSearchParams.shape)

const ideaFields = {
  title: line(TITLE_MAX).check(z.minLength(1)),
  description: z._default(text(DESCRIPTION_MAX), ''),
}

/**
 * `POST /api/v2/challenge/open`, by staff, or by owners and moderators of the group: opens a challenge of a group,
 * which begins today (UTC).
 */
export const openChallengeBody = z.strictObject({ group: groupId, ...ideaFields })
export const openChallengeReply = z.object({ challengeId: id })
export type OpenChallengeReply = z.infer<typeof openChallengeReply>

/**
 * `POST /api/v2/challenge/delete`: deletes a challenge of a group that has no entries, by its owner or a moderator or
 * staff.
 */
export const deleteChallengeBody = z.strictObject({
  challengeId: id,
  reason: optionalReason,
})

/** `POST /challenges`: suggests a challenge, or enters a sketch. Entering twice is a no-op. */
export const challengesBody = z.union([
  z.strictObject({ action: z.literal('suggest'), ...ideaFields }),
  z.strictObject({ challengeId: id, sketchId: id }),
])

/** `GET /api/v2/challenge/suggestions`: the member's suggestions that staff have not decided. */
export const ownSuggestions = z.object({ items: z.array(z.object({ id, title: z.string() })) })
export type OwnSuggestions = z.infer<typeof ownSuggestions>

/** `POST /api/v2/challenge/withdraw`: deletes an own suggestion that staff have not decided. */
export const withdrawSuggestionBody = z.strictObject({ id })

/** `POST /api/v2/challenge/removeSketch`, by the artist, or by staff who say why. */
export const removeEntryBody = z.strictObject({ sketch: id, ...ruleAndReason })

export const challengeIdea = z.object({
  id,
  title: z.string(),
  description: z.string(),
  user: person,
  /** Expected first day (UTC); null for a suggestion. */
  date: z.nullable(wireTime),
})

export type ChallengeIdea = z.infer<typeof challengeIdea>

/** `GET /api/v2/gloperate/challenges`, for staff: the whole queue (next first), and the oldest suggestions. */
export const challengeQueue = z.object({ queue: z.array(challengeIdea), suggestions: z.array(challengeIdea) })
export type ChallengeQueue = z.infer<typeof challengeQueue>

/**
 * `POST /api/v2/gloperate/challenge`, by staff. Without `id`: queues a new challenge. With the id of a suggestion:
 * queues it. With the id of a queued challenge: edits its texts.
 */
export const queueChallengeBody = z.strictObject({ id: z.optional(id), ...ideaFields })

/**
 * `POST /api/v2/gloperate/challenge/edit`, by staff, or by owners and moderators of its group: changes the texts of a
 * challenge that has begun.
 */
export const editChallengeBody = z.strictObject({
  challengeId: id,
  ...ideaFields,
  reason: optionalReason,
})
export type EditChallengeBody = z.infer<typeof editChallengeBody>

/** `POST /api/v2/gloperate/challenge/move`: swaps a queued challenge with its neighbour. */
export const moveChallengeBody = z.strictObject({ id, to: z.enum(['earlier', 'later']) })

/** `POST /api/v2/gloperate/challenge/remove`: deletes a queued challenge or a suggestion. */
export const removeChallengeBody = z.strictObject({ id, reason: optionalReason })
