import { SHARED_REPLY_SECONDS } from '../../contract/limits.ts'

const KEPT_MAX = 500
/** A text and until when it may be shown, in milliseconds since 1970. */
export type Shared = { text: string; until: number }

const kept = new Map<string, { until: number; shared: Promise<Shared> }>()

/**
 * A text that is the same for all visitors, at most five seconds old: kept in the isolate, so that a crowd costs one
 * query. A failure is not kept.
 */
export function sharedText(key: string, produce: () => Promise<string>): Promise<Shared> {
  const now = Date.now()
  const fresh = kept.get(key)
  if (fresh && fresh.until > now) return fresh.shared
  if (kept.size >= KEPT_MAX) kept.clear()
  const until = now + SHARED_REPLY_SECONDS * 1000
  const shared = produce().then((text) => ({ text, until }))
  kept.set(key, { until, shared })
  shared.catch(() => kept.delete(key))
  return shared
}

/** The headers of what is the same for all visitors: shared caches may keep it as long, browsers ask again. */
export function sharedHeaders(contentType: string, { until }: Shared): Record<string, string> {
  const left = Math.max(0, Math.floor((until - Date.now()) / 1000))
  return {
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': `public, max-age=0, s-maxage=${left}`,
    vary: 'Cookie',
  }
}
