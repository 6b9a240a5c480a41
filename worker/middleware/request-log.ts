import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { log } from '../../durable-objects/realtime/log.ts'
import type { AppEnv } from './app-env.ts'

/** Refused requests cost almost nothing but their line, and nothing limits their number. */
const REFUSED_PER_LINE = 100
let refused = 0

/**
 * Gives each request an id and logs its reply with the route's pattern, without address or member. Of the requests that a
 * rate refuses each isolate logs one in a hundred.
 */
export const logRequests = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  if (c.res.status === 429 && refused++ % REFUSED_PER_LINE !== 0) return
  const facts = {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - started,
  }
  log(c.res.status >= 500 ? 'error' : 'info', 'request', facts)
})
