import { Hono } from 'hono'
import { appealBody, appealsParams, decisionParams } from '../../../contract/http/appeals.ts'
import type { Ok } from '../../../contract/http/common.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireOwnSession, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { listAppeals } from './appeals.ts'
import { addAppeal, findMemberDecision } from './member-decision.ts'
import { readCaseNumbers } from './numbers.ts'

/**
 * Decisions as members read them, appeals, and the numbers of both for everybody. pages/cases has the decisions on
 * appeals.
 */
export const appealRoutes = new Hono<AppEnv>()
  .get('/api/v2/decision', requireOwnSession, valid('query', decisionParams), async (c) => {
    const key = { ...c.req.valid('query'), now: Date.now() }
    return c.json(orNotFound(await findMemberDecision(dbOf(c), memberOf(c).id, key)))
  })

  .post('/api/v2/appeal', requireOwnSession, valid('json', appealBody), async (c) => {
    orThrow(await addAppeal(dbOf(c), memberOf(c).id, { ...c.req.valid('json'), now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/gloperate/appeals', requireStaff, valid('query', appealsParams), async (c) =>
    c.json(await listAppeals(dbOf(c), c.req.valid('query'))),
  )

  .get('/api/v2/numbers', async (c) => {
    const read = async () => JSON.stringify(await readCaseNumbers(dbOf(c)))
    const { bytes, until } = await visitorCache('case numbers', read)
    return visitorReply(c, { contentType: 'application/json', body: bytes, until })
  })
