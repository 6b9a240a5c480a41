import * as z from 'zod/mini'
import { SEARCH_COLOURS_MAX, SEARCH_QUERY_MAX } from '../limits.ts'
import { anyId, cursorParams, id, line, listOf, noSort } from './common.ts'
import { gallerySort } from './galleries.ts'
import { sketchItem } from './sketches.ts'

export const sketchSearchParams = z.extend(cursorParams, {
  query: line(SEARCH_QUERY_MAX),
  sort: z._default(gallerySort, 'recent'),
})
export const sketchSearchBody = z.strictObject(sketchSearchParams.shape)

/**
 * The last page continues with sketches that match some of the words. `matchingAll` is the number of items before them.
 */
export const sketchSearchReply = z.extend(listOf(sketchItem), { matchingAll: z.int() })
export type SketchSearchReply = z.infer<typeof sketchSearchReply>

const COLOUR_LIST = new RegExp(`^[0-9a-f]{6}(,[0-9a-f]{6}){0,${SEARCH_COLOURS_MAX - 1}}$`)

/**
 * Search by colours (up to five, as in `1b1d21,a3402c`), by words, and by likeness to the sketch `like`. Each is
 * optional; results match all that are given.
 */
export const magicParams = z.extend(cursorParams, {
  ...noSort,
  query: z._default(line(SEARCH_QUERY_MAX), ''),
  colours: z.optional(
    z.pipe(
      z.string().check(z.regex(COLOUR_LIST)),
      z.transform((text: string) => text.split(',').map((digits) => `#${digits}`)),
    ),
  ),
  like: z.optional(anyId),
})
export const magicBody = z.strictObject(magicParams.shape)

export const searchSuggestionsParams = z.object({ q: z._default(line(SEARCH_QUERY_MAX), '') })

/**
 * Suggestions for the typed start of a search, a few of each kind. For an empty start only the most used tags. `count`
 * is the number of sketches with the tag that everyone sees.
 */
export const searchSuggestions = z.object({
  tags: z.array(z.object({ name: z.string(), count: z.int() })),
  artists: z.array(z.object({ id, nickname: z.string(), avatar: z.nullable(z.string()), fans: z.int() })),
  sketches: z.array(sketchItem),
})
export type SearchSuggestions = z.infer<typeof searchSuggestions>
