import { queryOptions } from '@tanstack/react-query'
import { type ShownStream, streamPage, streamsReply } from '../../../../contract/http/stream.ts'
import { CallError, call } from '../../../lib/call.ts'
import { readStored, writeStored } from '../../../lib/stored.ts'

const keptName = (me: number) => `stream-own ${me}`

/** Keeps which stream is a member's own, to find it after a reload. */
export const keepOwnStream = (me: number, id: number | null) => writeStored(keptName(me), id === null ? '' : String(id))

/** The stream that a member has live, in this browser or, as lists know it, in another; null for none. */
export const ownStreamQuery = (me: number) =>
  queryOptions({
    queryKey: ['stream-own', me],
    queryFn: async ({ signal }): Promise<ShownStream | null> => {
      const kept = Number(readStored(keptName(me)))
      const live = kept > 0 ? await liveStream(kept, signal) : null
      if (live) return live
      const { streams } = await call(streamsReply, '/api/v2/streams', undefined, signal)
      const own = streams.find(({ userId }) => userId === me)
      return own ? liveStream(own.id, signal) : null
    },
    gcTime: 0,
  })

async function liveStream(id: number, signal: AbortSignal): Promise<ShownStream | null> {
  try {
    const stream = await call(streamPage, `/api/v2/stream/${id}`, undefined, signal)
    return !stream.hidden && stream.state === 'live' ? stream : null
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
