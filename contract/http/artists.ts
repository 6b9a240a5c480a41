import * as z from 'zod/mini'
import { PAGES_MAX, SEARCH_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, idText, line, listOf } from './common.ts'

/** The tabs of the artists page that are lists [1 §7]; the first three of them have one page. */
export const artistSort = z.enum(['active', 'birthday', 'patrons', 'fans', 'glops', 'sketches'])
export type ArtistSort = z.infer<typeof artistSort>

export const artistsParams = z.extend(cursorParams, {
  page: z._default(z.pipe(idText, z.number().check(z.maximum(PAGES_MAX))), 1),
  sort: artistSort,
})

/** An artist as lists carry them [1 §3]. `birthday` is `mm-dd`, only on that day; the year is never sent. */
export const artist = z.object({
  id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  glops: z.int(),
  fans: z.int(),
  sketches: z.int(),
  since: wireTime,
  birthday: z.nullable(z.string()),
})
export type Artist = z.infer<typeof artist>

/** `page` counts from 1; following `cursor` reads less than naming a page. */
export const artistListReply = z.extend(listOf(artist), { page: z.optional(z.int()) })
export type ArtistListReply = z.infer<typeof artistListReply>

export const artistSearchParams = z.extend(cursorParams, { query: line(SEARCH_MAX) })
