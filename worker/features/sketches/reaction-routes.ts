import { Hono } from 'hono'
import { heartBody, rateBody } from '../../../contract/http/sketch-page.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { mayFeature } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addFeature } from './featuring.ts'
import { addHeart } from './hearts.ts'
import { setRating } from './ratings.ts'

/** What members give to a sketch: hearts, features, ratings. */
export const reactionRoutes = new Hono<AppEnv>()
  .post('/heart', requireUser, valid('json', heartBody), async (c) => {
    const { action, which } = c.req.valid('json')
    const member = memberOf(c)
    if (action === 'feature' && !mayFeature(member)) throw new AppError('forbidden')
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), member, which))
    if (action === 'feature' && !mayBeFeatured(sketch)) throw new AppError('forbidden')
    const given = await (action === 'heart' ? addHeart : addFeature)(dbOf(c), which, member.id, Date.now())
    if (typeof given === 'string') throw new AppError(given)
    return c.json(given)
  })
  .post('/rate', requireUser, valid('json', rateBody), async (c) => {
    const { which, rating } = c.req.valid('json')
    const member = memberOf(c)
    orNotFound(await findVisibleSketch(dbOf(c), member, which))
    const rated = await setRating(dbOf(c), { sketchId: which, userId: member.id, rating }, Date.now())
    if (typeof rated === 'string') throw new AppError(rated)
    return c.json(rated)
  })
