import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { closeSessionSockets } from '../../domain/sessions/close-sockets.ts'
import { cookieName, cookieOptions } from '../../lib/cookies.ts'
import { deviceName } from '../../lib/device.ts'
import { sha256Hex } from '../../lib/random.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { forgetLinks } from '../../middleware/link-keys.ts'
import { SESSION_COOKIE } from '../../middleware/session.ts'
import { readTokenCookie, setTokenCookie } from '../../middleware/token-cookies.ts'
import { type OpenedSession, removeSession, removeSignUp, SESSION_DAYS } from './queries.ts'

/** A cookie that scripts can read. Without it, the page does not request the session. */
const HINT_COOKIE = 'signed-in'
/** The token of a sign-in that still needs a nickname and a birth date. */
export const SIGN_UP_COOKIE = 'sign-up'
const SESSION_SECONDS = SESSION_DAYS * 86_400

export const deviceOf = (c: Context) => deviceName(c.req.header('user-agent'))

/**
 * Sets the cookies of a new session. Ends the previous session of this browser, and the sockets of sessions that ended
 * because the member had too many.
 */
export async function startSession(c: Context<AppEnv>, { userId, token, ended }: OpenedSession): Promise<void> {
  await endPreviousSession(c, userId)
  await closeSessionSockets(dbOf(c), c.env, ended)
  await setTokenCookie(c, { name: SESSION_COOKIE, token, owner: userId, seconds: SESSION_SECONDS })
  setHintCookie(c, SESSION_SECONDS)
  deleteCookie(c, cookieName(c, SIGN_UP_COOKIE), cookieOptions(c, 0))
}

/**
 * Sets the cookies of a sign-up, which end when the browser is closed: at a shared computer, the next person must not
 * finish it. Ends the previous session of this browser.
 */
export async function startSignUp(c: Context<AppEnv>, token: string): Promise<void> {
  await endPreviousSession(c, null)
  deleteCookie(c, cookieName(c, SESSION_COOKIE), cookieOptions(c, 0))
  await setTokenCookie(c, { name: SIGN_UP_COOKIE, token, owner: 0 })
  setHintCookie(c)
}

/** Removes all cookies that depend on the member, so that the next person at this browser starts as a visitor. */
export function removeCookies(c: Context<AppEnv>): void {
  for (const name of [SESSION_COOKIE, SIGN_UP_COOKIE]) deleteCookie(c, cookieName(c, name), cookieOptions(c, 0))
  deleteCookie(c, HINT_COOKIE, { path: '/' })
  forgetLinks(c)
}

/**
 * Ends the session of this browser. Only its member keeps the links that the browser opened. Without a session they may
 * be another member's, because they are remembered longer than a session.
 */
async function endPreviousSession(c: Context<AppEnv>, nextMember: number | null): Promise<void> {
  const previous = await readTokenCookie(c, SESSION_COOKIE)
  if (previous) await endSession(c, await sha256Hex(previous.token))
  if (previous?.owner !== nextMember) forgetLinks(c)
}

/** Ends the sign-up of this browser. */
export async function endSignUp(c: Context<AppEnv>): Promise<void> {
  const cookie = await readTokenCookie(c, SIGN_UP_COOKIE)
  if (cookie) await removeSignUp(dbOf(c), cookie.token)
}

/** Ends the session with this token hash and closes its sockets. */
export async function endSession(c: Context<AppEnv>, session: string): Promise<void> {
  await closeSessionSockets(dbOf(c), c.env, await removeSession(dbOf(c), session))
}

function setHintCookie(c: Context, maxAge?: number): void {
  setCookie(c, HINT_COOKIE, '1', { ...cookieOptions(c, maxAge), httpOnly: false })
}
