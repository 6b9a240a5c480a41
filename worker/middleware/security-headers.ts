import type { Context } from 'hono'
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
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const POLICY = 'content-security-policy'
const REQUEST_ID = 'x-request-id'

/** Which sites may show a file of ours. A reply that says so itself is left as it is. */
const RESOURCE_POLICY = 'cross-origin-resource-policy'

const FOR_ALL = { 'x-content-type-options': 'nosniff', [RESOURCE_POLICY]: 'same-origin' }

/** Replies and pictures are no documents: nothing may run in them or frame them. */
const FOR_DATA = { ...FOR_ALL, [POLICY]: "default-src 'none'; frame-ancestors 'none'" }

/** Artwork is for people to look at, not for machines to learn from. */
const FOR_ARTWORK = { ...FOR_DATA, 'x-robots-tag': 'noai, noimageai' }

const FOR_PAGES = {
  ...FOR_ALL,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
  [POLICY]: pagePolicy([]),
}

function ofType(contentType: string | null): Record<string, string> {
  if (!contentType || contentType.startsWith('text/html')) return FOR_PAGES
  return /^(image|video)\//.test(contentType) ? FOR_ARTWORK : FOR_DATA
}

/** What `securityHeaders` would set, for a reply that is born with it, which costs half as much. */
export function secureHeaders(c: Context<AppEnv>, contentType: string, policy?: string): Record<string, string> {
  return { ...ofType(contentType), ...(policy && { [POLICY]: policy }), [REQUEST_ID]: c.var.requestId }
}

/** What every answer of ours says to browsers; uploads and replies can never run as something else. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has(REQUEST_ID)) return
  // Set on the reply itself: `c.header` makes a new reply for each, which costs more than all the rest.
  const { headers } = writable(c)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  const forOthersToo = headers.get(RESOURCE_POLICY)
  for (const [name, value] of Object.entries(ofType(headers.get('content-type')))) headers.set(name, value)
  if (forOthersToo) headers.set(RESOURCE_POLICY, forOthersToo)
})

/** The reply, named by its request; replies of other services, the static files among them, are made anew for it. */
function writable(c: Context<AppEnv>): Response {
  try {
    c.res.headers.set(REQUEST_ID, c.var.requestId)
  } catch {
    c.res = new Response(c.res.body, c.res)
    c.res.headers.set(REQUEST_ID, c.var.requestId)
  }
  return c.res
}
