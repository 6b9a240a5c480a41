import type { Context } from 'hono'
import type { CookieOptions } from 'hono/utils/cookie'

/** True for plain HTTP on this machine, where browsers reject `__Host-` and Secure. */
function isLocal(c: Context): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(c.req.url)
}

export function cookieName(c: Context, name: string): string {
  return isLocal(c) ? name : `__Host-${name}`
}

export function cookieOptions(c: Context, maxAgeSeconds: number): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: !isLocal(c), maxAge: maxAgeSeconds }
}
