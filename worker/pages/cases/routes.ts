import { Hono } from 'hono'
import { decideAppealBody } from '../../../contract/http/appeals.ts'
import { decideBody, undoDecisionBody } from '../../../contract/http/cases.ts'
import type { Ok } from '../../../contract/http/common.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { decideAppeal } from './appeal.ts'
import { decideCase, undoDecision } from './decide.ts'

export const caseDecisionRoutes = new Hono<AppEnv>()
  .post('/api/v2/gloperate/case/decide', requireStaff, valid('json', decideBody), async (c) => {
    await decideCase(c, c.req.valid('json'))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/case/undo', requireStaff, valid('json', undoDecisionBody), async (c) => {
    await undoDecision(c, c.req.valid('json'))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/gloperate/appeal/decide', requireStaff, valid('json', decideAppealBody), async (c) => {
    await decideAppeal(c, c.req.valid('json'))
    return c.json({ ok: true } satisfies Ok)
  })
