import { env } from 'cloudflare:workers'
import type { ShownStream, StreamPage, StreamStartBody, StreamsReply } from '../../../contract/http/stream.ts'
import { streams } from '../../../worker/features/streams/schema.ts'
import { openDb } from '../../../worker/lib/db.ts'
import { newKey } from './chat.ts'
import type { Person } from './people.ts'
import { ask, askJson, type Call, jsonOf } from './site.ts'

/** What a page sends to start a stream. */
export function startBody(fields: Partial<StreamStartBody> = {}): StreamStartBody {
  return { title: 'Inking a heron', source: 'screen', key: newKey(), ...fields }
}

/** Starts a stream as the page does; answers its id. */
export async function startStream(as: Person, fields: Partial<StreamStartBody> = {}, call: Call = {}): Promise<number> {
  const { id } = await jsonOf<{ id: number }>(ask('/api/v2/stream/start', { as, body: startBody(fields), ...call }))
  return id
}

/** A write to `/api/v2/stream/…`. */
export const streamCall = (as: Person | null, act: string, body: unknown, call: Call = {}) =>
  ask(`/api/v2/stream/${act}`, { as, body, ...call })

/** A stream that stands in the database as it is said, with no object behind it. */
export async function addStream(
  { id: userId }: Person,
  fields: Partial<typeof streams.$inferInsert> = {},
): Promise<number> {
  const now = Date.now()
  const row = {
    ...{ userId, callKey: newKey(), title: 'Inking a heron', description: '', mature: false, createdAt: now },
    ...{ source: 'screen' as const, state: 'live' as const, startedAt: now, ...fields },
  }
  const { id } = await openDb(env.DB).insert(streams).values(row).returning({ id: streams.id }).get()
  return id
}

/** An ended stream with a recording that its artist kept. */
export function addReplay(person: Person, fields: Partial<typeof streams.$inferInsert> = {}): Promise<number> {
  const now = Date.now()
  const times = { startedAt: now - 60_000, endedAt: now, durationMs: 60_000 }
  return addStream(person, { state: 'ended', end: 'stopped', settled: true, replay: 'kept', ...times, ...fields })
}

/** A stream that is announced for an hour from now. */
export function addAnnounced(person: Person, fields: Partial<typeof streams.$inferInsert> = {}): Promise<number> {
  return addStream(person, { state: 'announced', startedAt: null, startsAt: Date.now() + 3_600_000, ...fields })
}

export const streamPage = (as: Person | null, id: number) => askJson<StreamPage>(`/api/v2/stream/${id}`, { as })

/** The page of a stream that this viewer may see. */
export async function shownStream(as: Person | null, id: number): Promise<ShownStream> {
  const page = await streamPage(as, id)
  if (page.hidden) throw new Error(`hidden: ${page.notice}`)
  return page
}

export const listStreams = (as: Person | null) => askJson<StreamsReply>('/api/v2/streams', { as })
