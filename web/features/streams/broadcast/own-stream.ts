import { queryOptions } from '@tanstack/react-query'
import { type ReplayItem, type ShownStream, streamPage, streamsReply } from '../../../../contract/http/streams.ts'
import { call } from '../../../lib/call.ts'

/** The stream that a member has live, from whichever of their pages, and the recording to decide on that came last. */
type OwnStream = { live: ShownStream | null; pending: ReplayItem | null }

export const ownStreamQuery = queryOptions({
  queryKey: ['stream-own'],
  queryFn: async ({ signal }): Promise<OwnStream> => {
    const { own } = await call(streamsReply, '/api/v2/streams', undefined, signal)
    const stream = own?.live && (await call(streamPage, `/api/v2/stream/${own.live}`, undefined, signal))
    const live = stream && !stream.hidden && stream.state === 'live' ? stream : null
    return { live, pending: own?.pending[0] ?? null }
  },
  gcTime: 0,
})
