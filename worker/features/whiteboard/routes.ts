import { type Context, Hono } from 'hono'
import { ANONYMOUS_NICKNAME, BOARD_PICTURE_PATH } from '../../../contract/board/preview.ts'
import type { Ok } from '../../../contract/http/common.ts'
import {
  type BoardHistoryReply,
  type BoardLogPage,
  type BoardLogReply,
  boardLogPagePath,
  drawPolicyBody,
  type RollbackReply,
  restoreMarksBody,
  rollbackBody,
  slicePicturePath,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { BOARD_LOG_CACHE_SECONDS } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { BOARD_SOCKET_PATH } from '../../../contract/socket/whiteboard-messages.ts'
import { toWireTime } from '../../../contract/time.ts'
import { openSocketAt, refusedSocket } from '../../../durable-objects/realtime/handshake.ts'
import { sliceKey } from '../../../durable-objects/whiteboard/SliceStore.ts'
import type { BoardHandshake } from '../../../durable-objects/whiteboard/Whiteboard.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { roomMemberOf } from '../../domain/chat/room-member.ts'
import { enterRoom } from '../../domain/chat/rooms.ts'
import { closeLeftSockets, closeUnlessVisiting } from '../../domain/chat/sockets.ts'
import { writeRefusal } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf, primaryOf } from '../../middleware/database.ts'
import { countCall, limitRate, requireOwnOrigin } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireStaff, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'

/** The board's chat room. Members enter and leave both together. */
const BOARD_CHANNEL = 'whiteboard'

const BOARD_HISTORY_PATH = '/api/v2/whiteboard/history'
const BOARD_LOG_PATH = '/api/v2/whiteboard/log'

const PICTURE_CACHE_SECONDS = 10
/** Shorter at the edge, because a rollback replaces slices and deletes the old ones. */
const SLICE_CACHE_CONTROL = 'public, max-age=31536000, s-maxage=900, immutable'
/** Short, because the log has the names of artists, and accounts are deleted. */
const LOG_CACHE_CONTROL = 'public, max-age=900, immutable'
/** Cached at the edge alone, for replies that change with every flush. */
const SHORT_CACHE_CONTROL = `public, max-age=0, s-maxage=${BOARD_LOG_CACHE_SECONDS}`
/** Snapshots are deleted after a day. Shorter at the edge, because a rollback changes them. */
const DAY_CACHE_CONTROL = 'public, max-age=86400, s-maxage=900, immutable'

