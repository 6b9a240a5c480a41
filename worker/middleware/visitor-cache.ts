import type { Context } from 'hono'
import { VISITOR_CACHE_SECONDS } from '../../contract/limits.ts'
import { isolateCache } from '../lib/isolate-cache.ts'
import type { AppEnv } from './app-env.ts'
import { securityHeadersOf } from './security-headers.ts'

const ENTRIES_MAX = 500
/** An isolate has 128 MB. */
const CACHE_BYTES_MAX = 16_000_000
/** While one request refreshes a text, other requests get the old one, for this time after it expired. */
const REFRESH_MS = 1000

/** `until` is the expiry in milliseconds since 1970. */
export type CachedText = { text: string; bytes: Uint8Array<ArrayBuffer>; until: number }

type Entry = CachedText & { isRefreshing: boolean }

const cache = isolateCache<Entry>()
let cacheBytes = 0

/**
 * Caches a text that is the same for all visitors in the isolate, for five seconds. Only finished texts are stored: in
 * Workers a request cannot wait for another request's query.
 */
export async function visitorCache(key: string, produce: () => Promise<string>): Promise<CachedText> {
  const now = Date.now()
  const cached = cache.get(key)
  if (cached && cached.until + (cached.isRefreshing ? REFRESH_MS : 0) > now) return cached
  if (cached) cached.isRefreshing = true
  const text = await produce()
  const bytes = new Uint8Array(new TextEncoder().encode(text))
  const entry = { text, bytes, until: Date.now() + VISITOR_CACHE_SECONDS * 1000, isRefreshing: false }
  store(key, entry)
  return entry
}

function store(key: string, entry: Entry): void {
  if (cache.size === 0) cacheBytes = 0
  remove(key)
  // The first keys are the oldest. A text that is read is made again every five seconds.
  for (const oldest of cache.keys()) {
    if (cache.size < ENTRIES_MAX && cacheBytes + entry.bytes.length <= CACHE_BYTES_MAX) break
    remove(oldest)
  }
  cacheBytes += entry.bytes.length
  cache.set(key, entry)
}

function remove(key: string): void {
  cacheBytes -= cache.get(key)?.bytes.length ?? 0
  cache.delete(key)
}

type SharedReply = {
  contentType: string
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null
  until: number
  policy?: string
}

/** Shared caches may store the reply until it expires. Browsers revalidate. */
export function visitorReply(c: Context<AppEnv>, { contentType, body, until, policy }: SharedReply): Response {
  const secondsLeft = Math.max(0, Math.floor((until - Date.now()) / 1000))
  return new Response(body, {
    headers: {
      'content-type': `${contentType}; charset=utf-8`,
      'cache-control': `public, max-age=0, s-maxage=${secondsLeft}`,
      vary: 'Cookie',
      ...securityHeadersOf(c, contentType, policy),
    },
  })
}
