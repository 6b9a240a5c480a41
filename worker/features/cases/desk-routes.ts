import { Hono } from 'hono'
import { caseParams, caseQueueParams, claimBody, releaseBody } from '../../../contract/http/cases.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { memberOf, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { findCase } from './case.ts'
import { claimCase, releaseCase } from './claims.ts'
import { countDesk } from './counts.ts'
import { listCases } from './queue.ts'

/** The queue of cases and claims on them. pages/cases has the decisions. */
export const caseDeskRoutes = new Hono<AppEnv>()
  .get('/api/v2/gloperate/cases', requireStaff, valid('query', caseQueueParams), async (c) =>
    c.json(await listCases(dbOf(c), { ...c.req.valid('query'), staffId: memberOf(c).id, now: Date.now() })),
  )

  .get('/api/v2/gloperate/counts', requireStaff, async (c) => c.json(await countDesk(dbOf(c), memberOf(c), Date.now())))

  .get('/api/v2/gloperate/case', requireStaff, limitRate('READ_RATE'), valid('query', caseParams), async (c) => {
    const read = { ...c.req.valid('query'), staffId: memberOf(c).id, now: Date.now() }
    return c.json(orNotFound(await findCase(dbOf(c), read)))
  })

  .post('/api/v2/gloperate/case/claim', requireStaff, valid('json', claimBody), async (c) => {
    orThrow(await claimCase(dbOf(c), { ...c.req.valid('json'), staffId: memberOf(c).id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/case/release', requireStaff, valid('json', releaseBody), async (c) => {
    await releaseCase(dbOf(c), { ...c.req.valid('json'), staffId: memberOf(c).id })
    return c.json({ ok: true } satisfies Ok)
  })
