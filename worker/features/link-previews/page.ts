import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { log } from '../../../durable-objects/realtime/log.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { cookieName } from '../../lib/cookies.ts'
import { type Db, dbOf } from '../../lib/db.ts'
import { sharedReply, sharedText } from '../../lib/shared-text.ts'
import { SESSION_COOKIE } from '../../lib/viewer.ts'
import { type Card, HIDDEN_HEAD, headOf, plainHead, withHead } from './card.ts'

/** The built page, which is the same as long as this worker runs. */
let built: string | undefined

/** Answers the built page with its card, or without one to members; for them nothing is looked up. */
export async function cardPage(
  c: Context<AppEnv>,
  name: string,
  find: (db: Db, page: string) => Promise<Card | null>,
  feed?: string,
): Promise<Response> {
  built ??= await readBuilt(c)
  const template = built
  const { origin } = new URL(c.req.url)
  const plain = () => c.html(withHead(template, plainHead(template, feed, origin)))
  if (getCookie(c, cookieName(c, SESSION_COOKIE))) return plain()
  const shared = await sharedText(JSON.stringify(['card', origin, name]), async () => {
    const card = await find(dbOf(c), template)
    return withHead(template, card ? headOf(card, origin) : HIDDEN_HEAD)
  }).catch(() => null)
  if (shared) return sharedReply(c, { contentType: 'text/html', body: shared.bytes, until: shared.until })
  // People are given the page all the same, which says what went wrong in its own words.
  log('error', 'card', { requestId: c.var.requestId })
  return plain()
}

async function readBuilt(c: Context<AppEnv>): Promise<string> {
  const reply = await c.env.ASSETS.fetch(new URL('/', c.req.url))
  if (!reply.ok) throw new Error(`the page is not built: ${reply.status}`)
  return reply.text()
}
