import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { challengeList, challengePage } from '../../../contract/http/challenge.ts'
import { call } from '../../lib/call.ts'

/** Daily challenges, the latest first, page by page. */
export const challengesQuery = infiniteQueryOptions({
  queryKey: ['challenges'],
  queryFn: ({ pageParam, signal }) => call(challengeList, `/api/v2/challenge?page=${pageParam}`, undefined, signal),
  initialPageParam: 1,
  getNextPageParam: ({ page, done }) => (done ? undefined : page + 1),
})

/** One challenge, with the first of its entries. */
export const challengeQuery = (id: number) =>
  queryOptions({
    queryKey: ['challenge', id],
    queryFn: ({ signal }) => call(challengePage, `/api/v2/challenge/${id}`, undefined, signal),
  })
