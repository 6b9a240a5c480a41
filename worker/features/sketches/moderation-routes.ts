import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { staffFeatureBody, violationBody } from '../../../contract/http/staff.ts'
import { findAccessFields } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addStaffFeature } from './featuring.ts'
import { setViolation } from './moderation.ts'

export const sketchModerationRoutes = new Hono<AppEnv>()
  .post('/gloperate/feature', requireStaff, valid('json', staffFeatureBody), async (c) => {
    const { sketchId } = c.req.valid('json')
    const staff = memberOf(c)
    const sketch = await findAccessFields(dbOf(c), staff, sketchId)
    if (!sketch) throw new AppError('not_found')
    if (!mayBeFeatured(sketch)) throw new AppError('forbidden')
    const featured = await addStaffFeature(dbOf(c), { id: sketchId, userId: sketch.userId }, staff.id, Date.now())
    if (typeof featured === 'string') throw new AppError(featured)
    return c.json(featured)
  })

  .post('/gloperate/violation', requireStaff, valid('json', violationBody), async (c) => {
    const { sketchId, violation, reason } = c.req.valid('json')
    const staff = memberOf(c)
    const before = await findAccessFields(dbOf(c), staff, sketchId)
    if (!before) throw new AppError('not_found')
    await setViolation(dbOf(c), { sketchId, staffId: staff.id, reason }, before, violation, Date.now())
    return c.json({ ok: true } satisfies Ok)
  })
