import { queryOptions } from '@tanstack/react-query'
import { type ShownStream, streamPage, streamsReply } from '../../../../contract/http/stream.ts'
import { call } from '../../../lib/call.ts'

/** The stream that a member has live, from whichever of their pages; null for none. */
export const ownStreamQuery = queryOptions({
  queryKey: ['stream-own'],
  queryFn: async ({ signal }): Promise<ShownStream | null> => {
    const { own } = await call(streamsReply, '/api/v2/streams', undefined, signal)
    const stream = own?.live && (await call(streamPage, `/api/v2/stream/${own.live}`, undefined, signal))
    return stream && !stream.hidden && stream.state === 'live' ? stream : null
  },
  gcTime: 0,
})
