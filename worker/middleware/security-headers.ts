import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'

// The style that react-aria adds on iOS to prevent scrolling behind a dialog.
const SCROLL_LOCK_STYLE = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"

/** The content security policy of pages: own files, and inline styles by their hashes (`'sha256-…'`). */
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
    // The policy is in web/lib/trusted-types.ts.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const POLICY = 'content-security-policy'
const REQUEST_ID = 'x-request-id'

const RESOURCE_POLICY = 'cross-origin-resource-policy'

/**
 * web/public/_headers repeats these headers for static files, and has a policy only for files that are no scripts: the
 * policy of the script of a web worker would also apply to the web worker. Browsers ignore the transport policy on
 * plain HTTP.
 */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  [RESOURCE_POLICY]: 'same-origin',
  'strict-transport-security': 'max-age=31536000',
}

const DATA_HEADERS = { ...COMMON_HEADERS, [POLICY]: "default-src 'none'; frame-ancestors 'none'" }

/** Forbids the use of artwork for machine learning. */
const ARTWORK_HEADERS = { ...DATA_HEADERS, 'x-robots-tag': 'noai, noimageai' }

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
  [POLICY]: pagePolicy([]),
}

function headersFor(contentType: string | null): Record<string, string> {
  if (!contentType || contentType.startsWith('text/html')) return PAGE_HEADERS
  return /^(image|video)\//.test(contentType) ? ARTWORK_HEADERS : DATA_HEADERS
}

/**
 * Returns the headers that `addSecurityHeaders` adds. Making a reply with them takes half the time of adding them
 * later.
 */
export function securityHeadersOf(c: Context<AppEnv>, contentType: string, policy?: string): Record<string, string> {
  return { ...headersFor(contentType), ...(policy && { [POLICY]: policy }), [REQUEST_ID]: c.var.requestId }
}

/**
 * Adds the security headers to replies that were not made with them, and forbids caching unless the reply allows it.
 */
export const addSecurityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has(REQUEST_ID)) return
  // Sets headers directly, because `c.header` copies the reply each time.
  const { headers } = withRequestId(c)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  const ownPolicy = headers.get(RESOURCE_POLICY)
  for (const [name, value] of Object.entries(headersFor(headers.get('content-type')))) headers.set(name, value)
  if (ownPolicy) headers.set(RESOURCE_POLICY, ownPolicy)
})

/** Adds the request id. Copies a reply with immutable headers, such as a static file. */
function withRequestId(c: Context<AppEnv>): Response {
  try {
    c.res.headers.set(REQUEST_ID, c.var.requestId)
  } catch {
    c.res = new Response(c.res.body, c.res)
    c.res.headers.set(REQUEST_ID, c.var.requestId)
  }
  return c.res
}
