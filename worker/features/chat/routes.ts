import { type Context, Hono } from 'hono'
import {
  type ChatSearchReply,
  channelParams,
  chatSearchParams,
  type ModerateBody,
  moderateBody,
} from '../../../contract/http/chat.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { RoomHandshake } from '../../../durable-objects/chat/state.ts'
import { openSocketAt, refusedSocket } from '../../../durable-objects/realtime/handshake.ts'
import { TICKET_SECONDS } from '../../../durable-objects/realtime/ticket.ts'
import { roomHandshakeOf } from '../../domain/chat/room-member.ts'
import { actsAsStaff, enterRoom, findManagedRoom, findRoom, type RoomForMember } from '../../domain/chat/rooms.ts'
import { closeLeftSockets, closeUnlessVisiting } from '../../domain/chat/sockets.ts'
import { ticketFor } from '../../domain/chat/tickets.ts'
import { isRoomHidden } from '../../domain/streams/queries.ts'
import { writeRefusal } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf, primaryOf } from '../../middleware/database.ts'
import { limitRate, requireOwnOrigin } from '../../middleware/guards.ts'
import { memberOf, requireOwnSession, requireStaff, viewerOf } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { findTargetMember } from './queries.ts'

const ENTRY_REFUSALS = {
  not_logged_in: SOCKET_CLOSE.notLoggedIn,
  banned: SOCKET_CLOSE.forbidden,
  not_found: SOCKET_CLOSE.notFound,
  too_many_rooms: SOCKET_CLOSE.tooManyRooms,
  reserved: SOCKET_CLOSE.reserved,
} as const

export const chatRoutes = new Hono<AppEnv>()
  .get('/socket/chat/:channel', requireOwnOrigin, limitRate('WRITE_RATE'), valid('param', channelParams), async (c) => {
    if (c.req.header('upgrade') !== 'websocket') return refuseWithoutUpgrade(c)
    const viewer = await viewerOf(c)
    const session = c.var.sessionHash
    if (!viewer || !session) return refusedSocket(SOCKET_CLOSE.notLoggedIn, 'not logged in')
    const refusal = writeRefusal(viewer, Date.now())
    if (refusal) return refusedSocket(SOCKET_CLOSE.forbidden, refusal)
    if (c.var.impersonation) return refusedSocket(SOCKET_CLOSE.forbidden, 'impersonating')
    const { channel } = c.req.valid('param')
    if (await isRoomHidden(primaryOf(c), viewer, channel))
      return refusedSocket(SOCKET_CLOSE.forbidden, 'not for this member')
    const entry = await enterRoom(dbOf(c), viewer, { session, channel, now: Date.now() })
    if (!entry.ok) return refusedSocket(ENTRY_REFUSALS[entry.code], entry.code)
    const { room, left, writesAgainAt } = entry.value
    await closeLeftSockets(c.env, viewer.id, left)
    const { member, ...facts } = roomHandshakeOf(viewer, room)
    const reply = await openSocketAt<RoomHandshake>(c.env.CHAT.getByName(room.channel), {
      ...facts,
      member: { ...member, writesAgainAt },
      session,
    })
    const visit = { userId: viewer.id, session, channel: room.channel }
    afterReply(c, () => closeUnlessVisiting(primaryOf(c), c.env, visit))
    return reply
  })

  .get('/api/v2/chat/ticket', requireOwnSession, valid('query', channelParams), async (c) => {
    const { channel } = c.req.valid('query')
    const [room, isHidden] = await Promise.all([
      findRoom(dbOf(c), memberOf(c), channel),
      isRoomHidden(dbOf(c), memberOf(c), channel),
    ])
    if (isHidden) throw new AppError('forbidden')
    const relation = room && { channel, fan: room.fan, inGroup: room.inGroup }
    const session = c.var.sessionHash ?? ''
    const chatId = await ticketFor(c.env, memberOf(c), { session, relation, readAt: c.var.sessionReadAt })
    if (!chatId) throw new AppError(writeRefusal(memberOf(c), c.var.sessionReadAt) ?? 'not_found')
    return c.json({ chatId, seconds: TICKET_SECONDS })
  })

  .post('/api/v2/chat/moderate', requireOwnSession, valid('json', moderateBody), async (c) => {
    const body = c.req.valid('json')
    await requireWriter(c, body.channel)
    const act = { channel: body.channel, isLoggedByRoom: true, clears: body.action === 'clear', now: Date.now() }
    const lacksReason = 'reason' in body && !body.reason
    const room = orThrow(await findManagedRoom(primaryOf(c), memberOf(c), { ...act, lacksReason }))
    if ('reason' in body && actsAsStaff(memberOf(c), room)) requireReason(body.reason)
    const outcome = await c.env.CHAT.getByName(room.channel).moderate(
      roomHandshakeOf(memberOf(c), room),
      await withTarget(c, body),
    )
    if (outcome !== 'done') throw new AppError(outcome)
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/chat/settings', requireOwnSession, valid('query', channelParams), async (c) => {
    const room = await writableRoom(c, c.req.valid('query').channel)
    const settings = await c.env.CHAT.getByName(room.channel).settings(roomHandshakeOf(memberOf(c), room))
    if (settings === 'forbidden') throw new AppError('forbidden')
    return c.json(settings)
  })

  .get(
    '/api/v2/chat/search',
    requireStaff,
    limitRate('CHAT_SEARCH_RATE'),
    valid('query', chatSearchParams),
    async (c) => {
      const { channel, query, cursor } = c.req.valid('query')
      const room = await writableRoom(c, channel)
      const list = `chat ${channel} ${query}`
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor(list, 1, cursor) ?? []
      const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
      const { lines, done } = await c.env.CHAT.getByName(room.channel).search(words, before)
      const last = lines.at(-1)
      return c.json({
        items: lines,
        cursor: done || !last ? '' : encodeCursor(list, [last.id]),
        done,
      } satisfies ChatSearchReply)
    },
  )

/** Refuses a request without an upgrade. @throws AppError `not_logged_in`, `not_a_socket`. */
async function refuseWithoutUpgrade(c: Context<AppEnv>): Promise<never> {
  if (!(await viewerOf(c))) throw new AppError('not_logged_in')
  throw new AppError('not_a_socket')
}

/**
 * Finds a room for a member who may write. The room itself knows whether they moderate it.
 * @throws AppError `suspended`, `warned`, `forbidden`, `not_found`.
 */
async function writableRoom(c: Context<AppEnv>, channel: string): Promise<RoomForMember> {
  await requireWriter(c, channel)
  // The room stores its owner, so an earlier one must not come back.
  return orNotFound(await findRoom(primaryOf(c), memberOf(c), channel))
}

/**
 * Requires a member who may write, and who may see the stream if the room belongs to one.
 * @throws AppError `suspended`, `warned`, `forbidden`.
 */
async function requireWriter(c: Context<AppEnv>, channel: string): Promise<void> {
  const refusal = writeRefusal(memberOf(c), Date.now())
  if (refusal) throw new AppError(refusal)
  if (await isRoomHidden(primaryOf(c), memberOf(c), channel)) throw new AppError('forbidden')
}

/** Adds the member whom an action concerns. @throws AppError `not_found`. */
async function withTarget(c: Context<AppEnv>, body: ModerateBody) {
  if (!('userId' in body)) return body
  const target = await findTargetMember(dbOf(c), body.userId)
  if (!target) throw new AppError('not_found')
  return { ...body, target }
}
