import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { muteBody, noticeSettingBody, noticesQuery, readBody } from '../../../contract/http/notifications.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { memberOf, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listNotices, readNotices } from './queries.ts'
import { readSettings, setCategory, setMuted } from './settings.ts'

export const notificationRoutes = new Hono<AppEnv>()
  .get('/api/v2/notices', requireUser, valid('query', noticesQuery), async (c) => {
    const { category, cursor } = c.req.valid('query')
    return c.json(await listNotices(dbOf(c), memberOf(c), { category, cursor }))
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
