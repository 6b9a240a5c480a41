import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../middleware/app-env.ts'
import { cookieName, cookieOptions } from './cookies.ts'

/** Drizzle over D1; `$client` is D1 itself, for batches of statements that drizzle has no words for. */
export type Db = DrizzleD1Database & { $client: Pick<D1Database, 'prepare' | 'batch'> }

/** A database handle over D1 or one of its sessions, which answers the same calls. */
export function openDb(d1: D1Database | D1DatabaseSession): Db {
  return drizzle(d1 as D1Database)
}

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

/** Whether a failed statement broke the named constraint, index or trigger rule. */
export function brokeRule(error: unknown, rule: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(rule)) return true
  return false
}
