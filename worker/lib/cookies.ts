import type { Context } from 'hono'
import type { CookieOptions } from 'hono/utils/cookie'

/** Whether the site runs on this machine over plain HTTP, where `__Host-` and Secure cannot be asked for. */
function isLocal(c: Context): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(c.req.url)
}

/** The name of one of our cookies: bound to this host outside local development. */
export function cookieName(c: Context, name: string): string {
  return isLocal(c) ? name : `__Host-${name}`
}

/** Cookies of ours: whole site, not for scripts, not sent along from other sites. */
export function cookieOptions(c: Context, maxAgeSeconds: number): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: !isLocal(c), maxAge: maxAgeSeconds }
}
