import { Hono } from 'hono'
import { cursorParams, type Ok } from '../../../contract/http/common.ts'
import { blockPictureBody, unblockPictureBody } from '../../../contract/http/reposts.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireStaff } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { blockPicture, listBlockedPictures, unblockPicture } from './queries.ts'

export const repostRoutes = new Hono<AppEnv>()
  .get('/api/v2/gloperate/blockedPictures', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listBlockedPictures(dbOf(c), c.req.valid('query').cursor)),
  )

  .post('/api/v2/gloperate/picture/block', requireStaff, valid('json', blockPictureBody), limitOtherActs, async (c) => {
    orThrow(await blockPicture(dbOf(c), { ...c.req.valid('json'), staffId: memberOf(c).id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post(
    '/api/v2/gloperate/picture/unblock',
    requireStaff,
    valid('json', unblockPictureBody),
    limitOtherActs,
    async (c) => {
      orThrow(await unblockPicture(dbOf(c), { ...c.req.valid('json'), staffId: memberOf(c).id, now: Date.now() }))
      return c.json({ ok: true } satisfies Ok)
    },
  )
