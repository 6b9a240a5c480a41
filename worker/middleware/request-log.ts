import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { log } from '../../durable-objects/realtime/log.ts'
import type { AppEnv } from './app-env.ts'

/** Gives each request an id and logs its reply with the route's pattern, without address or member. */
export const logRequests = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  const facts = {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - started,
  }
  log(c.res.status >= 500 ? 'error' : 'info', 'request', facts)
})
