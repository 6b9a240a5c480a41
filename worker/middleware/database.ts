import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import { type Db, openDb } from '../lib/database.ts'
import type { AppEnv } from './app-env.ts'

const BOOKMARK_COOKIE = 'bookmark'
const BOOKMARK_SECONDS = 3600
/** Bookmarks of D1 are hexadecimal numbers. D1 fails for anything else, so other cookies are ignored. */
const BOOKMARK = /^[0-9a-f]+(-[0-9a-f]+)*$/
const BOOKMARK_MAX = 128

/**
 * The database of this request: a D1 session at least as new as the member's last write, opened on first use. A request
 * with `cache-control: no-cache` reads at the primary, because it follows a change by another member. Files do not: a
 * browser that reloads a page asks so for each. Searches never do, because many could occupy it.
 */
export function dbOf(c: Context<AppEnv>): Db {
  const opened = c.get('db')
  if (opened) return opened
  const bookmark = readBookmark(c)
  const isLatestWanted = c.req.header('cache-control') === 'no-cache' && !c.get('isFileRead')
  const isAtPrimary = !c.get('isSearch') && (isLatestWanted || (isWrite(c) && !bookmark))
  const start = isAtPrimary ? 'first-primary' : (bookmark ?? 'first-unconstrained')
  const session = c.env.DB.withSession(start)
  const db = openDb(session)
  c.set('db', db)
  c.set('dbSession', session)
  return db
}

/** The primary database, which includes every ban, block, log-out and unlinked login. */
export const primaryOf = (c: Context<AppEnv>): Db => openDb(c.env.DB.withSession('first-primary'))

function readBookmark(c: Context<AppEnv>): string | undefined {
  const bookmark = getCookie(c, cookieName(c, BOOKMARK_COOKIE))
  return bookmark && bookmark.length <= BOOKMARK_MAX && BOOKMARK.test(bookmark) ? bookmark : undefined
}

/** Stores the state of the database after a write in a cookie. */
export const saveBookmark = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const bookmark = c.get('dbSession')?.getBookmark()
  if (bookmark) setCookie(c, cookieName(c, BOOKMARK_COOKIE), bookmark, cookieOptions(c, BOOKMARK_SECONDS))
})

export const isWrite = (c: Context) => !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
