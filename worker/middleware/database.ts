import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import { type Db, openDb } from '../lib/database.ts'
import type { AppEnv } from './app-env.ts'

const BOOKMARK_COOKIE = 'bookmark'
const BOOKMARK_SECONDS = 3600

/**
 * The database for this request: a D1 session that is at least as new as the member's own last write. It is opened when
 * it is first asked for; many requests never do.
 */
export function dbOf(c: Context<AppEnv>): Db {
  const opened = c.get('db')
  if (opened) return opened
  const bookmark = getCookie(c, cookieName(c, BOOKMARK_COOKIE))
  const session = c.env.DB.withSession(bookmark ?? (isWrite(c) ? 'first-primary' : 'first-unconstrained'))
  const db = openDb(session)
  c.set('db', db)
  c.set('dbSession', session)
  return db
}

/** After a write, has the member's browser remember how new the database was. */
export const rememberWrites = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const bookmark = c.get('dbSession')?.getBookmark()
  if (bookmark) setCookie(c, cookieName(c, BOOKMARK_COOKIE), bookmark, cookieOptions(c, BOOKMARK_SECONDS))
})

/** Whether a request may change something. */
export const isWrite = (c: Context) => !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
