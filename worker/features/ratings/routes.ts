import { Hono } from 'hono'
import { rateBody } from '../../../contract/http/sketch-page.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/db.ts'
import { valid } from '../../lib/valid.ts'
import { memberOf, requireUser } from '../../lib/viewer.ts'
import { requireSketch } from '../sketches/queries.ts'
import { setRating } from './queries.ts'

export const ratingRoutes = new Hono<AppEnv>().post('/rate', requireUser, valid('json', rateBody), async (c) => {
  const { which, rating } = c.req.valid('json')
  const member = memberOf(c)
  await requireSketch(dbOf(c), member, which)
  const rated = await setRating(dbOf(c), { sketchId: which, userId: member.id, rating }, Date.now())
  if (typeof rated === 'string') throw new AppError(rated)
  return c.json(rated)
})
