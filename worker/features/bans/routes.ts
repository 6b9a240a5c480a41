import { isNull, type SQL } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import {
  banBody,
  bansParams,
  type ConfirmBanReply,
  confirmBanBody,
  liftBanBody,
  type StandingReply,
  standingParams,
  warningAcceptBody,
} from '../../../contract/http/bans.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { leaveAsBanned } from '../../domain/bans/leave.ts'
import { currentBanOf, mayBan } from '../../domain/bans/rules.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { users } from '../../domain/users/schema.ts'
import { findMember, type Viewer } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countOtherAct } from '../../middleware/other-acts.ts'
import { memberOf, requireOwnSession, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { confirmBan } from './confirm.ts'
import { findBan, listBans } from './list.ts'
import { acceptWarning, addBan, liftBan } from './queries.ts'

export const banRoutes = new Hono<AppEnv>()
  .post('/api/v2/gloperate/ban', requireStaff, valid('json', banBody), async (c) => {
    const { uid, ...ban } = c.req.valid('json')
    const member = await findBannable(c, uid, isNull(users.mergedIntoId))
    const added = await addBan(dbOf(c), { ...ban, staff: memberOf(c), member, now: Date.now() })
    const { endedStreamId } = orThrow(added)
    await leaveAsBanned(dbOf(c), c.env, { userId: uid, durationHours: ban.duration, endedStreamId })
    afterReply(c, () => tellMember(c.env, uid, 'standing'))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/liftBan', requireStaff, valid('json', liftBanBody), async (c) => {
    const { uid, reason } = c.req.valid('json')
    await findBannable(c, uid)
    await countOtherAct(c)
    await liftBan(dbOf(c), { staffId: memberOf(c).id, userId: uid, reason, now: Date.now() })
    afterReply(c, () => tellMember(c.env, uid, 'standing'))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/confirmBan', requireStaff, valid('json', confirmBanBody), async (c) => {
    const { id } = c.req.valid('json')
    const [db, staff] = [dbOf(c), memberOf(c)]
    const { ban, member } = orNotFound(await findBan(db, id))
    if (!mayBan(staff, member)) throw new AppError('forbidden')
    if (ban.staffId === staff.id) throw new AppError('own_ban')
    if (await confirmBan(db, { staffId: staff.id, ban, now: Date.now() }))
      afterReply(c, () => tellMember(c.env, member.id, 'standing'))
    const after = orNotFound(await findBan(db, id))
    return c.json({ ban: after.ban } satisfies ConfirmBanReply)
  })

  .get('/api/v2/gloperate/standing', requireStaff, valid('query', standingParams), async (c) => {
    const member = orNotFound(await findMember(dbOf(c), c.req.valid('query').user))
    return c.json({ ban: currentBanOf(member, Date.now()) } satisfies StandingReply)
  })

  .get('/api/v2/gloperate/bans', requireStaff, valid('query', bansParams), async (c) =>
    c.json(await listBans(dbOf(c), { ...c.req.valid('query'), readerId: memberOf(c).id, now: Date.now() })),
  )

  .post('/api/v2/user/warningAccept', requireOwnSession, valid('json', warningAcceptBody), async (c) => {
    const { id } = memberOf(c)
    if (c.req.valid('json').userId !== id) throw new AppError('forbidden')
    await acceptWarning(dbOf(c), id, Date.now())
    afterReply(c, () => tellMember(c.env, id, 'standing'))
    return c.json({ ok: true } satisfies Ok)
  })

/** Finds a member whom the viewer may ban, if a further condition holds. @throws AppError `not_found`, `forbidden`. */
async function findBannable(c: Context<AppEnv>, id: number, condition?: SQL): Promise<Viewer> {
  const member = orNotFound(await findMember(dbOf(c), id, condition))
  if (!mayBan(memberOf(c), member)) throw new AppError('forbidden')
  return member
}
