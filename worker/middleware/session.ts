import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { sessions } from '../domain/sessions/schema.ts'
import type { Reader } from '../domain/sketches/visibility.ts'
import {
  type FoundSession,
  findSession,
  isDeletedMember,
  isStaff,
  isSuspended,
  type Viewer,
} from '../domain/users/viewer.ts'
import { AppError } from '../lib/app-error.ts'
import { cookieName, cookieOptions } from '../lib/cookies.ts'
import { isolateCache } from '../lib/isolate-cache.ts'
import { sha256Hex } from '../lib/random.ts'
import type { AppEnv } from './app-env.ts'
import { primaryOf } from './database.ts'
import { forgetLinks, linkKeysOf } from './link-keys.ts'
import { countKey } from './rates.ts'
import { readTokenCookie } from './token-cookies.ts'

export const SESSION_COOKIE = 'session'
const LAST_SEEN_INTERVAL_MS = 3_600_000

type Session = Omit<FoundSession, 'seenAt'> & { hash: string; readAt: number }

/** Sessions by request. The calls of a first load share the session of their page (worker/pages/first-load). */
const sessionsByRequest = new WeakMap<object, Promise<Session | null>>()

/**
 * Tokens without a session, by hash, and whether their member's account was deleted. Remembered for a minute, so that an
 * old cookie, which anybody may have found on a shared computer, does not use up the requests of its member.
 */
const unknownTokens = isolateCache<{ until: number; isOfDeleted: boolean }>()
const UNKNOWN_MS = 60_000
const UNKNOWN_MAX = 10_000

/** Requests with the session of a member whose account was deleted. */
const requestsOfDeleted = new WeakSet<object>()

/**
 * Returns the member of this request's session, or null for a visitor. Reads the session once per request.
 * @throws AppError `too_many` above `SESSION_RATE`, before the database is read.
 */
export async function viewerOf(c: Context<AppEnv>): Promise<Viewer | null> {
  const loaded = c.get('viewer')
  if (loaded !== undefined) return loaded
  const reading = sessionsByRequest.get(c.executionCtx) ?? readSession(c)
  sessionsByRequest.set(c.executionCtx, reading)
  const session = await reading
  c.set('sessionHash', session?.hash ?? null)
  c.set('impersonation', session?.impersonation ?? null)
  c.set('sessionReadAt', session?.readAt ?? 0)
  c.set('viewer', session?.viewer ?? null)
  return session?.viewer ?? null
}

/** Returns the viewer with the unlisted sketches whose links this browser opened. */
export async function readerOf(c: Context<AppEnv>): Promise<Reader> {
  return { viewer: await viewerOf(c), linkKeys: linkKeysOf(c) }
}

async function readSession(c: Context<AppEnv>): Promise<Session | null> {
  const cookie = await readTokenCookie(c, SESSION_COOKIE)
  if (!cookie) return null
  const hash = await sha256Hex(cookie.token)
  const unknown = unknownTokens.get(hash)
  if (unknown && Date.now() < unknown.until) return noSession(c, unknown)
  await countKey(c, 'SESSION_RATE', `member:${cookie.owner}`)
  const readAt = Date.now()
  const session = await findSession(primaryOf(c), hash, readAt)
  if (session && Date.now() - session.seenAt > LAST_SEEN_INTERVAL_MS) {
    c.executionCtx.waitUntil(
      primaryOf(c).update(sessions).set({ lastSeenAt: Date.now() }).where(eq(sessions.tokenHash, hash)),
    )
  }
  if (!session) return noSession(c, await rememberUnknown(c, hash, cookie.owner))
  return { viewer: session.viewer, impersonation: session.impersonation, hash, readAt }
}

async function rememberUnknown(c: Context<AppEnv>, hash: string, owner: number) {
  const [oldest] = unknownTokens.keys()
  if (unknownTokens.size >= UNKNOWN_MAX && oldest) unknownTokens.delete(oldest)
  const found = { until: Date.now() + UNKNOWN_MS, isOfDeleted: await isDeletedMember(primaryOf(c), owner) }
  unknownTokens.set(hash, found)
  return found
}

function noSession(c: Context<AppEnv>, { isOfDeleted }: { isOfDeleted: boolean }): null {
  if (isOfDeleted) requestsOfDeleted.add(c.executionCtx)
  return null
}

/** Forgets the session and the opened links of a browser whose member's account was deleted. */
export const forgetDeletedMember = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // The answer to a socket is left as it is.
  if (!requestsOfDeleted.has(c.executionCtx) || c.res.webSocket) return
  const name = cookieName(c, SESSION_COOKIE)
  const isLoggedIn = c.res.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))
  if (!isLoggedIn) deleteCookie(c, name, cookieOptions(c, 0))
  forgetLinks(c)
})

/** Refuses visitors. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  if (!(await viewerOf(c))) throw new AppError('not_logged_in')
  await next()
})

/** Refuses visitors, and staff who impersonate a member. */
export const requireOwnSession = createMiddleware<AppEnv>(async (c, next) => {
  if (!(await viewerOf(c))) throw new AppError('not_logged_in')
  refuseImpersonation(c)
  await next()
})

/**
 * Refuses staff who impersonate a member, in routes that are open to impersonators in some cases. The session must have
 * been read before.
 * @throws AppError `impersonating`.
 */
export function refuseImpersonation(c: Context<AppEnv>): void {
  if (c.get('impersonation')) throw new AppError('impersonating')
}

/** Refuses all but staff who are not suspended. */
export const requireStaff = createMiddleware<AppEnv>(async (c, next) => {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('not_logged_in')
  if (isSuspended(viewer, Date.now())) throw new AppError('suspended')
  if (!isStaff(viewer)) throw new AppError('forbidden')
  await next()
})

/** Refuses all but admins who are not suspended. */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const viewer = await viewerOf(c)
  if (!viewer) throw new AppError('not_logged_in')
  if (isSuspended(viewer, Date.now())) throw new AppError('suspended')
  if (!viewer.flags.includes('a')) throw new AppError('forbidden')
  await next()
})

/**
 * The member of a request whose session was read before, for example by `requireUser`. @throws AppError
 * `not_logged_in`.
 */
export function memberOf(c: Context<AppEnv>): Viewer {
  const viewer = c.get('viewer')
  if (!viewer) throw new AppError('not_logged_in')
  return viewer
}
