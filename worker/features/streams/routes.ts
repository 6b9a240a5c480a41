import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import { replaysQuery, type StreamIdReply, streamEndBody, streamStartBody } from '../../../contract/http/stream.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/db.ts'
import { sharedReply } from '../../lib/shared-text.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser, viewerOf } from '../../lib/viewer.ts'
import { mayPostMature } from '../auth/rules.ts'
import { requireSketch } from '../sketches/queries.ts'
import { endStream } from './ending.ts'
import { requireOwnStream } from './own.ts'
import { listReplays, listStreams, visitorsStreams } from './queries.ts'
import { startStream } from './starting.ts'
import { findStreamPage } from './stream-page.ts'

const streamParam = valid('param', z.object({ id: idText }))

export const streamRoutes = new Hono<AppEnv>()
  .get('/api/v2/streams', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) return c.json(await listStreams(dbOf(c), viewer, Date.now()))
    const { bytes, until } = await visitorsStreams(dbOf(c))
    return sharedReply(c, { contentType: 'application/json', body: bytes, until })
  })

  .get('/api/v2/streams/replays', valid('query', replaysQuery), async (c) =>
    c.json(await listReplays(dbOf(c), await viewerOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/stream/:id', streamParam, async (c) => {
    const page = await findStreamPage(dbOf(c), await viewerOf(c), c.req.valid('param').id)
    if (!page) throw new AppError('not_found')
    return c.json(page)
  })

  .post('/api/v2/stream/start', requireUser, valid('json', streamStartBody), async (c) => {
    const body = c.req.valid('json')
    await checkWords(c, body)
    const id = await startStream(dbOf(c), memberOf(c).id, body, Date.now())
    if (id === null) throw new AppError('not_found')
    return c.json({ id } satisfies StreamIdReply)
  })

  .post('/api/v2/stream/end', requireUser, valid('json', streamEndBody), async (c) => {
    const { id, reason } = c.req.valid('json')
    const stream = await requireOwnStream(dbOf(c), memberOf(c), id, 'staff too')
    await endStream(dbOf(c), stream, memberOf(c), reason, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })

/** Whether a member may say this of a stream: mature, and about which sketch. @throws AppError. */
async function checkWords(
  c: Context<AppEnv>,
  { mature, sketchId }: { mature: boolean; sketchId: number | null },
): Promise<void> {
  const member = memberOf(c)
  if (mature && !mayPostMature(member.birthDate, Date.now())) throw new AppError('mature_not_allowed')
  if (sketchId) await requireSketch(dbOf(c), member, sketchId)
}
