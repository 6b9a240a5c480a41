import { queryOptions } from '@tanstack/react-query'
import { memberStats } from '../../../contract/http/stats.ts'
import { call } from '../../lib/call.ts'
import { withParams } from '../../lib/paged-query.ts'

export const memberStatsQuery = (user: number) =>
  queryOptions({
    queryKey: ['stats', user],
    queryFn: ({ signal }) => call(memberStats, withParams('/api/v2/stats', { user }), undefined, signal),
    staleTime: 60_000,
  })
