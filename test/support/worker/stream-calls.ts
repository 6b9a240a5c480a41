import { env } from 'cloudflare:workers'
import type {
  ReplayManifest,
  ShownStream,
  StreamPageReply,
  StreamStartBody,
  StreamsReply,
} from '../../../contract/http/streams.ts'
import { manifestKey, previewKey, segmentKey, streamFolder } from '../../../durable-objects/stream/stream.ts'
import { streams } from '../../../worker/domain/streams/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { newKey } from './chat.ts'
import type { Person } from './people.ts'
import { jsonOf, type RequestOptions, requestJson, sendRequest } from './site.ts'

export function startBody(fields: Partial<StreamStartBody> = {}): StreamStartBody {
  return { title: 'Inking a heron', source: 'screen', key: newKey(), ...fields }
}

/** Returns the stream's id. */
export async function startStream(
  as: Person,
  fields: Partial<StreamStartBody> = {},
  options: RequestOptions = {},
): Promise<number> {
  const { id } = await jsonOf<{ id: number }>(
    sendRequest('/api/v2/stream/start', { as, body: startBody(fields), ...options }),
  )
  return id
}

export const postToStream = (as: Person | null, act: string, body: unknown, options: RequestOptions = {}) =>
  sendRequest(`/api/v2/stream/${act}`, { as, body, ...options })

/** Inserts a stream without an object behind it. */
export async function addStream(
  { id: userId }: Person,
  fields: Partial<typeof streams.$inferInsert> = {},
): Promise<number> {
  const now = Date.now()
  const row = {
    ...{ userId, idempotencyKey: newKey(), title: 'Inking a heron', description: '', mature: false, createdAt: now },
    ...{ source: 'screen' as const, state: 'live' as const, startedAt: now, lastContactAt: fields.startedAt ?? now },
    ...fields,
  }
  const { id } = await openDb(env.DB).insert(streams).values(row).returning({ id: streams.id }).get()
  return id
}

/** Default: ended, with a kept recording. */
export function addReplay(person: Person, fields: Partial<typeof streams.$inferInsert> = {}): Promise<number> {
  const now = Date.now()
  const times = { startedAt: now - 60_000, endedAt: now, durationMs: 60_000 }
  const replayPendingAt = fields.replay === 'pending' ? (fields.endedAt ?? now) : null
  return addStream(person, {
    ...{ state: 'ended', endReason: 'stopped', finalized: true, replay: 'kept', replayPendingAt },
    ...{ ...times, ...fields },
  })
}

/** Default: starts in an hour. */
export function addAnnounced(person: Person, fields: Partial<typeof streams.$inferInsert> = {}): Promise<number> {
  return addStream(person, { state: 'announced', startedAt: null, startsAt: Date.now() + 3_600_000, ...fields })
}

export const streamPage = (as: Person | null, id: number) =>
  requestJson<StreamPageReply>(`/api/v2/stream/${id}`, { as })

/** @throws if the stream is hidden from this viewer */
export async function shownStream(as: Person | null, id: number): Promise<ShownStream> {
  const page = await streamPage(as, id)
  if (page.hidden) throw new Error(`hidden: ${page.notice}`)
  return page
}

export const listStreams = (as: Person | null) => requestJson<StreamsReply>('/api/v2/streams', { as })

/** Stores the files of a recording with one segment, and its preview. */
export async function storeReplay(id: number): Promise<void> {
  const manifest: ReplayManifest = {
    durationMs: 60_000,
    codings: [],
    segments: [{ startMs: 0, endMs: 60_000, bytes: 4 }],
    pauses: [],
  }
  await env.FILES.put(manifestKey(id), JSON.stringify(manifest))
  await env.FILES.put(segmentKey(id, 0), new Uint8Array([1, 2, 3, 4]))
  await env.FILES.put(previewKey(id, 1), new Uint8Array([5, 6, 7, 8]))
  await env.DB.prepare("UPDATE streams SET preview_number = 1 WHERE id = ? AND replay <> 'none'").bind(id).run()
}

/** Names of the files of a stream. */
export async function storedFiles(id: number): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: streamFolder(id) })
  return objects.map(({ key }) => key.slice(streamFolder(id).length))
}
