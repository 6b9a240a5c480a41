import { queryOptions } from '@tanstack/react-query'
import { type ArtistSort, artistListReply, latestArtistsReply } from '../../../contract/http/artists.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

const STALE_AFTER_MS = 60_000

export const artistsQuery = (sort: ArtistSort) =>
  pagedQuery({
    queryKey: ['artists', sort],
    read: (cursor, signal) => call(artistListReply, withParams('/api/v2/users', { sort, cursor }), undefined, signal),
    staleTime: STALE_AFTER_MS,
  })

export const artistSearchQuery = (query: string) =>
  pagedQuery({
    queryKey: ['artists', 'search', query],
    read: (cursor, signal) =>
      call(artistListReply, withParams('/api/v2/search/user', { query, cursor }), undefined, signal),
    enabled: query !== '',
    staleTime: STALE_AFTER_MS,
  })

export const latestArtistsQuery = queryOptions({
  queryKey: ['artists', 'latest'],
  queryFn: ({ signal }) => call(latestArtistsReply, '/api/v2/users/latest', undefined, signal),
  staleTime: STALE_AFTER_MS,
})
