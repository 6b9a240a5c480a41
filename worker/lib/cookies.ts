import type { Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'

/** True for plain HTTP on this machine, where browsers reject `__Host-` and Secure. */
function isLocal(c: Context): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(c.req.url)
}

export function cookieName(c: Context, name: string): string {
  return isLocal(c) ? name : `__Host-${name}`
}

/** Without an age, the browser forgets the cookie when it is closed. */
export function cookieOptions(c: Context, maxAgeSeconds?: number): CookieOptions {
  return {
    ...{ path: '/', httpOnly: true, sameSite: 'Lax', secure: !isLocal(c) },
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  }
}

/** Reads a cookie that is valid for one answer, and removes it. Returns an empty text if there is none. */
export function takeCookie(c: Context, name: string): string {
  const value = getCookie(c, cookieName(c, name))
  deleteCookie(c, cookieName(c, name), cookieOptions(c, 0))
  return value ?? ''
}
