import { Hono } from 'hono'
import { WARNING } from '../../../contract/ban.ts'
import { banBody, warningAcceptBody } from '../../../contract/http/bans.ts'
import { cursorParams, type Ok } from '../../../contract/http/common.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { mayBan } from '../../domain/bans/rules.ts'
import { leaveRooms } from '../../domain/chat/sockets.ts'
import { findMember } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireOwnSession, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { acceptWarning, addBan, listBans } from './queries.ts'

export const banRoutes = new Hono<AppEnv>()
  .post('/api/v2/gloperate/ban', requireStaff, valid('json', banBody), async (c) => {
    const { uid, ...ban } = c.req.valid('json')
    const staff = memberOf(c)
    const member = orNotFound(await findMember(dbOf(c), uid))
    if (!mayBan(staff, member)) throw new AppError('forbidden')
    await addBan(dbOf(c), { ...ban, staff, member, now: Date.now() })
    if (ban.duration !== WARNING) await leaveRooms(dbOf(c), c.env, { userId: uid, code: SOCKET_CLOSE.forbidden })
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/gloperate/bans', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listBans(dbOf(c), c.req.valid('query').cursor)),
  )

  .post('/api/v2/user/warningAccept', requireOwnSession, valid('json', warningAcceptBody), async (c) => {
    const { id } = memberOf(c)
    if (c.req.valid('json').userId !== id) throw new AppError('forbidden')
    await acceptWarning(dbOf(c), id, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })
