import { Hono } from 'hono'
import { activityParams, pagePathParams } from '../../../contract/http/galleries.ts'
import { listFeed } from '../../domain/sketch-lists/lists.ts'
import { listNotifications, withoutPrivate } from '../../features/notifications/queries.ts'
import { advanceFeedPosition } from '../../features/notifications/unread-counts.ts'
import { listWithFollowedTags } from '../../features/tags/queries.ts'
import { afterReply } from '../../lib/after-reply.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'
import { jsonOrPage } from '../../middleware/json-or-page.ts'
import { memberOf, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'

/** New sketches of artists whom the member follows, new sketches with followed tags, and replies. */
export const activityRoutes = new Hono<AppEnv>().get(
  '/activity/:page',
  jsonOrPage,
  requireUser,
  limitRate('READ_RATE'),
  valid('param', pagePathParams),
  valid('query', activityParams),
  async (c) => {
    const { filter, cursor } = c.req.valid('query')
    const member = memberOf(c)
    const position = { ...c.req.valid('param'), cursor }
    if (filter === 'replies') {
      const list = await listNotifications(dbOf(c), member, { category: 'comments', ...position })
      return c.json(c.get('impersonation') ? withoutPrivate(list) : list)
    }
    if (filter === 'tags') return c.json(await listWithFollowedTags(dbOf(c), member, { cursor }))
    const uploads = await listFeed(dbOf(c), member, position)
    const newest = uploads.items[0]
    if (newest && !cursor && position.page === 1 && !c.get('impersonation'))
      afterReply(c, () => advanceFeedPosition(dbOf(c), member, newest.id))
    return c.json(uploads)
  },
)
