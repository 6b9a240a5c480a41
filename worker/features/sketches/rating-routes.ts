import { Hono } from 'hono'
import { rateBody } from '../../../contract/http/sketch-page.ts'
import { memberOf, requireUser } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { valid } from '../../middleware/validation.ts'
import { requireSketch } from '../../pages/sketch-page/queries.ts'
import { setRating } from './ratings.ts'

export const ratingRoutes = new Hono<AppEnv>().post('/rate', requireUser, valid('json', rateBody), async (c) => {
  const { which, rating } = c.req.valid('json')
  const member = memberOf(c)
  await requireSketch(dbOf(c), member, which)
  const rated = await setRating(dbOf(c), { sketchId: which, userId: member.id, rating }, Date.now())
  if (typeof rated === 'string') throw new AppError(rated)
  return c.json(rated)
})
