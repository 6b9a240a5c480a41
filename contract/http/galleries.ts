import * as z from 'zod/mini'
import { GALLERY_PAGE_SIZE, PAGES_MAX, RANKED_MAX } from '../limits.ts'
import { cursorParams, idText } from './common.ts'

const wholeUpTo = (max: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.pipe(z.transform(Number), z.int().check(z.maximum(max))))

const pageText = z.pipe(idText, z.number().check(z.maximum(PAGES_MAX)))

export const gallerySort = z.enum(['recent', 'hearts'])
export type GallerySort = z.infer<typeof gallerySort>

/** A cursor, or a page number from 1. */
export const sortedGalleryParams = z.extend(cursorParams, {
  page: z.optional(pageText),
  sort: z._default(gallerySort, 'recent'),
})

/** A cursor, or a page number, by default the first page. */
export const pageOrCursorParams = z.extend(cursorParams, { page: z._default(pageText, 1) })
export const pagePathParams = z.object({ page: pageText })

/**
 * `GET /api/v2/user/sketchesToEnter`: the member's listed sketches that are in no challenge, or in no compo, latest
 * first. A page can have fewer sketches than others.
 */
export const toEnterParams = z.extend(cursorParams, { in: z.enum(['challenge', 'compo']) })
export type EnteredIn = z.infer<typeof toEnterParams>['in']

/** `?filter` and `?filter=` both mean all. */
const topFilter = z.pipe(
  z.enum(['', 'all', '7', '30']),
  z.transform((filter) => filter || 'all'),
)
/** `GET /topSketches/{page}`. `7` and `30` rank by the hearts of the last 7 and 30 days. */
export const topSketchesParams = z.extend(cursorParams, { filter: z._default(topFilter, 'all') })

/** `GET /api/v2/search/tops`: the same lists, by offset. 0 days ranks by all hearts. */
export const topsParams = z.object({
  days: z._default(z.enum(['0', '7', '30']), '0'),
  limit: z._default(wholeUpTo(GALLERY_PAGE_SIZE), GALLERY_PAGE_SIZE),
  offset: z._default(wholeUpTo(RANKED_MAX), 0),
})

/**
 * `uploads`: sketches of followed artists; `tags`: sketches with followed tags; `replies`: comments on the member's
 * pages and replies to the member's comments.
 */
export const activityParams = z.extend(cursorParams, {
  filter: z.enum(['uploads', 'tags', 'replies']),
  pageSize: z.optional(z.literal(String(GALLERY_PAGE_SIZE))),
})
