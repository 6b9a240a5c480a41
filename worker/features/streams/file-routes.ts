import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { manifestKey, previewKey, replayChatKey, segmentKey } from '../../../durable-objects/stream/stream.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { valid } from '../../lib/valid.ts'
import { isStaff, viewerOf } from '../../lib/viewer.ts'
import { calendarOf } from './calendar.ts'
import { keepChat } from './replay-chat.ts'
import { requireSeen, type StreamFiles } from './stream-files.ts'

const FOR_ALL = 'public, max-age=31536000, immutable'
const FOR_VIEWER = 'private, max-age=3600'
/** Lines of a chat can be taken back by staff after they were copied. */
const LOOKED_AT = 'private, max-age=60'
/** How long the edge keeps the bytes of what everyone may see; whether they may is looked up each time. */
const EDGE_SECONDS = 3600

const streamParam = valid('param', z.object({ id: idText }))

/** What belongs to streams and is no JSON of ours: pictures, recordings, calendars. */
export const streamFileRoutes = new Hono<AppEnv>()
  .get('/stream/:id/preview/:file{[1-9][0-9]{0,9}\\.webp}', streamParam, async (c) => {
    const { id, mature } = await requireSeen(c, c.req.valid('param').id)
    return stored(c, previewKey(id, Number.parseInt(c.req.param('file'), 10)), 'image/webp', !mature)
  })

  .get('/stream/:id/replay/manifest.json', streamParam, async (c) => {
    const stream = await requireReplay(c, c.req.valid('param').id)
    return stored(c, manifestKey(stream.id), 'application/json', isReplayForAll(stream))
  })

  .get('/stream/:id/replay/:file{[0-9]{1,9}\\.seg}', streamParam, async (c) => {
    const stream = await requireReplay(c, c.req.valid('param').id)
    const segment = Number.parseInt(c.req.param('file'), 10)
    return stored(c, segmentKey(stream.id, segment), 'application/octet-stream', isReplayForAll(stream))
  })

  .get('/stream/:id/replay/chat.json', streamParam, async (c) => {
    const stream = await requireReplay(c, c.req.valid('param').id)
    const kept = await c.env.FILES.get(replayChatKey(stream.id))
    const headers = { 'content-type': 'application/json', 'cache-control': LOOKED_AT }
    return c.body(kept ? kept.body : await keepChat(c.env, stream), 200, headers)
  })

  .get('/stream/:id/croquis-stream.ics', streamParam, async (c) => {
    const { state, startsAt, createdAt, ...stream } = await requireSeen(c, c.req.valid('param').id)
    if (state !== 'announced' || startsAt === null) throw new AppError('not_found')
    const calendar = calendarOf({ ...stream, startsAt, changedAt: createdAt }, new URL(c.req.url).origin)
    return c.body(calendar, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="croquis-stream.ics"',
      'cache-control': 'private, no-store',
    })
  })

/** A stream whose replay this viewer may see: what waits, or is hidden, its artist and staff alone. @throws AppError `not_found`. */
async function requireReplay(c: Context<AppEnv>, id: number): Promise<StreamFiles> {
  const stream = await requireSeen(c, id)
  const viewer = await viewerOf(c)
  const isTheirs = viewer?.id === stream.userId || isStaff(viewer)
  if (stream.replay === 'none' || (stream.replay !== 'kept' && !isTheirs)) throw new AppError('not_found')
  return stream
}

const isReplayForAll = ({ mature, replay }: StreamFiles) => !mature && replay === 'kept'

/** What lies in the store under a key; what everyone may see is kept by browsers for ever, and for a while at the edge. */
async function stored(c: Context<AppEnv>, key: string, contentType: string, isForAll: boolean): Promise<Response> {
  const headers = {
    'content-type': contentType,
    'cache-control': isForAll ? FOR_ALL : FOR_VIEWER,
    ...(!isForAll && { vary: 'Cookie' }),
  }
  const edge = new Request(`${new URL(c.req.url).origin}${c.req.path}`)
  const kept = isForAll ? await caches.default.match(edge) : undefined
  if (kept) return new Response(kept.body, { headers })
  const object = await c.env.FILES.get(key)
  if (!object) throw new AppError('not_found')
  const reply = new Response(object.body, { headers })
  if (isForAll) {
    const copy = new Response(reply.clone().body, reply)
    copy.headers.set('cache-control', `public, max-age=${EDGE_SECONDS}`)
    c.executionCtx.waitUntil(caches.default.put(edge, copy))
  }
  return reply
}
