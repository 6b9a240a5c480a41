import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ok } from '../../../contract/http/common.ts'
import type { streamReportBody } from '../../../contract/http/reports.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import type { Chapter } from '../../../contract/http/stream-chapter.ts'
import {
  announcedStreamsReply,
  type ReplayItem,
  replayChatPath,
  replayChatReply,
  replayManifest,
  replayManifestPath,
  replaysReply,
  type ShownStream,
  type StreamAnnounceBody,
  type StreamEditBody,
  type StreamStartBody,
  streamIdReply,
  streamPageReply,
  streamsReply,
} from '../../../contract/http/streams.ts'
import { STREAM_PREVIEW_INTERVAL_MS } from '../../../contract/limits.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { readLastPicture } from './publish/last-picture.ts'

/** Live and announced streams, refetched at the interval of previews while the page is visible. */
export const streamsQuery = queryOptions({
  queryKey: ['streams'],
  queryFn: ({ signal }) => call(streamsReply, '/api/v2/streams', undefined, signal),
  refetchInterval: STREAM_PREVIEW_INTERVAL_MS,
})

export const replaysQuery = pagedQuery({
  queryKey: ['stream-replays'],
  read: (cursor, signal) => call(replaysReply, withParams('/api/v2/streams/replays', { cursor }), undefined, signal),
})

/** Announced streams of a member; there are few, so that one page has all. */
export const announcedByQuery = (user: number) =>
  queryOptions({
    queryKey: ['streams', 'announced by', user],
    queryFn: ({ signal }) => call(announcedStreamsReply, `/api/v2/streams/announced?user=${user}`, undefined, signal),
  })

export const replaysByQuery = (user: number) =>
  pagedQuery({
    queryKey: ['stream-replays', user],
    read: (cursor, signal) =>
      call(replaysReply, withParams(`/api/v2/streams/replays?user=${user}`, { cursor }), undefined, signal),
  })

/** `linkKey` opens the replay of an unlisted sketch; the browser remembers it. */
export const streamQuery = (id: number, linkKey?: string | null) =>
  queryOptions({
    queryKey: ['stream', id],
    queryFn: ({ signal }) => call(streamPageReply, withLinkKey(`/api/v2/stream/${id}`, linkKey), undefined, signal),
  })

export const manifestQuery = (id: number) =>
  queryOptions({
    queryKey: ['stream-manifest', id],
    queryFn: ({ signal }) => call(replayManifest, replayManifestPath(id), undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const replayChatQuery = (id: number) =>
  queryOptions({
    queryKey: ['stream-chat', id],
    queryFn: ({ signal }) => call(replayChatReply, replayChatPath(id), undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

type StreamListPage<Item> = { items: Item[]; cursor: string; done: boolean }

/** Pages of a list of streams after the first one. */
export const nextPagesQuery = <Item>(
  list: 'live' | 'announced',
  reply: z.ZodMiniType<StreamListPage<Item>>,
  from: string,
) =>
  pagedQuery({
    queryKey: ['streams', list, from],
    read: (cursor, signal) => call(reply, withParams(`/api/v2/streams/${list}`, { cursor }), undefined, signal),
    from,
    refetchInterval: STREAM_PREVIEW_INTERVAL_MS,
  })

/** Live stream of the current member, from any device, and their latest undecided recording. */
type OwnStream = { live: ShownStream | null; pending: ReplayItem | null }

export const ownStreamQuery = queryOptions({
  queryKey: ['stream-own'],
  queryFn: async ({ signal }): Promise<OwnStream> => {
    const { own } = await call(streamsReply, '/api/v2/streams', undefined, signal)
    const stream = own?.live && (await call(streamPageReply, `/api/v2/stream/${own.live}`, undefined, signal))
    const live = stream && !stream.hidden && stream.state === 'live' ? stream : null
    return { live, pending: own?.pending[0] ?? null }
  },
  gcTime: 0,
})

export const lastPictureQuery = (id: number) =>
  queryOptions({ queryKey: ['stream-last-picture', id], queryFn: () => readLastPicture(id), gcTime: 0 })

/** Mutation that succeeds once the lists and the stream's page are up to date. */
function useStreamWrite<Body extends { id?: number }, Reply>(write: (body: Body) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (_, { id }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: streamsQuery.queryKey }),
        client.invalidateQueries({ queryKey: replaysQuery.queryKey }),
        id && client.invalidateQueries({ queryKey: streamQuery(id).queryKey }),
      ]),
  })
}

/** Starts a stream; the same key starts it once. Does not wait for the lists. */
export function useStartStream() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: StreamStartBody) => call(streamIdReply, '/api/v2/stream/start', body),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: streamsQuery.queryKey })
      void client.invalidateQueries({ queryKey: replaysQuery.queryKey })
      void client.invalidateQueries({ queryKey: streamQuery(id).queryKey })
    },
  })
}

export const useEditStream = () => useStreamWrite((body: StreamEditBody) => call(ok, '/api/v2/stream/edit', body))

/** Ends the member's own stream. Staff say why they end another member's. */
export const useEndStream = () =>
  useStreamWrite((body: { id: number } & Partial<RuleAndReason>) => call(ok, '/api/v2/stream/end', body))

/** Keeps a recording as a replay, or deletes it for good. */
export const useDecideReplay = () =>
  useStreamWrite((body: { id: number; keep: boolean }) => call(ok, '/api/v2/stream/replay', body))

export const useHideReplay = () =>
  useStreamWrite((body: { id: number; hidden: boolean } & RuleAndReason) => call(ok, '/api/v2/stream/hideReplay', body))

export const useSetChapters = () =>
  useStreamWrite((body: { id: number; chapters: readonly Chapter[] }) => call(ok, '/api/v2/stream/chapters', body))

export const useAnnounceStream = () =>
  useStreamWrite((body: StreamAnnounceBody & { id?: undefined }) =>
    call(streamIdReply, '/api/v2/stream/announce', body),
  )

/** Cancels the member's own announced stream. Staff say why they cancel another member's. */
export const useUnannounceStream = () =>
  useStreamWrite((body: { id: number } & Partial<RuleAndReason>) => call(ok, '/api/v2/stream/unannounce', body))

export const useSetReminder = () =>
  useStreamWrite((body: { id: number; remind: boolean }) => call(ok, '/api/v2/stream/remind', body))

export const useReportStream = () =>
  useMutation({
    mutationFn: (report: z.input<typeof streamReportBody>) => call(ok, '/api/v2/report', report),
  })
