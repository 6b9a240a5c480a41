import { Hono } from 'hono'
import { type FeatureReply, type HeartReply, heartBody, rateBody } from '../../../contract/http/sketches.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { findVisibleSketch } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { mayFeature } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, readerOf, requireOwnSession } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addFeature } from './featuring.ts'
import { addHeart } from './hearts.ts'
import { setRating } from './ratings.ts'

export const reactionRoutes = new Hono<AppEnv>()
  .post('/heart', requireOwnSession, valid('json', heartBody), async (c) => {
    const { action, which: sketchId, reason } = c.req.valid('json')
    const member = memberOf(c)
    if (action === 'feature' && !mayFeature(member)) throw new AppError('forbidden')
    const sketch = orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), sketchId))
    if (action === 'feature' && !mayBeFeatured(sketch)) throw new AppError('forbidden')
    const reaction = { sketchId, userId: member.id, now: Date.now() }
    const { reply, isNew }: { reply: HeartReply | FeatureReply; isNew: boolean } =
      action === 'heart'
        ? orThrow(await addHeart(dbOf(c), reaction))
        : orThrow(await addFeature(dbOf(c), { ...reaction, artistId: sketch.userId, reason }))
    if (isNew) afterReply(c, () => tellMember(c.env, sketch.userId, 'notifications'))
    return c.json(reply)
  })
  .post('/rate', requireOwnSession, valid('json', rateBody), async (c) => {
    const { which: sketchId, rating } = c.req.valid('json')
    const member = memberOf(c)
    orNotFound(await findVisibleSketch(dbOf(c), await readerOf(c), sketchId))
    const change = { sketchId, userId: member.id, rating, now: Date.now() }
    return c.json(orThrow(await setRating(dbOf(c), change)))
  })
