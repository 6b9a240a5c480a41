import { Hono } from 'hono'
import { heartBody } from '../../../contract/http/sketch-page.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { mayFeature, memberOf, requireUser } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { valid } from '../../middleware/validation.ts'
import { requireSketch } from '../../pages/sketch-page/queries.ts'
import { addFeature } from './featuring.ts'
import { addHeart } from './hearts.ts'

export const heartRoutes = new Hono<AppEnv>().post('/heart', requireUser, valid('json', heartBody), async (c) => {
  const { action, which } = c.req.valid('json')
  const member = memberOf(c)
  if (action === 'feature' && !mayFeature(member)) throw new AppError('forbidden')
  const sketch = await requireSketch(dbOf(c), member, which)
  if (action === 'feature' && !mayBeFeatured(sketch)) throw new AppError('forbidden')
  const given = await (action === 'heart' ? addHeart : addFeature)(dbOf(c), which, member.id, Date.now())
  if (typeof given === 'string') throw new AppError(given)
  return c.json(given)
})
