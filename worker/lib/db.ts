import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import { cookieName, cookieOptions } from './cookies.ts'

/** Drizzle over D1; `$client` is D1 itself, for batches of statements that drizzle has no words for. */
export type Db = DrizzleD1Database & { $client: Pick<D1Database, 'prepare' | 'batch'> }

/** A database handle over D1 or one of its sessions, which answers the same calls. */
export function openDb(d1: D1Database | D1DatabaseSession): Db {
  return drizzle(d1 as D1Database)
}

const BOOKMARK_COOKIE = 'bookmark'

/** Opens a D1 session, so that a member's reads are at least as new as their own last write. */
export const withDb = createMiddleware<AppEnv>(async (c, next) => {
  const bookmark = getCookie(c, cookieName(c, BOOKMARK_COOKIE))
  const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const session = c.env.DB.withSession(bookmark ?? (writes ? 'first-primary' : 'first-unconstrained'))
  c.set('db', openDb(session))
  await next()
  if (writes) rememberBookmark(c, session)
})

function rememberBookmark(c: Context<AppEnv>, session: D1DatabaseSession): void {
  const bookmark = session.getBookmark()
  if (bookmark) setCookie(c, cookieName(c, BOOKMARK_COOKIE), bookmark, cookieOptions(c, 3600))
}

/** Whether a failed statement broke the named constraint, index or trigger rule. */
export function brokeRule(error: unknown, rule: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(rule)) return true
  return false
}
