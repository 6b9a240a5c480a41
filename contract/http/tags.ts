import * as z from 'zod/mini'
import { TAG_MAX } from '../limits.ts'
import { normalizeTag } from '../text.ts'
import { wireTime } from '../time.ts'
import { id, line, listOf } from './common.ts'
import { requiredReason } from './reasons.ts'

/** A tag as typed, normalised. */
export const tag = z.pipe(
  line(TAG_MAX * 2),
  z.pipe(z.transform(normalizeTag), z.string().check(z.minLength(1), z.maxLength(TAG_MAX))),
)

export const tagBody = z.object({ tag })

/** Reply to follow and unfollow. `tag` is the tag itself if the request named an alias. */
export const tagReply = z.object({ tag: z.string(), following: z.boolean() })
export type TagReply = z.infer<typeof tagReply>

/** `POST /api/v2/tags/alias` and `…/alias/remove`, by staff: makes `alias` another spelling of `tag`, or no longer. */
export const tagAliasBody = z.object({ alias: tag, tag, reason: requiredReason })
export type TagAlias = z.infer<typeof tagAliasBody>
/** The tag and its other spelling, as they are stored. */
export const tagAliasReply = z.object({ alias: z.string(), tag: z.string() })

/** `GET /api/v2/tags/aliases`, for staff: the latest spellings first, with the time at which they were added. */
export const tagAliasList = listOf(z.extend(tagAliasReply, { id, date: wireTime }))
export type TagAliasList = z.infer<typeof tagAliasList>

/** Suggestions for a tag that a member is typing. */
export const tagsParams = z.object({ query: line(TAG_MAX) })
export const tagsReply = z.object({ items: z.array(z.string()) })
