import type { Context } from 'hono'
import { SHARED_REPLY_SECONDS } from '../../contract/limits.ts'
import type { AppEnv } from './app-env.ts'

const KEPT_MAX = 500
const kept = new Map<string, { until: number; body: Promise<string> }>()

/**
 * Answers a reply that is the same for all visitors, at most five seconds old: kept as text in the isolate, so that
 * a crowd costs one query, and marked for the edge cache. A failure is not kept.
 */
export async function sharedReply(c: Context<AppEnv>, key: string, produce: () => Promise<unknown>): Promise<Response> {
  const now = Date.now()
  const fresh = kept.get(key)
  const body = fresh && fresh.until > now ? fresh.body : keep(key, now, produce)
  return c.body(await body, 200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=0, s-maxage=${SHARED_REPLY_SECONDS}`,
    vary: 'Cookie',
  })
}

function keep(key: string, now: number, produce: () => Promise<unknown>): Promise<string> {
  if (kept.size >= KEPT_MAX) kept.clear()
  const body = produce().then((reply) => JSON.stringify(reply))
  kept.set(key, { until: now + SHARED_REPLY_SECONDS * 1000, body })
  body.catch(() => kept.delete(key))
  return body
}
