import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { log } from '../../../durable-objects/realtime/log.ts'
import { cookieName } from '../../lib/cookies.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { SESSION_COOKIE } from '../../middleware/session.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { HIDDEN_HEAD, headOf, type LinkPreview, plainHead, withHead } from './head.ts'

/** Does not change while this worker runs. */
let builtPage: string | undefined

type PreviewPage = {
  /** Identifies the preview in the cache. */
  name: string
  find: (db: Db, page: string) => Promise<LinkPreview | null>
  feed?: string | undefined
}

/** Replies with the built page: for visitors with a preview in its head, for members with the plain head. */
export async function previewPage(c: Context<AppEnv>, { name, find, feed }: PreviewPage): Promise<Response> {
  builtPage ??= await readBuiltPage(c)
  const template = builtPage
  const { origin } = new URL(c.req.url)
  const plain = () => c.html(withHead(template, plainHead(template, feed, origin)))
  if (getCookie(c, cookieName(c, SESSION_COOKIE))) return plain()
  const cached = await visitorCache(JSON.stringify(['preview', origin, name]), async () => {
    const preview = await find(dbOf(c), template)
    return withHead(template, preview ? headOf(preview, origin) : HIDDEN_HEAD)
  }).catch(() => null)
  if (cached) return visitorReply(c, { contentType: 'text/html', body: cached.bytes, until: cached.until })
  // The application shows the error in the plain page.
  log('error', 'link preview', { requestId: c.var.requestId })
  return plain()
}

async function readBuiltPage(c: Context<AppEnv>): Promise<string> {
  const reply = await c.env.ASSETS.fetch(new URL('/', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  return reply.text()
}
