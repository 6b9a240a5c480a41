import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { limitRate } from '../../middleware/guards.ts'

/** Replies with 200 while database and file store respond, otherwise with 503. */
export const healthRoutes = new Hono<AppEnv>().get('/healthz', limitRate('READ_RATE'), async (c) => {
  const [database, files] = await Promise.all([
    responds(dbOf(c).run(sql`SELECT 1`)),
    responds(c.env.FILES.head('healthz')),
  ])
  c.header('cache-control', 'no-store')
  return c.json({ database, files }, database && files ? 200 : 503)
})

function responds(call: PromiseLike<unknown>): Promise<boolean> {
  return Promise.resolve(call).then(
    () => true,
    () => false,
  )
}
