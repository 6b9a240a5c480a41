import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { log } from '../../durable-objects/realtime/log.ts'
import type { AppEnv } from './app-env.ts'
import { isWrite } from './database.ts'

const OTHERS_PER_LINE = 100
let others = 0

/**
 * Gives each request an id and logs its reply with the route's pattern, without address or member. Failures of the
 * site, writes that a rate counted, and calls by which members read the API have a line each. Of the rest each isolate
 * logs one in a hundred: files are most of all requests, and nothing limits how often visitors ask in vain. A page reads
 * its data in a context of its own, so the log does not know whether a member loads it.
 */
export const logRequests = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  if (!hasLine(c) && others++ % OTHERS_PER_LINE !== 0) return
  const facts = {
    requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: Date.now() - started,
  }
  log(c.res.status >= 500 ? 'error' : 'info', 'request', facts)
})

function hasLine(c: Context<AppEnv>): boolean {
  if (c.res.status >= 500 || c.res.status === 429) return c.res.status >= 500
  return isWrite(c) ? Boolean(c.get('isCounted')) : Boolean(c.get('viewer')) && !c.get('isFileRead')
}
