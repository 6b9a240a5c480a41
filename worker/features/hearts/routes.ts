import { Hono } from 'hono'
import { heartBody } from '../../../contract/http/sketch-page.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/db.ts'
import { valid } from '../../lib/valid.ts'
import { mayFeature, memberOf, requireUser } from '../../lib/viewer.ts'
import { addFeature } from '../featuring/queries.ts'
import { requireSketch } from '../sketches/queries.ts'
import { mayBeFeatured } from '../sketches/visibility.ts'
import { addHeart } from './queries.ts'

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
