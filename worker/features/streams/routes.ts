import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { cursorParams, idText, type Ok } from '../../../contract/http/common.ts'
import {
  remindBody,
  type StreamIdReply,
  streamAnnounceBody,
  streamEditBody,
  streamEndBody,
  streamListParams,
  streamStartBody,
  unannounceBody,
} from '../../../contract/http/streams.ts'
import { STREAM_ANNOUNCE_MAX_DAYS } from '../../../contract/limits.ts'
import { reasonText } from '../../../contract/rules.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { reportedStream } from '../../domain/cases/evidence.ts'
import { challengeExists } from '../../domain/challenges/queries.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { endStream, streamExists } from '../../domain/streams/ending.ts'
import { announceEndInLobby, withdrawFromLobby } from '../../domain/streams/lobby.ts'
import { recheckViewers, startObject, stopObject } from '../../domain/streams/object.ts'
import { findOwnStream, findVisibleStream } from '../../domain/streams/queries.ts'
import { checkStorage } from '../../domain/uploads/storage.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { isAdult } from '../../domain/users/rules.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly } from '../../middleware/direct-act.ts'
import { countCall, limitRate } from '../../middleware/guards.ts'
import { noteLink } from '../../middleware/link-keys.ts'
import { memberOf, readerOf, requireOwnSession, requireUser, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { visitorReply } from '../../middleware/visitor-cache.ts'
import { announceStream, removeAnnouncement, setReminder } from './announcing.ts'
import { hideNotifications, notifyOfStart } from './notifications.ts'
import { listAnnounced, listLive, listReplays, listStreams, visitorsStreams } from './queries.ts'
import { editStream, startStream } from './starting.ts'
import { findStreamPage } from './stream-page.ts'

const DAY_MS = 86_400_000

export const streamRoutes = new Hono<AppEnv>()
  .get('/api/v2/streams', async (c) => {
    const viewer = await viewerOf(c)
    if (viewer) {
      await countCall(c, 'READ_RATE')
      return c.json(await listStreams(dbOf(c), viewer, Date.now()))
    }
    const { bytes, until } = await visitorsStreams(dbOf(c))
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  })

  .get('/api/v2/streams/live', limitRate('READ_RATE'), valid('query', cursorParams), async (c) =>
    c.json(await listLive(dbOf(c), await viewerOf(c), c.req.valid('query').cursor)),
  )

  .get('/api/v2/streams/announced', limitRate('READ_RATE'), valid('query', streamListParams), async (c) => {
    const { user: artist, cursor } = c.req.valid('query')
    return c.json(await listAnnounced(dbOf(c), await viewerOf(c), { artist, cursor, now: Date.now() }))
  })

  .get('/api/v2/streams/replays', limitRate('READ_RATE'), valid('query', streamListParams), async (c) => {
    const { user: artist, cursor } = c.req.valid('query')
    return c.json(await listReplays(dbOf(c), await viewerOf(c), { artist, cursor }))
  })

  .get('/api/v2/stream/:id', valid('param', z.object({ id: idText })), async (c) => {
    const page = orNotFound(await findStreamPage(dbOf(c), await readerOf(c), c.req.valid('param').id))
    if (!page.hidden) noteLink(c, page.sketch?.linkKey)
    return c.json(page)
  })

  .post('/api/v2/stream/start', requireOwnSession, valid('json', streamStartBody), async (c) => {
    const body = c.req.valid('json')
    await checkFields(c, body)
    orThrow(await checkStorage(dbOf(c), { userId: memberOf(c).id, bytes: 1 }))
    const started = orThrow(await startStream(dbOf(c), { ...body, userId: memberOf(c).id, now: Date.now() }))
    await startObject(dbOf(c), c.env, started)
    afterReply(c, () => notifyOfStart(dbOf(c), c.env, { id: started.id }))
    return c.json({ id: started.id } satisfies StreamIdReply)
  })

  .post('/api/v2/stream/edit', requireUser, valid('json', streamEditBody), async (c) => {
    const { id, startsAt, ...fields } = c.req.valid('json')
    const stream = orThrow(await findOwnStream(dbOf(c), memberOf(c), { id }))
    await checkFields(c, fields, stream)
    const start = startsAt === undefined ? undefined : parseStart(startsAt, Date.now())
    // Counted, because a stream that becomes mature closes the sockets of all its viewers.
    const by = { authorId: memberOf(c).id, now: Date.now() }
    orThrow(await countEdit(dbOf(c), by, fields.title + fields.description))
    orThrow(await editStream(dbOf(c), { id, startsAt: start, ...fields }))
    if (stream.state !== 'announced' && fields.mature && !stream.mature) {
      await recheckViewers(c.env, stream)
      afterReply(c, () => withdrawFromLobby(c.env, stream))
      afterReply(c, () => hideNotifications(dbOf(c), { id }))
    }
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/stream/end', requireOwnSession, valid('json', streamEndBody), async (c) => {
    const { id, rule, reason } = c.req.valid('json')
    const member = memberOf(c)
    const stream = orThrow(await findOwnStream(dbOf(c), member, { id, orAsStaff: true }))
    if (stream.state === 'announced') throw new AppError('not_found')
    const isOwn = stream.userId === member.id
    if (!isOwn) requireReason(reasonText(rule, reason))
    const endReason = stream.endReason ?? (isOwn ? 'stopped' : 'staff')
    if (isOwn && stream.state === 'live') {
      await endStream(dbOf(c), { ...stream, endReason, byId: member.id, reason: '', now: Date.now() })
    } else if (stream.state === 'live') {
      const isPossible = streamExists(id, sql`state = 'live'`)
      const thing = { kind: 'stream', target: String(id), thing: reportedStream(id) } as const
      const act = { ...thing, action: 'end_stream', rule, reason, isPossible } as const
      await actDirectly(c, act, ({ staffId: byId, ...by }) => endStream(dbOf(c), { ...stream, endReason, byId, ...by }))
    }
    if (!stream.finalized) await stopObject(c.env, { id, endReason })
    afterReply(c, () => announceEndInLobby(c.env, id))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/stream/announce', requireOwnSession, valid('json', streamAnnounceBody), async (c) => {
    const body = c.req.valid('json')
    await checkFields(c, body)
    const now = Date.now()
    const startsAt = parseStart(body.startsAt, now)
    // Counted, because an announcement that is taken back leaves its place free.
    const by = { authorId: memberOf(c).id, now }
    orThrow(await countEdit(dbOf(c), by, body.title + body.description))
    const id = orThrow(await announceStream(dbOf(c), { ...body, startsAt, userId: memberOf(c).id, now }))
    return c.json({ id } satisfies StreamIdReply)
  })

  .post('/api/v2/stream/unannounce', requireOwnSession, valid('json', unannounceBody), async (c) => {
    const member = memberOf(c)
    const { id, rule, reason } = c.req.valid('json')
    const stream = orThrow(await findOwnStream(dbOf(c), member, { id, orAsStaff: true }))
    if (stream.userId === member.id) {
      orThrow(await removeAnnouncement(dbOf(c), { ...stream, byId: member.id, reason, now: Date.now() }))
      return c.json({ ok: true } satisfies Ok)
    }
    if (stream.state !== 'announced') throw new AppError('stream_over')
    const isPossible = streamExists(id, sql`state = 'announced'`)
    const thing = { kind: 'stream', target: String(id), thing: reportedStream(id) } as const
    const act = { ...thing, action: 'cancel_stream', rule, reason, isPossible } as const
    await actDirectly(c, act, async ({ staffId: byId, ...by }) =>
      orThrow(await removeAnnouncement(dbOf(c), { ...stream, byId, ...by })),
    )
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/stream/remind', requireUser, valid('json', remindBody), async (c) => {
    const { id, remind } = c.req.valid('json')
    orNotFound(await findVisibleStream(dbOf(c), await readerOf(c), id))
    orThrow(await setReminder(dbOf(c), { id, userId: memberOf(c).id, remind }))
    return c.json({ ok: true } satisfies Ok)
  })

/** Parses a start time to milliseconds since 1970. @throws AppError `bad_request` for a time out of range. */
function parseStart(wire: string, now: number): number {
  const startsAt = fromWireTime(wire)
  if (startsAt > now && startsAt <= now + STREAM_ANNOUNCE_MAX_DAYS * DAY_MS) return startsAt
  throw new AppError('bad_request', { message: 'not in the allowed days ahead', field: 'startsAt' })
}

type CheckedFields = { mature: boolean; sketchId: number | null; challengeId: number | null }

/**
 * Checks that the member may set these values. A value that equals the one in `before` is not checked.
 * @throws AppError.
 */
async function checkFields(
  c: Context<AppEnv>,
  { mature, sketchId, challengeId }: CheckedFields,
  before?: CheckedFields,
): Promise<void> {
  const member = memberOf(c)
  if (mature && !before?.mature && !isAdult(member.birthDate, Date.now())) throw new AppError('mature_not_allowed')
  if (sketchId && sketchId !== before?.sketchId)
    orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), sketchId))
  if (challengeId && challengeId !== before?.challengeId && !(await challengeExists(dbOf(c), challengeId)))
    throw new AppError('not_found')
}
