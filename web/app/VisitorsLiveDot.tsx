import { queryOptions, useQuery } from '@tanstack/react-query'
import { streamsReply } from '../../contract/http/streams.ts'
import { call } from '../lib/call.ts'
import { LiveDot } from './HeaderBar.tsx'

/** Every visitor gets the same reply, which the site caches. */
const liveQuery = queryOptions({
  queryKey: ['streams', 'is someone live'],
  queryFn: async ({ signal }) => (await call(streamsReply, '/api/v2/streams', undefined, signal)).streams.length > 0,
  staleTime: 60_000,
})

/** Dot beside Live for visitors, whose session is never requested. */
export function VisitorsLiveDot() {
  return useQuery(liveQuery).data ? <LiveDot /> : null
}
