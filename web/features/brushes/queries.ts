import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { brushPage, categoriesReply, contentItems } from '../../../contract/http/brushes.ts'
import { call } from '../../lib/call.ts'

/** The library changes rarely; what was read stays. */
const KEPT_MS = 300_000

export const categoriesQuery = queryOptions({
  queryKey: ['brushes', 'categories'],
  queryFn: ({ signal }) => call(categoriesReply, '/api/v2/content/categories?kind=brush', undefined, signal),
  staleTime: KEPT_MS,
})

/** The brushes of a category by its path, or all of them, page by page. */
export const brushesQuery = (category: string) =>
  infiniteQueryOptions({
    queryKey: ['brushes', 'items', category],
    queryFn: ({ pageParam, signal }) => {
      const place = new URLSearchParams({ kind: 'brush', category, sort: 'title', cursor: pageParam })
      return call(contentItems, `/api/v2/content/items?${place}`, undefined, signal)
    },
    initialPageParam: '',
    staleTime: KEPT_MS,
    getNextPageParam: (page) => (page.done ? undefined : page.cursor),
  })

export const brushQuery = (id: number) =>
  queryOptions({
    queryKey: ['brushes', 'brush', id],
    queryFn: ({ signal }) => call(brushPage, `/api/v2/content/brush/${id}`, undefined, signal),
    staleTime: KEPT_MS,
  })
