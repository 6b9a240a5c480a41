import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

// The rule react-aria adds on iOS while a dialog is open, so that the page behind it stays where it is.
const SCROLL_LOCK_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${SCROLL_LOCK_STYLE}`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer of ours says to browsers; uploads and replies can never run as something else. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
  c.header('content-security-policy', CONTENT_SECURITY_POLICY)
  c.header('x-content-type-options', 'nosniff')
  c.header('x-frame-options', 'DENY')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('referrer-policy', 'strict-origin-when-cross-origin')
  c.header('permissions-policy', 'geolocation=(), payment=(), usb=()')
})
