import type { Context } from 'hono'
import { VISITOR_CACHE_SECONDS } from '../../contract/limits.ts'
import { isolateCache } from '../lib/isolate-cache.ts'
import type { AppEnv } from './app-env.ts'
import { secureHeaders } from './security-headers.ts'

const KEPT_MAX = 500
/** An isolate has 128 MB for all it does. */
const KEPT_BYTES_MAX = 16_000_000
/** While one request asks anew, others are given what stands, for no longer than this. */
const ASKING_MS = 1000

/** A text, its bytes, and until when it may be shown, in milliseconds since 1970. */
export type CachedText = { text: string; bytes: Uint8Array<ArrayBuffer>; until: number }

const kept = isolateCache<CachedText & { askedAt: number }>()
let keptBytes = 0

/**
 * A text that is the same for all visitors, at most five seconds old: kept in the isolate, so that a crowd costs one
 * query. Only what is finished is kept: a request that waited for another's query would fall with it.
 */
export async function visitorCache(key: string, produce: () => Promise<string>): Promise<CachedText> {
  const now = Date.now()
  const known = kept.get(key)
  if (known && (known.until > now || now - known.askedAt < ASKING_MS)) return known
  if (known) known.askedAt = now
  const text = await produce()
  const bytes = new Uint8Array(new TextEncoder().encode(text))
  const shared = { text, bytes, until: Date.now() + VISITOR_CACHE_SECONDS * 1000, askedAt: 0 }
  keep(key, shared)
  return shared
}

function keep(key: string, shared: CachedText & { askedAt: number }): void {
  if (kept.size >= KEPT_MAX || keptBytes + shared.bytes.length > KEPT_BYTES_MAX) {
    kept.clear()
  }
  if (kept.size === 0) keptBytes = 0
  keptBytes += shared.bytes.length - (kept.get(key)?.bytes.length ?? 0)
  kept.set(key, shared)
}

type SharedReply = { contentType: string; body: string | Uint8Array<ArrayBuffer>; until: number; policy?: string }

/** A reply that is the same for all visitors: shared caches may keep it as long as we do, browsers ask again. */
export function visitorReply(c: Context<AppEnv>, { contentType, body, until, policy }: SharedReply): Response {
  const left = Math.max(0, Math.floor((until - Date.now()) / 1000))
  return new Response(body, {
    headers: {
      'content-type': `${contentType}; charset=utf-8`,
      'cache-control': `public, max-age=0, s-maxage=${left}`,
      vary: 'Cookie',
      ...secureHeaders(c, contentType, policy),
    },
  })
}
