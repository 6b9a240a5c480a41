import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'

/** Answers 200 while the database and the file store answer, 503 with the one that does not. */
export const healthRoutes = new Hono<AppEnv>().get('/healthz', async (c) => {
  const [database, files] = await Promise.all([
    answers(dbOf(c).run(sql`SELECT 1`)),
    answers(c.env.FILES.head('healthz')),
  ])
  c.header('cache-control', 'no-store')
  return c.json({ database, files }, database && files ? 200 : 503)
})

function answers(question: PromiseLike<unknown>): Promise<boolean> {
  return Promise.resolve(question).then(
    () => true,
    () => false,
  )
}
