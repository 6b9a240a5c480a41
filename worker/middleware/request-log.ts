import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { log } from '../../durable-objects/realtime/log.ts'
import type { AppEnv } from './app-env.ts'

/** Reads of files are most of all requests, and nothing limits the number of refused ones. */
const FREQUENT_PER_LINE = 100
let frequent = 0

/**
 * Gives each request an id and logs its reply with the route's pattern, without address or member. Of files
 * that were read and of requests that a rate refused each isolate logs one in a hundred.
 */
export const logRequests = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  const isFrequent = c.res.status === 429 || (c.get('isFileRead') && c.res.status < 400)
  if (isFrequent && frequent++ % FREQUENT_PER_LINE !== 0) return
  const facts = {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - started,
  }
  log(c.res.status >= 500 ? 'error' : 'info', 'request', facts)
})
