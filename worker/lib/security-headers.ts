import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

// The rule react-aria adds on iOS while a dialog is open, so that the page behind it stays where it is.
const SCROLL_LOCK_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"

/** What a page may load and run: our own files, and styles within it by their hashes (`'sha256-…'`). */
export function pagePolicy(styles: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", SCROLL_LOCK_STYLE, ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const POLICY = 'content-security-policy'

const FOR_ALL = Object.entries({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
})

/** Replies and pictures are no documents: nothing may run in them or frame them. */
const FOR_DATA = "default-src 'none'; frame-ancestors 'none'"

const FOR_PAGES = Object.entries({
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
})
const PAGE_POLICY = pagePolicy([])

/** What every answer of ours says to browsers; uploads and replies can never run as something else. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // Set on the reply itself: `c.header` makes a new reply for each, which costs more than all the rest.
  if (!isWritable(c.res)) c.res = new Response(c.res.body, c.res)
  const { headers } = c.res
  const type = headers.get('content-type')
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  for (const [name, value] of FOR_ALL) headers.set(name, value)
  if (type && !type.startsWith('text/html')) headers.set(POLICY, FOR_DATA)
  else {
    for (const [name, value] of FOR_PAGES) headers.set(name, value)
    if (!headers.has(POLICY)) headers.set(POLICY, PAGE_POLICY)
  }
  headers.set('x-request-id', c.var.requestId)
})

/** Replies of other services, the static files among them, cannot be changed. */
function isWritable({ headers }: Response): boolean {
  try {
    headers.delete('x-request-id')
    return true
  } catch {
    return false
  }
}
