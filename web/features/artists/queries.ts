import { infiniteQueryOptions } from '@tanstack/react-query'
import { type ArtistSort, artistList } from '../../../contract/http/search.ts'
import { call } from '../../lib/call.ts'

/** What was read stays for going back this long. */
const KEPT_MS = 60_000

const byCursor = {
  initialPageParam: '',
  staleTime: KEPT_MS,
  getNextPageParam: (page: { done: boolean; cursor: string }) => (page.done ? undefined : page.cursor),
}

/** A list of artists, page by page. */
export const artistsQuery = (sort: ArtistSort) =>
  infiniteQueryOptions({
    queryKey: ['artists', sort],
    queryFn: ({ pageParam, signal }) =>
      call(artistList, `/api/v2/users?sort=${sort}${pageParam && `&cursor=${pageParam}`}`, undefined, signal),
    ...byCursor,
  })

/** Artists by the beginnings of their names, page by page. */
export const artistSearchQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['artists', 'search', query],
    queryFn: ({ pageParam, signal }) =>
      call(artistList, `/api/v2/search/user?${new URLSearchParams({ query, cursor: pageParam })}`, undefined, signal),
    enabled: query !== '',
    ...byCursor,
  })
