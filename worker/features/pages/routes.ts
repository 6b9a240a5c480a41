import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../../lib/app-env.ts'
import { cookieName } from '../../lib/cookies.ts'
import { sharedHeaders, sharedText } from '../../lib/shared-text.ts'
import { SESSION_COOKIE } from '../../lib/viewer.ts'
import { visitorsRecentSketches } from '../sketches/queries.ts'
import { fillFirstPaint } from './first-paint.ts'

/** Pages that go out with something in them already. Members get the plain page, which asks for what is theirs. */
export const pageRoutes = new Hono<AppEnv>().get('/', firstPage).get('/gallery/recent', firstPage)

async function firstPage(c: Context<AppEnv>): Promise<Response> {
  if (getCookie(c, cookieName(c, SESSION_COOKIE))) return c.env.ASSETS.fetch(c.req.raw)
  const page = await sharedText('first page', async () => {
    const template = await c.env.ASSETS.fetch(new URL('/first-paint', c.req.url))
    if (!template.ok) throw new Error(`the page is not built: ${template.status}`)
    return fillFirstPaint(await template.text(), await visitorsRecentSketches(c.var.db, undefined))
  })
  return c.body(page, 200, sharedHeaders('text/html'))
}
