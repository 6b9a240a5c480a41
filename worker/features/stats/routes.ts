import { type Context, Hono } from 'hono'
import { memberStatsBody, memberStatsParams } from '../../../contract/http/stats.ts'
import { findMember, isPatron, isStaff } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findMemberStats } from './queries.ts'

/** Statistics of a member [2 §7], for the member while they are a patron, and for staff. */
export const statsRoutes = new Hono<AppEnv>()
  .get('/api/v2/stats', limitRate('READ_RATE'), requireUser, valid('query', memberStatsParams), (c) =>
    stats(c, c.req.valid('query').user),
  )
  .post('/api/v2/stats', requireUser, valid('json', memberStatsBody), (c) => stats(c, c.req.valid('json').user))

async function stats(c: Context<AppEnv>, userId: number): Promise<Response> {
  const viewer = memberOf(c)
  const isOwnPatron = viewer.id === userId && isPatron(viewer)
  if (!isOwnPatron && !isStaff(viewer)) {
    orNotFound(await findMember(dbOf(c), userId))
    throw new AppError('forbidden')
  }
  return c.json(orNotFound(await findMemberStats(dbOf(c), { userId, now: Date.now() })))
}
