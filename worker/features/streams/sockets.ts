import { Hono } from 'hono'
import * as z from 'zod/mini'
import { streamChannel } from '../../../contract/channel.ts'
import { idText } from '../../../contract/http/common.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { openSocketAt, refusedSocket } from '../../../durable-objects/realtime/handshake.ts'
import { originName, relayNumberOf, type StreamHandshake } from '../../../durable-objects/stream/stream.ts'
import { roomMemberOf } from '../../domain/chat/room-member.ts'
import { enterRoom } from '../../domain/chat/rooms.ts'
import { closeLeftSockets, closeUnlessVisiting } from '../../domain/chat/sockets.ts'
import { streamAccess } from '../../domain/streams/visibility.ts'
import { writeRefusal } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf, primaryOf } from '../../middleware/database.ts'
import { limitRate, requireOwnOrigin } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findLiveStream } from './object-queries.ts'

const ENTRY_REFUSALS = {
  not_logged_in: SOCKET_CLOSE.notLoggedIn,
  banned: SOCKET_CLOSE.forbidden,
  not_found: SOCKET_CLOSE.notFound,
  too_many_rooms: SOCKET_CLOSE.tooManyRooms,
  reserved: SOCKET_CLOSE.forbidden,
} as const

/** Sockets of live streams. Members enter and leave a stream and its chat room together. */
export const streamSocketRoutes = new Hono<AppEnv>().get(
  '/socket/stream/:id',
  requireOwnOrigin,
  limitRate('WRITE_RATE'),
  valid('param', z.object({ id: idText })),
  async (c) => {
    const viewer = await viewerOf(c)
    const session = c.var.sessionHash
    if (c.req.header('upgrade') !== 'websocket') throw new AppError(viewer ? 'not_a_socket' : 'not_logged_in')
    if (!viewer || !session) return refusedSocket(SOCKET_CLOSE.notLoggedIn, 'not logged in')
    const refusal = writeRefusal(viewer, Date.now())
    if (refusal) return refusedSocket(SOCKET_CLOSE.forbidden, refusal)
    if (c.var.impersonation) return refusedSocket(SOCKET_CLOSE.forbidden, 'impersonating')
    const stream = await findLiveStream(primaryOf(c), viewer, c.req.valid('param').id)
    if (!stream) return refusedSocket(SOCKET_CLOSE.notFound, 'not live')
    if (!streamAccess(viewer, { ...stream, userId: stream.ownerId }).maySee)
      return refusedSocket(SOCKET_CLOSE.forbidden, 'not for this member')
    const { streamId, ownerId, startedAt } = stream
    const entry = await enterRoom(dbOf(c), viewer, { session, channel: streamChannel(streamId), now: Date.now() })
    if (!entry.ok) return refusedSocket(ENTRY_REFUSALS[entry.code], entry.code)
    await closeLeftSockets(c.env, viewer.id, entry.value.left)
    const originObject = c.env.STREAM.getByName(originName(streamId))
    // The publisher is always connected to the origin.
    const objectName = viewer.id === ownerId ? originName(streamId) : await originObject.objectNameFor(viewer.id)
    const handshake = { streamId, ownerId, startedAt, member: roomMemberOf(viewer), session }
    const objects = relayNumberOf(objectName) > 0 ? c.env.STREAM_RELAY : c.env.STREAM
    const reply = await openSocketAt<StreamHandshake>(objects.getByName(objectName), handshake)
    const visit = { userId: viewer.id, session, channel: streamChannel(streamId) }
    afterReply(c, () => closeUnlessVisiting(primaryOf(c), c.env, visit))
    return reply
  },
)
