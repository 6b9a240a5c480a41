import { Hono } from 'hono'
import { cursorParams, type Ok } from '../../../contract/http/common.ts'
import { tagAliasBody, tagBody, tagsParams } from '../../../contract/http/tags.ts'
import { normalizeTag } from '../../../contract/text.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireStaff, requireUser, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { addAlias, listAliases, moveAliasedTags, removeAlias } from './aliases.ts'
import { findTag, followTag, suggestTags, unfollowTag } from './queries.ts'

export const tagRoutes = new Hono<AppEnv>()
  .get('/api/v2/tag/follow', valid('query', tagBody), async (c) => {
    const { tag } = c.req.valid('query')
    return c.json((await findTag(dbOf(c), await viewerOf(c), tag)) ?? { tag, following: false })
  })
  .post('/api/v2/tag/follow', requireUser, valid('json', tagBody), async (c) => {
    const { tag: name } = c.req.valid('json')
    return c.json(orThrow(await followTag(dbOf(c), memberOf(c), { name, now: Date.now() })))
  })
  .post('/api/v2/tag/unfollow', requireUser, valid('json', tagBody), async (c) => {
    return c.json(orThrow(await unfollowTag(dbOf(c), memberOf(c), c.req.valid('json').tag)))
  })
  .get('/api/v2/tags/aliases', requireStaff, valid('query', cursorParams), async (c) =>
    c.json(await listAliases(dbOf(c), c.req.valid('query').cursor)),
  )
  .post('/api/v2/tags/alias/remove', requireStaff, valid('json', tagAliasBody), limitOtherActs, async (c) => {
    orThrow(await removeAlias(dbOf(c), { ...c.req.valid('json'), staffId: memberOf(c).id, now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })
  .post('/api/v2/tags/alias', requireStaff, valid('json', tagAliasBody), limitOtherActs, async (c) => {
    const { alias, tag, reason } = c.req.valid('json')
    const newAlias = { alias, name: tag, reason, staffId: memberOf(c).id, now: Date.now() }
    const tagName = orThrow(await addAlias(dbOf(c), newAlias))
    afterReply(c, () => moveAliasedTags(dbOf(c)))
    return c.json({ alias, tag: tagName })
  })
  .get('/api/v2/tags', limitRate('READ_RATE'), valid('query', tagsParams), async (c) =>
    c.json({ items: await suggestTags(dbOf(c), normalizeTag(c.req.valid('query').query)) }),
  )
