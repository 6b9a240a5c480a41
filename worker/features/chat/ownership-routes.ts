import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { ErrorCode } from '../../../contract/errors.ts'
import {
  channelParams,
  closeRoomBody,
  type HandOverBody,
  handOverBody,
  type roomReply,
} from '../../../contract/http/chat.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { actsAsStaff, findManagedRoom, findRoom, isNameRefused } from '../../domain/chat/rooms.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { Result } from '../../lib/result.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireOwnSession, requireUser } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { acceptRoom, endOffer, offerRoom, removeRoom } from './ownership.ts'
import { findTargetMember } from './queries.ts'

/** Routes about the existence and the owner of rooms: hand-over and closing of open rooms. */
export const roomOwnershipRoutes = new Hono<AppEnv>()
  .get('/api/v2/chat/room', requireUser, valid('query', channelParams), async (c) => {
    const { channel } = c.req.valid('query')
    const exists = (await findRoom(dbOf(c), memberOf(c), channel)) !== null
    const state = exists ? 'open' : (await isNameRefused(dbOf(c), channel)) ? 'reserved' : 'missing'
    return c.json({ state } satisfies z.infer<typeof roomReply>)
  })

  .post('/api/v2/chat/handOver', requireOwnSession, valid('json', handOverBody), async (c) => {
    const body = c.req.valid('json')
    orThrow(await changeOwner(c, body))
    if (body.action === 'offer') afterReply(c, () => tellMember(c.env, body.userId, 'notifications'))
    const room = orNotFound(await findRoom(dbOf(c), memberOf(c), body.channel))
    const { id: roomId, channel, title, ownerId, offeredTo } = room
    await c.env.CHAT.getByName(channel).changeOwnership({ roomId, channel, title, ownerId, offeredTo })
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/chat/close', requireOwnSession, valid('json', closeRoomBody), async (c) => {
    const { channel, reason } = c.req.valid('json')
    const change = { member: memberOf(c), channel, reason, now: Date.now() }
    const act = { ...change, clears: true, lacksReason: !reason }
    const room = orThrow(await findManagedRoom(dbOf(c), change.member, act))
    if (actsAsStaff(change.member, room)) requireReason(reason)
    const roomId = orThrow(await removeRoom(dbOf(c), change))
    await c.env.CHAT.getByName(channel).closeRoom(roomId)
    return c.json({ ok: true } satisfies Ok)
  })

/** @throws AppError `not_found` for a room or member that does not exist, `owner_act_limit`, `room_act_limit`. */
async function changeOwner(c: Context<AppEnv>, body: HandOverBody): Promise<Result<void, ErrorCode>> {
  const db = dbOf(c)
  const change = { member: memberOf(c), channel: body.channel, now: Date.now() }
  orThrow(await findManagedRoom(db, change.member, change))
  switch (body.action) {
    case 'offer':
      if (!(await findTargetMember(db, body.userId))) throw new AppError('not_found')
      return offerRoom(db, { ...change, userId: body.userId })
    case 'withdraw':
      return endOffer(db, { ...change, declines: false })
    case 'decline':
      return endOffer(db, { ...change, declines: true })
    case 'accept':
      return acceptRoom(db, change)
  }
}
