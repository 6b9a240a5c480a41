import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Chapter } from '../../../contract/http/chapter.ts'
import { ok } from '../../../contract/http/common.ts'
import {
  type ReplayItem,
  replayChat,
  replayChatPath,
  replayManifest,
  replayManifestPath,
  replaysReply,
  type ShownStream,
  type StreamAnnounceBody,
  type StreamEditBody,
  type StreamStartBody,
  streamIdReply,
  streamPage,
  streamsReply,
} from '../../../contract/http/streams.ts'
import { STREAM_PREVIEW_MS } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'

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

/** StreamsPage that are live and announced; asked for again as often as previews are made, while the page is seen. */
export const streamsQuery = queryOptions({
  queryKey: ['streams'],
  queryFn: ({ signal }) => call(streamsReply, '/api/v2/streams', undefined, signal),
  refetchInterval: STREAM_PREVIEW_MS,
})

export const replaysQuery = infiniteQueryOptions({
  queryKey: ['stream-replays'],
  queryFn: ({ pageParam, signal }) =>
    call(replaysReply, `/api/v2/streams/replays?cursor=${pageParam}`, undefined, signal),
  initialPageParam: '',
  getNextPageParam: (page) => (page.done ? undefined : page.cursor),
})

export const streamQuery = (id: number) =>
  queryOptions({
    queryKey: ['stream', id],
    queryFn: ({ signal }) => call(streamPage, `/api/v2/stream/${id}`, undefined, signal),
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
    queryFn: ({ signal }) => call(replayChat, replayChatPath(id), undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What shows streams is asked anew. */
async function follow(client: QueryClient, id?: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: streamsQuery.queryKey }),
    client.invalidateQueries({ queryKey: replaysQuery.queryKey }),
    id && client.invalidateQueries({ queryKey: streamQuery(id).queryKey }),
  ])
}

/** Starts a stream; the same key again starts none. */
export async function startStream(client: QueryClient, body: StreamStartBody): Promise<number> {
  const { id } = await call(streamIdReply, '/api/v2/stream/start', body)
  void follow(client, id)
  return id
}

export async function editStream(client: QueryClient, body: StreamEditBody): Promise<void> {
  await call(ok, '/api/v2/stream/edit', body)
  await follow(client, body.id)
}

/** Ends a stream: one's own, or for a reason that of another. */
export async function endStream(client: QueryClient, id: number, reason = ''): Promise<void> {
  await call(ok, '/api/v2/stream/end', { id, reason })
  await follow(client, id)
}

/** Keeps a recording, or removes it for good. */
export async function decideReplay(client: QueryClient, id: number, keep: boolean): Promise<void> {
  await call(ok, '/api/v2/stream/replay', { id, keep })
  await follow(client, id)
}

export async function hideReplay(client: QueryClient, id: number, hidden: boolean, reason = ''): Promise<void> {
  await call(ok, '/api/v2/stream/hideReplay', { id, hidden, reason })
  await follow(client, id)
}

export async function setChapters(client: QueryClient, id: number, chapters: readonly Chapter[]): Promise<void> {
  await call(ok, '/api/v2/stream/chapters', { id, chapters })
  await follow(client, id)
}

export async function announceStream(client: QueryClient, body: StreamAnnounceBody): Promise<number> {
  const { id } = await call(streamIdReply, '/api/v2/stream/announce', body)
  await follow(client, id)
  return id
}

export async function unannounceStream(client: QueryClient, id: number): Promise<void> {
  await call(ok, '/api/v2/stream/unannounce', { id })
  await follow(client, id)
}

/** To be told when an announced stream begins, or not. */
export async function remind(client: QueryClient, id: number, wanted: boolean): Promise<void> {
  await call(ok, '/api/v2/stream/remind', { id, remind: wanted })
  await follow(client, id)
}

/** Tells staff that a stream wants looking at. */
export async function reportStream(id: number): Promise<void> {
  await call(ok, '/api/v2/report', { stream: id })
}
