import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../../lib/app-env.ts'
import { cookieName } from '../../lib/cookies.ts'
import { dbOf } from '../../lib/db.ts'
import { pagePolicy } from '../../lib/security-headers.ts'
import { sharedReply } from '../../lib/shared-text.ts'
import { SESSION_COOKIE } from '../../lib/viewer.ts'
import { visitorsRecent } from '../galleries/queries.ts'
import { fillFirstPaint } from './first-paint.ts'

/** Pages that go out with something in them already. Members, and links into the middle of a
 * list, get the plain page, which asks for what is theirs. */
export const pageRoutes = new Hono<AppEnv>().get('/', firstPage).get('/gallery/recent', firstPage)

/** The built page, and the last one that was filled: as long as the list is the same text, so is the page. */
let template: Template | undefined
let filled = { list: '', page: '' }

type Template = { page: string; policy: string }

async function firstPage(c: Context<AppEnv>): Promise<Response> {
  const begins = !c.req.query('from') && !getCookie(c, cookieName(c, SESSION_COOKIE))
  if (!begins) return c.env.ASSETS.fetch(c.req.raw)
  template ??= await readTemplate(c)
  const list = await visitorsRecent(dbOf(c))
  if (filled.list !== list.text) filled = { list: list.text, page: fillFirstPaint(template.page, list.text) }
  return sharedReply(c, { contentType: 'text/html', body: filled.page, until: list.until, policy: template.policy })
}

async function readTemplate(c: Context<AppEnv>): Promise<Template> {
  const reply = await c.env.ASSETS.fetch(new URL('/first-paint', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  const page = await reply.text()
  return { page, policy: await policyOf(page) }
}

/** Allows the styles that the built page has within it, and no others. */
async function policyOf(page: string): Promise<string> {
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
  return pagePolicy(await Promise.all(styles.map(([, text = '']) => hashOf(text))))
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
