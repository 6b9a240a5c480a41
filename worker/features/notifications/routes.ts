import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import {
  markReadBody,
  muteBody,
  notificationSettingBody,
  notificationsParams,
} from '../../../contract/http/notifications.ts'
import { orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { linkKeysOf } from '../../middleware/link-keys.ts'
import { memberOf, requireOwnSession, requireUser } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { listNotifications, markRead, withoutPrivate } from './queries.ts'
import { readSettings, setCategoryEnabled, setMuted } from './settings.ts'

export const notificationRoutes = new Hono<AppEnv>()
  .get('/api/v2/notices', requireUser, valid('query', notificationsParams), async (c) => {
    const { category, cursor } = c.req.valid('query')
    const list = await listNotifications(dbOf(c), memberOf(c), { category, cursor })
    return c.json(c.get('impersonation') ? withoutPrivate(list) : list)
  })

  .post('/api/v2/notices/read', requireOwnSession, valid('json', markReadBody), async (c) => {
    const selection = c.req.valid('json')
    return c.json({ unread: await markRead(dbOf(c), memberOf(c), { selection, now: Date.now() }) })
  })

  .post('/api/v2/notices/mute', requireOwnSession, valid('json', muteBody), async (c) => {
    const thread = c.req.valid('json')
    orThrow(await setMuted(dbOf(c), memberOf(c), { thread, linkKeys: linkKeysOf(c), now: Date.now() }))
    return c.json({ ok: true } satisfies Ok)
  })

  .get('/api/v2/notices/settings', requireOwnSession, async (c) =>
    c.json(await readSettings(dbOf(c), memberOf(c), { linkKeys: linkKeysOf(c), now: Date.now() })),
  )

  .post('/api/v2/notices/settings', requireOwnSession, valid('json', notificationSettingBody), async (c) => {
    await setCategoryEnabled(dbOf(c), memberOf(c), c.req.valid('json'))
    return c.json({ ok: true } satisfies Ok)
  })
