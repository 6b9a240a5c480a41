import * as z from 'zod/mini'
import { SEARCH_COLOURS_MAX, SEARCH_QUERY_MAX } from '../limits.ts'
import { cursorParams, idText, line } from './common.ts'
import { gallerySort } from './galleries.ts'

export const sketchSearchParams = z.extend(cursorParams, {
  query: line(SEARCH_QUERY_MAX),
  sort: z._default(gallerySort, 'recent'),
})

const COLOUR_LIST = new RegExp(`^[0-9a-f]{6}(,[0-9a-f]{6}){0,${SEARCH_COLOURS_MAX - 1}}$`)

/**
 * Search by colours (up to five, as in `1b1d21,a3402c`), by words, and by likeness to the sketch `like`. Each is
 * optional; results match all that are given.
 */
export const magicParams = z.extend(cursorParams, {
  query: z._default(line(SEARCH_QUERY_MAX), ''),
  colours: z.optional(
    z.pipe(
      z.string().check(z.regex(COLOUR_LIST)),
      z.transform((text: string) => text.split(',').map((digits) => `#${digits}`)),
    ),
  ),
  like: z.optional(idText),
})
