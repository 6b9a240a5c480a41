import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { firstReplyKey } from '../../../contract/first-load.ts'
import type { AppEnv } from '../../middleware/app-env.ts'

/** A call of the API: POST with a payload, otherwise GET. */
export type ApiCall = { path: string; payload?: unknown }

/** Bodies of replies as JSON, by `firstReplyKey`. */
export type Replies = ReadonlyMap<string, string>

/** Headers that the routes of first calls read. */
const FORWARDED = ['cookie', 'cf-connecting-ip', 'cf-ray']

/**
 * Makes the calls that the application would make first, with the viewer's session, within this request. Returns the
 * successful replies, the keys of calls that got 404, and for how many seconds shared caches may keep all of them. The
 * application repeats failed calls and shows their errors.
 */
export async function readReplies(
  c: Context<AppEnv>,
  api: Hono<AppEnv>,
  calls: readonly ApiCall[],
): Promise<{ replies: Replies; missing: ReadonlySet<string>; sharedSeconds: number }> {
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' })
  for (const name of FORWARDED) {
    const value = c.req.header(name)
    if (value) headers.set(name, value)
  }
  const read = await Promise.all(
    calls.map(async ({ path, payload }) => {
      const init = payload === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(payload) }
      const reply = await api.fetch(new Request(new URL(path, c.req.url), init), c.env, c.executionCtx)
      const seconds = Number(/s-maxage=(\d+)/.exec(reply.headers.get('cache-control') ?? '')?.[1] ?? 0)
      return { key: firstReplyKey(path, payload), text: await reply.text(), status: reply.status, seconds }
    }),
  )
  return {
    replies: new Map(read.filter(({ status }) => status === 200).map(({ key, text }) => [key, text])),
    missing: new Set(read.filter(({ status }) => status === 404).map(({ key }) => key)),
    sharedSeconds: Math.min(...read.map(({ seconds }) => seconds)),
  }
}

/** The parsed reply to a call; undefined if it failed. */
export function parseReply<T>(replies: Replies, schema: z.ZodMiniType<T>, call: ApiCall): T | undefined {
  const text = replies.get(firstReplyKey(call.path, call.payload))
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}
