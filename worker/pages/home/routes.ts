import { type Context, Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { type HomeBody, homeBody, homeParams, motdBody } from '../../../contract/http/home-body.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countOverviewRead } from '../../middleware/guards.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireStaff, viewerOf } from '../../middleware/session.ts'
import { valid } from '../../middleware/validation.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { addMotd, readHome } from './queries.ts'

export const homeRoutes = new Hono<AppEnv>()
  .get('/api/v2/index', valid('query', homeParams), (c) => home(c, c.req.valid('query')))
  .post('/api/v2/index', valid('json', homeBody), (c) => home(c, c.req.valid('json')))

  .post('/api/v2/gloperate/motd', requireStaff, valid('json', motdBody), limitOtherActs, async (c) => {
    await addMotd(dbOf(c), { ...c.req.valid('json'), createdBy: memberOf(c).id, createdAt: Date.now() })
    return c.json({ ok: true } satisfies Ok)
  })

async function home(c: Context<AppEnv>, body: HomeBody): Promise<Response> {
  const read = async (viewer: Viewer | null) => {
    await countOverviewRead(c)
    return readHome(dbOf(c), viewer, body)
  }
  const viewer = await viewerOf(c)
  if (viewer) return c.json(await read(viewer))
  const { bytes, until } = await visitorCache(`home ${JSON.stringify(body)}`, async () =>
    JSON.stringify(await read(null)),
  )
  return visitorReply(c, { contentType: 'application/json', body: bytes, until })
}
