import { queryOptions } from '@tanstack/react-query'
import { brushPageReply, categoriesReply, contentItems } from '../../../contract/http/brushes.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

/** The library changes rarely. */
const STALE_AFTER_MS = 300_000

export const categoriesQuery = queryOptions({
  queryKey: ['brushes', 'categories'],
  queryFn: ({ signal }) => call(categoriesReply, '/api/v2/content/categories?kind=brush', undefined, signal),
  staleTime: STALE_AFTER_MS,
})

/** Paged brushes of a category by its path; all brushes for an empty path. */
export const brushesQuery = (category: string) =>
  pagedQuery({
    queryKey: ['brushes', 'items', category],
    read: (cursor, signal) => {
      const path = withParams('/api/v2/content/items', { kind: 'brush', category, sort: 'title', cursor })
      return call(contentItems, path, undefined, signal)
    },
    staleTime: STALE_AFTER_MS,
  })

export const brushQuery = (id: number) =>
  queryOptions({
    queryKey: ['brushes', 'brush', id],
    queryFn: ({ signal }) => call(brushPageReply, `/api/v2/content/brush/${id}`, undefined, signal),
    staleTime: STALE_AFTER_MS,
  })
