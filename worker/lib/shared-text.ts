import { SHARED_REPLY_SECONDS } from '../../contract/limits.ts'

const KEPT_MAX = 500
const kept = new Map<string, { until: number; text: Promise<string> }>()

/**
 * A text that is the same for all visitors, at most five seconds old: kept in the isolate, so that a crowd costs one
 * query. A failure is not kept.
 */
export function sharedText(key: string, produce: () => Promise<string>): Promise<string> {
  const now = Date.now()
  const fresh = kept.get(key)
  if (fresh && fresh.until > now) return fresh.text
  if (kept.size >= KEPT_MAX) kept.clear()
  const text = produce()
  kept.set(key, { until: now + SHARED_REPLY_SECONDS * 1000, text })
  text.catch(() => kept.delete(key))
  return text
}

/** The headers of what is the same for all visitors: the edge may keep it as long, browsers ask again. */
export function sharedHeaders(contentType: string): Record<string, string> {
  return {
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': `public, max-age=0, s-maxage=${SHARED_REPLY_SECONDS}`,
    vary: 'Cookie',
  }
}
