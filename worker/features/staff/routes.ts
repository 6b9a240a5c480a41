import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { idText, type Ok } from '../../../contract/http/common.ts'
import {
  impersonateBody,
  mergeBody,
  roleBody,
  STOP_IMPERSONATING_PATH,
  type StaffMember,
} from '../../../contract/http/staff.ts'
import { staffLogParams } from '../../../contract/http/staff-log.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { toWireTime } from '../../../contract/time.ts'
import { mayBan } from '../../domain/bans/rules.ts'
import { leaveRooms, setFlagsInRooms } from '../../domain/chat/sockets.ts'
import { sendMails } from '../../domain/mail/send.ts'
import { closeMemberChannel, tellMember } from '../../domain/member-channel/tell-member.ts'
import { findMember } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireAdmin, requireStaff, requireUser } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { beginImpersonation, endImpersonation } from './impersonation.ts'
import { listStaffActs } from './log.ts'
import { beginMerge, continueMerge } from './merge.ts'
import { setRole } from './roles.ts'
import { mayImpersonate, mayMerge, termEnd } from './rules.ts'

/** Roles of members, acting as a member, merging accounts, and the log of all that. */
export const staffRoutes = new Hono<AppEnv>()
  .get('/api/v2/gloperate/log', requireStaff, limitRate('READ_RATE'), valid('query', staffLogParams), async (c) =>
    c.json(await listStaffActs(dbOf(c), c.req.valid('query'))),
  )

  .get('/admin/member/:id', requireStaff, valid('param', z.object({ id: idText })), async (c) => {
    const staff = memberOf(c)
    const member = orNotFound(await findMember(dbOf(c), c.req.valid('param').id))
    const { id, nickname, flags, patronUntil } = member
    const mayEdit = mayBan(staff, member)
    const may = {
      ...{ edit: mayEdit, ban: mayEdit, impersonate: mayImpersonate(staff, member), merge: mayMerge(staff, member) },
      setRoles: staff.flags.includes('a'),
    }
    return c.json({
      ...{ id, nickname, flags, may },
      patronUntil: patronUntil === null ? null : toWireTime(patronUntil),
    } satisfies StaffMember)
  })

  .post('/admin/role', requireAdmin, valid('json', roleBody), limitOtherActs, async (c) => {
    const { until, ...change } = c.req.valid('json')
    const now = Date.now()
    const patronUntil = until === undefined ? null : termEnd(until, now)
    if (patronUntil === undefined) throw new AppError('bad_request', { field: 'until' })
    const { userId } = change
    const changed = await setRole(dbOf(c), { ...change, patronUntil, staffId: memberOf(c).id, now })
    const { flags, impersonators } = orThrow(changed)
    await setFlagsInRooms(dbOf(c), c.env, { userId, flags })
    tellStanding(c, [userId, ...impersonators])
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/admin/mergeTo', requireStaff, valid('json', mergeBody), async (c) => {
    const { userId, targetUserId: targetId, reason } = c.req.valid('json')
    const staff = memberOf(c)
    const [source, target] = await Promise.all([findMember(dbOf(c), userId), findMember(dbOf(c), targetId)])
    if (!mayMerge(staff, orNotFound(source), orNotFound(target))) throw new AppError('forbidden')
    requireReason(reason)
    const now = Date.now()
    const begun = await beginMerge(dbOf(c), { staffId: staff.id, userId, targetId, reason, now })
    const { mails, impersonators } = orThrow(begun)
    await leaveRooms(dbOf(c), c.env, { userId })
    tellStanding(c, [userId, ...impersonators])
    afterReply(c, () => closeMemberChannel(c.env, userId))
    afterReply(c, () => sendMails(dbOf(c), c.env, mails))
    afterReply(c, () => continueMerge(dbOf(c), c.env, { userId, now }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/admin/impersonate', requireStaff, valid('json', impersonateBody), limitOtherActs, async (c) => {
    const body = c.req.valid('json')
    const staff = memberOf(c)
    const session = c.var.sessionHash ?? ''
    const member = orNotFound(await findMember(dbOf(c), body.userId))
    if (!mayImpersonate(staff, member)) throw new AppError('forbidden')
    orThrow(await beginImpersonation(dbOf(c), { ...body, staffId: staff.id, session, now: Date.now() }))
    await leaveRooms(dbOf(c), c.env, { userId: staff.id, sessions: [session], code: SOCKET_CLOSE.restarting })
    // Other tabs of the browser act as the member from now on, and show it.
    afterReply(c, () => tellMember(c.env, staff.id, 'standing'))
    return c.json({ ok: true } satisfies Ok)
  })

  .post(STOP_IMPERSONATING_PATH, requireUser, async (c) => {
    const { impersonation, sessionHash } = c.var
    if (impersonation && sessionHash) {
      const { staffId } = impersonation
      await endImpersonation(dbOf(c), { staffId, userId: memberOf(c).id, session: sessionHash, now: Date.now() })
      afterReply(c, () => tellMember(c.env, staffId, 'standing'))
    }
    return c.json({ ok: true } satisfies Ok)
  })

/** Tells the open pages of members that their rights, or those of their session, have changed. */
function tellStanding(c: Context<AppEnv>, userIds: readonly number[]): void {
  for (const id of new Set(userIds)) afterReply(c, () => tellMember(c.env, id, 'standing'))
}
