import { Hono } from 'hono'
import { heartBody } from '../../../contract/http/sketch.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/db.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser } from '../../lib/viewer.ts'
import { findRestriction } from '../sketches/queries.ts'
import { sketchAccess } from '../sketches/visibility.ts'
import { addHeart } from './queries.ts'

export const heartRoutes = new Hono<AppEnv>().post('/heart', requireUser, valid('json', heartBody), async (c) => {
  const { which } = c.req.valid('json')
  const member = memberOf(c)
  const sketch = await findRestriction(dbOf(c), member, which)
  if (!sketch || !sketchAccess(member, sketch).maySee) throw new AppError('not_found')
  const given = await addHeart(dbOf(c), which, member.id, Date.now())
  if (typeof given === 'string') throw new AppError(given)
  return c.json(given)
})
