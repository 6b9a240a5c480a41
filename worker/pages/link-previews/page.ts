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

/** The built page, which is the same as long as this worker runs. */
let built: string | undefined

type PreviewPage = {
  /** Names the card in the cache. */
  name: string
  find: (db: Db, page: string) => Promise<LinkPreview | null>
  feed?: string | undefined
}

/** Answers the built page with its card, or without one to members; for them nothing is looked up. */
export async function previewPage(c: Context<AppEnv>, { name, find, feed }: PreviewPage): Promise<Response> {
  built ??= await readBuilt(c)
  const template = built
  const { origin } = new URL(c.req.url)
  const plain = () => c.html(withHead(template, plainHead(template, feed, origin)))
  if (getCookie(c, cookieName(c, SESSION_COOKIE))) return plain()
  const shared = await visitorCache(JSON.stringify(['card', origin, name]), async () => {
    const card = await find(dbOf(c), template)
    return withHead(template, card ? headOf(card, origin) : HIDDEN_HEAD)
  }).catch(() => null)
  if (shared) return visitorReply(c, { contentType: 'text/html', body: shared.bytes, until: shared.until })
  // People are given the page all the same, which says what went wrong in its own words.
  log('error', 'card', { requestId: c.var.requestId })
  return plain()
}

async function readBuilt(c: Context<AppEnv>): Promise<string> {
  const reply = await c.env.ASSETS.fetch(new URL('/', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  return reply.text()
}
