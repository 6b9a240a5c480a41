import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../../lib/app-env.ts'
import { cookieName } from '../../lib/cookies.ts'
import { dbOf } from '../../lib/db.ts'
import { sharedHeaders } from '../../lib/shared-text.ts'
import { SESSION_COOKIE } from '../../lib/viewer.ts'
import { visitorsRecentSketches } from '../sketches/queries.ts'
import { fillFirstPaint } from './first-paint.ts'

/** Pages that go out with something in them already. Members get the plain page, which asks for what is theirs. */
export const pageRoutes = new Hono<AppEnv>().get('/', firstPage).get('/gallery/recent', firstPage)

/** The built page, and the last one that was filled: as long as the list is the same text, so is the page. */
let template: Promise<string> | undefined
let filled = { list: '', page: '' }

async function firstPage(c: Context<AppEnv>): Promise<Response> {
  if (getCookie(c, cookieName(c, SESSION_COOKIE))) return c.env.ASSETS.fetch(c.req.raw)
  template ??= readTemplate(c)
  const [page, list] = await Promise.all([template, visitorsRecentSketches(dbOf(c), undefined)])
  if (filled.list !== list.text) filled = { list: list.text, page: fillFirstPaint(page, list.text) }
  return c.body(filled.page, 200, sharedHeaders('text/html', list))
}

async function readTemplate(c: Context<AppEnv>): Promise<string> {
  const reply = await c.env.ASSETS.fetch(new URL('/first-paint', c.req.url))
  if (reply.ok) return reply.text()
  template = undefined
  throw new Error(`the page is not built: ${reply.status}`)
}
