import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { activityQuery, pageParam } from '../../../contract/http/galleries.ts'
import { muteBody, noticeSettingBody, noticesQuery, readBody } from '../../../contract/http/notifications.ts'
import { listOfFriends } from '../../domain/sketch-lists/lists.ts'
import { memberOf, requireUser } from '../../domain/users/viewer.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { dbOf } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { unlessPage } from '../../middleware/json-or-page.ts'
import { valid } from '../../middleware/validation.ts'
import { listOfFollowedTags } from '../tags/queries.ts'
import { listNotices, readNotices } from './queries.ts'
import { readSettings, setCategory, setMuted } from './settings.ts'
import { rememberLook } from './uploads.ts'

export const noticeRoutes = new Hono<AppEnv>()
  .get(
    '/activity/:page',
    unlessPage,
    requireUser,
    valid('param', pageParam),
    valid('query', activityQuery),
    async (c) => {
      const { filter, cursor } = c.req.valid('query')
      const member = memberOf(c)
      const place = { ...c.req.valid('param'), cursor }
      if (filter === 'replies') return c.json(await listNotices(dbOf(c), member, 'comments', place))
      if (filter === 'tags') return c.json(await listOfFollowedTags(dbOf(c), member, { cursor }))
      const uploads = await listOfFriends(dbOf(c), member, place)
      const newest = uploads.items[0]
      if (newest && !cursor && place.page === 1) afterReply(c, () => rememberLook(dbOf(c), member, newest.id))
      return c.json(uploads)
    },
  )

  .get('/api/v2/notices', requireUser, valid('query', noticesQuery), async (c) => {
    const { category, cursor } = c.req.valid('query')
    return c.json(await listNotices(dbOf(c), memberOf(c), category, { cursor }))
  })

  .post('/api/v2/notices/read', requireUser, valid('json', readBody), async (c) =>
    c.json({ unread: await readNotices(dbOf(c), memberOf(c), c.req.valid('json'), Date.now()) }),
  )

  .post('/api/v2/notices/mute', requireUser, valid('json', muteBody), async (c) => {
    if (!(await setMuted(dbOf(c), memberOf(c), c.req.valid('json'), Date.now()))) throw new AppError('not_found')
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/notices/settings', requireUser, async (c) => c.json(await readSettings(dbOf(c), memberOf(c))))

  .post('/api/v2/notices/settings', requireUser, valid('json', noticeSettingBody), async (c) => {
    const { category, on } = c.req.valid('json')
    await setCategory(dbOf(c), memberOf(c), category, on)
    return c.json({ ok: true } satisfies Ok)
  })
