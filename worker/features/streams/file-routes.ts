import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { streamPreviewPath } from '../../../contract/http/streams.ts'
import { manifestKey, previewKey, replayChatKey, segmentKey } from '../../../durable-objects/stream/stream.ts'
import {
  findStreamRecord,
  findVisibleStream,
  maySeePreview,
  maySeeReplay,
  type StreamRecord,
} from '../../domain/streams/queries.ts'
import { copyChatToReplay } from '../../domain/streams/replay-chat.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { cacheFile } from '../../lib/edge-cache.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitFileReads } from '../../middleware/guards.ts'
import { linkKeysOf } from '../../middleware/link-keys.ts'
import { readerOf, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { calendarOf } from './calendar.ts'

const PUBLIC_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const PRIVATE_CACHE_CONTROL = 'private, max-age=3600'
/** Short, because staff can hide a replay and its chat at any time. */
const CHAT_CACHE_CONTROL = 'private, max-age=60'
/** For the newest preview, which is sent if the requested one does not exist. */
const NEWEST_PREVIEW_CACHE_CONTROL = 'private, max-age=5'
/** The type of previews that were stored without one. */
const PREVIEW_TYPE = 'image/webp'

const streamParam = valid('param', z.object({ id: idText }))

export const streamFileRoutes = new Hono<AppEnv>()
  .get('/stream/:id/preview/:file{[1-9][0-9]{0,9}\\.webp}', limitFileReads, streamParam, async (c) => {
    const { id, state, previewNumber, isPublic } = await findFileStream(c, maySeePreview)
    if (previewNumber === 0 && state === 'ended') throw new AppError('not_found')
    const number = Number.parseInt(c.req.param('file'), 10)
    const preview = (number: number) =>
      respondFile(c, { key: previewKey(id, number), path: streamPreviewPath(id, number), contentType: null, isPublic })
    if (number === previewNumber) return (await preview(number)) ?? notFound()
    // A replica of the database may not know the latest preview of a live stream yet. The edge has the one before if it
    // is public, so that each call reads at most one file.
    const mayBeNewer = isPublic && state === 'live' && number === previewNumber + 1
    const newer = mayBeNewer ? await preview(number) : null
    if (newer) return newer
    const newest = (previewNumber > 0 && (await preview(previewNumber))) || notFound()
    newest.headers.set('cache-control', NEWEST_PREVIEW_CACHE_CONTROL)
    return newest
  })

  .get('/stream/:id/replay/manifest.json', limitFileReads, streamParam, async (c) => {
    const { id, isPublic } = await findFileStream(c, maySeeReplay)
    return (await respondFile(c, { key: manifestKey(id), contentType: 'application/json', isPublic })) ?? notFound()
  })

  .get('/stream/:id/replay/:file{(?:0|[1-9][0-9]{0,8})\\.seg}', limitFileReads, streamParam, async (c) => {
    const { id, isPublic } = await findFileStream(c, maySeeReplay)
    const key = segmentKey(id, Number.parseInt(c.req.param('file'), 10))
    return (await respondFile(c, { key, contentType: 'application/octet-stream', isPublic })) ?? notFound()
  })

  .get('/stream/:id/replay/chat.json', limitFileReads, streamParam, async (c) => {
    const stream = orNotFound(await findVisibleStream(dbOf(c), await readerOf(c), c.req.valid('param').id))
    if (!maySeeReplay(await viewerOf(c), stream)) throw new AppError('not_found')
    const chat = (await findChat(c.env, stream)) ?? (await copyAndFindChat(c.env, stream))
    if (!chat) throw new AppError('not_found')
    const headers = { 'content-type': 'application/json', 'cache-control': CHAT_CACHE_CONTROL }
    return c.body(chat.body, 200, headers)
  })

  .get('/stream/:id/croquis-stream.ics', limitFileReads, streamParam, async (c) => {
    const { state, startsAt, createdAt, ...stream } = orNotFound(
      await findVisibleStream(dbOf(c), await readerOf(c), c.req.valid('param').id),
    )
    if (state !== 'announced' || startsAt === null) throw new AppError('not_found')
    const calendar = calendarOf({ ...stream, startsAt, changedAt: createdAt }, new URL(c.req.url).origin)
    return c.body(calendar, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="croquis-stream.ics"',
      'cache-control': 'private, no-store',
    })
  })

const findChat = ({ FILES }: Cloudflare.Env, { id }: StreamRecord) => FILES.get(replayChatKey(id))

async function copyAndFindChat(env: Cloudflare.Env, stream: StreamRecord): Promise<R2ObjectBody | null> {
  await copyChatToReplay(env, stream)
  return findChat(env, stream)
}

function notFound(): never {
  throw new AppError('not_found')
}

/**
 * Finds the stream of a file. Loads the viewer only if the file is not public. As with pictures, blocks do not apply.
 * @throws AppError `not_found`.
 */
async function findFileStream(
  c: Context<AppEnv, string, { out: { param: { id: number } } }>,
  maySee: (viewer: Viewer | null, stream: StreamRecord) => boolean,
): Promise<StreamRecord & { isPublic: boolean }> {
  const stream = await findStreamRecord(dbOf(c), { viewer: null, linkKeys: linkKeysOf(c) }, c.req.valid('param').id)
  if (!stream) throw new AppError('not_found')
  if (maySee(null, { ...stream, replayLinked: false })) return { ...stream, isPublic: true }
  if (!maySee(await viewerOf(c), stream)) throw new AppError('not_found')
  return { ...stream, isPublic: false }
}

type SentFile = {
  key: string
  /** Null for the stored one. */
  contentType: string | null
  isPublic: boolean
  /** Address of the file at the edge, by default that of the request. */
  path?: string
}

/** Replies with a file from R2, or returns null if there is none. Browsers and the edge cache public files. */
async function respondFile(
  c: Context<AppEnv>,
  { key, contentType, isPublic, path = c.req.path }: SentFile,
): Promise<Response | null> {
  const headersOf = (storedType: string | null | undefined) => ({
    'content-type': contentType ?? storedType ?? PREVIEW_TYPE,
    'cache-control': isPublic ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
    ...(!isPublic && { vary: 'Cookie' }),
  })
  const edge = new Request(`${new URL(c.req.url).origin}${path}`)
  const cached = isPublic ? await caches.default.match(edge) : undefined
  if (cached) return new Response(cached.body, { headers: headersOf(cached.headers.get('content-type')) })
  const object = await c.env.FILES.get(key)
  if (!object) return null
  const headers = headersOf(object.httpMetadata?.contentType)
  if (isPublic) cacheFile(c, edge, { key, contentType: headers['content-type'] })
  return new Response(object.body, { headers })
}
