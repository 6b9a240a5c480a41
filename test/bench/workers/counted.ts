import { app } from '../../../worker/app.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import type { Counted, TripCost } from '../lib/trip-cost.ts'

/** One statement alone says little about its time. */
const REPEATS = 50

/** The site, answering what a request cost the database instead of its reply; `/bare-trip` costs one empty trip. */
export default {
  async fetch(request, env, context) {
    const trips: TripCost[] = []
    const db = watchedDb(env.DB, async (run, statement) => {
      const trip = async () => (statement ? [await statement.all()] : ((await run()) as D1Result[]))
      const results = await trip()
      const started = performance.now()
      for (let time = 0; time < REPEATS; time++) await trip()
      const ms = (performance.now() - started) / REPEATS
      trips.push({
        table: tableOf(statement),
        rowsRead: results.reduce((sum, { meta }) => sum + meta.rows_read, 0),
        ms,
      })
      return run()
    })
    const reply =
      new URL(request.url).pathname === '/bare-trip'
        ? Response.json(await db.prepare('SELECT 1').first())
        : await app.fetch(request, { ...env, DB: db }, context)
    return Response.json({ status: reply.status, trips, body: await reply.text() } satisfies Counted)
  },
} satisfies ExportedHandler<Cloudflare.Env>

/** The table that a statement lists; its text is where workerd keeps it, with the names quoted by drizzle. */
function tableOf(statement: D1PreparedStatement | null): string {
  const { statement: query } = (statement ?? {}) as { statement?: string }
  return /\bfrom "(\w+)"/.exec(query ?? '')?.[1] ?? 'batch'
}
