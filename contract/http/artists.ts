import * as z from 'zod/mini'
import { SEARCH_QUERY_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { cursorParams, id, line, listOf, noSort, pageParam } from './common.ts'
import { sketchThumb } from './sketch-page.ts'

/** Lists of the artists page [1 §7]. `active`, `birthday` and `patrons` have only one page. */
export const artistSort = z.enum(['active', 'birthday', 'patrons', 'fans', 'glops', 'sketches'])
export type ArtistSort = z.infer<typeof artistSort>

export const artistsParams = z.extend(cursorParams, {
  page: pageParam,
  sort: artistSort,
})
export const artistsBody = z.strictObject(artistsParams.shape)

/** List item [1 §3]. `birthday` is `mm-dd`, sent only on that day and never with the year. */
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

/** `page` counts from 1; following `cursor` is cheaper. */
export const artistListReply = z.extend(listOf(artist), { page: z.optional(z.int()) })
export type ArtistListReply = z.infer<typeof artistListReply>

export const artistSearchParams = z.extend(cursorParams, { ...noSort, query: line(SEARCH_QUERY_MAX) })
export const artistSearchBody = z.strictObject(artistSearchParams.shape)

/** Artists who posted recently, latest first, each with their latest sketches. */
export const latestArtistsReply = z.object({
  items: z.array(z.extend(artist, { latest: z.array(sketchThumb) })),
})
export type LatestArtists = z.infer<typeof latestArtistsReply>
