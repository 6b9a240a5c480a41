import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { AppEnv } from '../../middleware/app-env.ts'

/** A read of the API by GET. */
export type ApiCall = { path: string }

/** Bodies of replies as JSON, by path. */
export type Replies = ReadonlyMap<string, string>

/** Headers that the routes of first calls read. */
const FORWARDED = ['cookie', 'cf-connecting-ip', 'cf-ray']

/**
 * Makes the calls that the application would make first, with the viewer's session, within this request. Returns the
 * successful replies, the paths of calls that got 404, and for how many seconds shared caches may keep all of them. The
 * application repeats failed calls and shows their errors.
 */
export async function readReplies(
  c: Context<AppEnv>,
  api: Hono<AppEnv>,
  calls: readonly ApiCall[],
): Promise<{ replies: Map<string, string>; missing: ReadonlySet<string>; sharedSeconds: number }> {
  const headers = new Headers({ accept: 'application/json' })
  for (const name of FORWARDED) {
    const value = c.req.header(name)
    if (value) headers.set(name, value)
  }
  const read = await Promise.all(
    calls.map(async ({ path }) => {
      const reply = await api.fetch(new Request(new URL(path, c.req.url), { headers }), c.env, c.executionCtx)
      const seconds = Number(/s-maxage=(\d+)/.exec(reply.headers.get('cache-control') ?? '')?.[1] ?? 0)
      return { path, text: await reply.text(), status: reply.status, seconds }
    }),
  )
  return {
    replies: new Map(read.filter(({ status }) => status === 200).map(({ path, text }) => [path, text])),
    missing: new Set(read.filter(({ status }) => status === 404).map(({ path }) => path)),
    sharedSeconds: Math.min(...read.map(({ seconds }) => seconds)),
  }
}

/** The parsed reply to a call; undefined if it failed. */
export function parseReply<T>(replies: Replies, schema: z.ZodMiniType<T>, call: ApiCall): T | undefined {
  const text = replies.get(call.path)
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}
