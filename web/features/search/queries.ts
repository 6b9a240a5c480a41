import { queryOptions } from '@tanstack/react-query'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { searchSuggestions, sketchSearchReply } from '../../../contract/http/search.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

const STALE_AFTER_MS = 60_000

export type MagicTerms = { query: string; colours: readonly string[]; like: number | null }

export const sketchSearchQuery = (query: string, sort: GallerySort) =>
  pagedQuery({
    queryKey: ['gallery', 'search', 'sketch', { query, sort }],
    read: (cursor, signal) =>
      call(sketchSearchReply, withParams('/api/v2/search/sketch', { query, sort, cursor }), undefined, signal),
    staleTime: STALE_AFTER_MS,
  })

/** `colours` are `#rrggbb`. */
export const magicQuery = ({ query, colours, like }: MagicTerms) => {
  const params = {
    ...(query && { query }),
    ...(colours.length > 0 && { colours: colours.map((colour) => colour.slice(1)).join(',') }),
    ...(like && { like: String(like) }),
  }
  return pagedQuery({
    queryKey: ['gallery', 'search', 'magic', params],
    read: (cursor, signal) =>
      call(sketchList, withParams('/api/v2/search/magic', { ...params, cursor }), undefined, signal),
    staleTime: STALE_AFTER_MS,
  })
}

/** Tags and artists for a search that found little. */
export const searchSuggestionsQuery = (query: string) =>
  queryOptions({
    queryKey: ['search-suggestions', query],
    queryFn: ({ signal }) =>
      call(searchSuggestions, withParams('/api/v2/search/suggestions', { q: query }), undefined, signal),
    staleTime: STALE_AFTER_MS,
  })
