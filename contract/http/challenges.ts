import * as z from 'zod/mini'
import { DESCRIPTION_MAX, PAGES_MAX, SEARCH_MAX, STAFF_REASON_MAX, TITLE_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { challengeItem } from './challenge-item.ts'
import { cursorQuery, id, idText, line, listOf, text } from './common.ts'
import { sketchItem } from './sketches.ts'
import { person } from './users.ts'

const entries = listOf(sketchItem)

/**
 * `GET /api/v2/challenge/{id}`: a challenge, its entries, the latest first, and those of the days before and after it.
 * With a cursor its entries go on from there.
 */
export const challengePage = z.extend(challengeItem, {
  description: z.string(),
  /** Whose idea it was; null where a block stands between them and the viewer. */
  user: z.nullable(person),
  sketches: entries,
  prev: z.nullable(challengeItem),
  next: z.nullable(challengeItem),
})
export type ChallengePage = z.infer<typeof challengePage>

/**
 * `GET /api/v2/challenge`, the latest first; `page` counts from 1 and is absent after a cursor. `POST
 * /api/v2/search/challenge` replies with one page, the latest matches.
 */
export const challengeList = z.extend(listOf(challengeItem), { page: z.optional(z.int()) })
export type ChallengeList = z.infer<typeof challengeList>

export const challengeListQuery = z.extend(cursorQuery, {
  page: z._default(z.pipe(idText, z.number().check(z.maximum(PAGES_MAX))), 1),
  pageSize: z.optional(z.literal('50')),
})
export const challengeQuery = cursorQuery
export const challengeSearchBody = z.strictObject({ query: line(SEARCH_MAX) })

const words = {
  title: line(TITLE_MAX).check(z.minLength(1)),
  description: z._default(text(DESCRIPTION_MAX), ''),
}

/** `POST /challenges`: a member's suggestion for a day to come, or their sketch as an entry; saying it twice enters it once. */
export const challengesBody = z.union([
  z.strictObject({ action: z.literal('suggest'), ...words }),
  z.strictObject({ challengeId: id, sketchId: id }),
])

/** `POST /api/v2/challenge/removeSketch`, by its artist, or by staff who say why. */
export const removeEntryBody = z.strictObject({ sketch: id, reason: z._default(text(STAFF_REASON_MAX), '') })

/** What a challenge may come from. */
export const challengeIdea = z.object({
  id,
  title: z.string(),
  description: z.string(),
  user: person,
  /** The day (UTC) on which it begins as the queue stands; null while it is a suggestion. */
  date: z.nullable(wireTime),
})

export type ChallengeIdea = z.infer<typeof challengeIdea>

/** `GET /api/v2/gloperate/challenges`, for staff: all of the queue, the next first, and the oldest suggestions. */
export const challengeQueue = z.object({ queue: z.array(challengeIdea), suggestions: z.array(challengeIdea) })
export type ChallengeQueue = z.infer<typeof challengeQueue>

/**
 * `POST /api/v2/gloperate/challenge`, by staff: puts a challenge of their own or, with its id, a suggestion at the end of
 * the queue; of what is in the queue it changes the words.
 */
export const queueChallengeBody = z.strictObject({ id: z.optional(id), ...words })

/** `POST /api/v2/gloperate/challenge/move`: changes places with the one before or after it. */
export const moveChallengeBody = z.strictObject({ id, to: z.enum(['earlier', 'later']) })

/** `POST /api/v2/gloperate/challenge/remove`: out of the queue, or a suggestion that is not taken. */
export const removeChallengeBody = z.strictObject({ id, reason: z._default(text(STAFF_REASON_MAX), '') })