export const whiteboardRoutes = new Hono<AppEnv>()
  .get(BOARD_SOCKET_PATH, requireOwnOrigin, limitRate('WRITE_RATE'), async (c) => {
    const viewer = await viewerOf(c)
    const session = c.var.sessionHash
    if (c.req.header('upgrade') !== 'websocket') throw new AppError(viewer ? 'not_a_socket' : 'not_logged_in')
    if (!viewer || !session) return refusedSocket(SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (writeRefusal(viewer, Date.now()) || viewer.nickname === ANONYMOUS_NICKNAME)
      return refusedSocket(SOCKET_CLOSE.forbidden, 'no access')
    if (c.var.impersonation) return refusedSocket(SOCKET_CLOSE.forbidden, 'impersonating')
    const entry = await enterRoom(dbOf(c), viewer, { session, channel: BOARD_CHANNEL, now: Date.now() })
    if (!entry.ok) return refusedSocket(SOCKET_CLOSE[entry.code === 'banned' ? 'forbidden' : 'notLoggedIn'], entry.code)
    await closeLeftSockets(c.env, viewer.id, entry.value.left)
    const reply = await openSocketAt<BoardHandshake>(boardOf(c), { member: roomMemberOf(viewer), session })
    const visit = { userId: viewer.id, session, channel: BOARD_CHANNEL }
    afterReply(c, () => closeUnlessVisiting(primaryOf(c), c.env, visit))
    return reply
  })

  .get(BOARD_PICTURE_PATH, (c) =>
    cachedAtEdge(c, BOARD_PICTURE_PATH, async () => {
      const headers = { 'content-type': 'image/png', 'cache-control': `public, max-age=${PICTURE_CACHE_SECONDS}` }
      return new Response(await boardOf(c).picture(), { headers })
    }),
  )

  .post('/api/v2/whiteboard/draw-policy', requireStaff, valid('json', drawPolicyBody), limitOtherActs, async (c) => {
    const policy = c.req.valid('json')
    const before = await boardOf(c).setPolicy(policy)
    const changes = {
      frozen: [before.frozen, policy.frozen],
      excludesNewMembers: [before.excludesNewMembers, policy.excludesNewMembers],
    } as const
    const target = { userId: null, targetType: 'whiteboard', targetId: 0 }
    await auditEntry(dbOf(c), { staffId: memberOf(c).id, action: 'board_order', ...target, changes }, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/whiteboard/rollback', requireStaff, valid('json', rollbackBody), limitOtherActs, async (c) => {
    const { reason, ...body } = c.req.valid('json')
    const { marks, revision } = await boardOf(c).rollback(body)
    if (marks > 0) {
      const changes = { marks: [marks, 0] } as const
      const target = { userId: body.userId, targetType: 'whiteboard', targetId: revision }
      const act = { staffId: memberOf(c).id, action: 'marks_taken_back', reason } as const
      await auditEntry(dbOf(c), { ...act, ...target, changes }, Date.now())
    }
    return c.json({ marks, revision } satisfies RollbackReply)
  })

  .post('/api/v2/whiteboard/restore', requireStaff, valid('json', restoreMarksBody), async (c) => {
    const { revision } = c.req.valid('json')
    if (!(await boardOf(c).restore(revision))) throw new AppError('not_found')
    const target = { userId: null, targetType: 'whiteboard', targetId: revision }
    await auditEntry(dbOf(c), { staffId: memberOf(c).id, action: 'marks_given_back', ...target }, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })

  .get(BOARD_HISTORY_PATH, (c) =>
    cachedAtEdge(c, BOARD_HISTORY_PATH, async () => {
      const slices = await boardOf(c).history()
      c.header('cache-control', SHORT_CACHE_CONTROL)
      return c.json({
        slices: slices.map(({ at, ...slice }) => ({ ...slice, date: toWireTime(at) })),
      } satisfies BoardHistoryReply)
    }),
  )

  .get('/whiteboard/slices/:name{[1-9][0-9]*-[0-9]+\\.png}', async (c) => {
    const [shiftIndex = 0, revision = 0] = c.req
      .param('name')
      .split('-')
      .map((part) => Number.parseInt(part, 10))
    return cachedAtEdge(c, slicePicturePath({ shiftIndex, revision }), async () => {
      const slice = await c.env.FILES.get(sliceKey({ shiftIndex, revision }))
      if (!slice) throw new AppError('not_found')
      return c.body(slice.body, 200, {
        'content-type': 'image/png',
        'cache-control': SLICE_CACHE_CONTROL,
        etag: slice.httpEtag,
      })
    })
  })

  .get(BOARD_LOG_PATH, (c) =>
    cachedAtEdge(c, BOARD_LOG_PATH, async () => {
      const { revision, start, last, snapshots } = await boardOf(c).daySpan()
      const moment = ({ number, at }: { number: number; at: number }) => ({ number, date: toWireTime(at) })
      c.header('cache-control', SHORT_CACHE_CONTROL)
      return c.json({
        ...{ revision, start: moment(start), last: moment(last), snapshots: snapshots.map(moment) },
      } satisfies BoardLogReply)
    }),
  )

  .get('/api/v2/whiteboard/log/:revision{[0-9]{1,15}}/:after{[0-9]{1,15}}', (c) => {
    const [revision, after] = [Number(c.req.param('revision')), Number(c.req.param('after'))]
    return cachedAtEdge(c, boardLogPagePath(revision, after), async () => {
      const page = await boardOf(c).logPage(revision, after)
      if (!page) throw new AppError('not_found')
      const { flushes, isFinal, ...rest } = page
      const items = flushes.map(({ number, at, text }) => ({ number, date: toWireTime(at), text }))
      c.header('cache-control', isFinal ? LOG_CACHE_CONTROL : SHORT_CACHE_CONTROL)
      return c.json({ ...rest, flushes: items } satisfies BoardLogPage)
    })
  })

  .get('/whiteboard/snapshots/:revision{[0-9]{1,15}}/:file{[1-9][0-9]{0,14}\\.png}', (c) => {
    const [revision, number] = [Number(c.req.param('revision')), Number.parseInt(c.req.param('file'), 10)]
    return cachedAtEdge(c, snapshotPicturePath(revision, number), async () => {
      const picture = await boardOf(c).snapshotPicture(revision, number)
      if (!picture) throw new AppError('not_found')
      return c.body(picture, 200, { 'content-type': 'image/png', 'cache-control': DAY_CACHE_CONTROL })
    })
  })

function boardOf(c: Context<AppEnv>) {
  return c.env.WHITEBOARD.getByName('0')
}

/**
 * Replies from the edge cache, because making these replies delays the members who draw. The query is not part of the
 * key.
 */
async function cachedAtEdge(c: Context<AppEnv>, path: string, make: () => Promise<Response>): Promise<Response> {
  const address = new URL(path, c.req.url).href
  const cached = await caches.default.match(address)
  if (cached) return new Response(cached.body, cached)
  await countCall(c, 'READ_RATE')
  const reply = await make()
  // Read from the cache, because a body that is also sent to a slow reader would be held in this isolate.
  const filling = caches.default.put(address, reply).catch(() => undefined)
  c.executionCtx.waitUntil(filling)
  await filling
  const filled = await caches.default.match(address)
  return filled ? new Response(filled.body, filled) : make()
}
