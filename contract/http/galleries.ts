import * as z from 'zod/mini'
import { GALLERY_PAGE_SIZE, PAGES_MAX, RANKED_MAX } from '../limits.ts'
import { cursorQuery, idText } from './common.ts'

export const galleryQuery = cursorQuery

const wholeUpTo = (max: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.pipe(z.transform(Number), z.int().check(z.maximum(max))))

const pageText = z.pipe(idText, z.number().check(z.maximum(PAGES_MAX)))

/** Newest first, or most hearts first. */
export const gallerySort = z.enum(['recent', 'hearts'])
export type GallerySort = z.infer<typeof gallerySort>

/** Where in a list: on from a cursor, or a page counted from 1. */
export const sortedGalleryQuery = z.extend(cursorQuery, {
  page: z.optional(pageText),
  sort: z._default(gallerySort, 'recent'),
})

export const pageQuery = z.extend(cursorQuery, { page: z._default(pageText, 1) })
export const pageParam = z.object({ page: pageText })

/** The tops of all time, or by the hearts of the last 7 or 30 days. */
export const topSketchesQuery = z.extend(cursorQuery, { filter: z._default(z.enum(['all', '7', '30']), 'all') })

export const topsQuery = z.object({
  days: z._default(z.enum(['0', '7', '30']), '0'),
  limit: z._default(wholeUpTo(GALLERY_PAGE_SIZE), GALLERY_PAGE_SIZE),
  offset: z._default(wholeUpTo(RANKED_MAX), 0),
})

/**
 * What happened to me and what I follow: `uploads` is what those I am a fan of posted, `tags` what was posted under the
 * tags I follow, `replies` comments on my pages and answers to mine.
 */
export const activityQuery = z.extend(cursorQuery, {
  filter: z.enum(['uploads', 'tags', 'replies']),
  pageSize: z.optional(z.literal(String(GALLERY_PAGE_SIZE))),
})
