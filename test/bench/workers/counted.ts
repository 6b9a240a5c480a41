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
        asked: askedOf(statement),
      })
      return run()
    })
    const reply =
      new URL(request.url).pathname === '/bare-trip'
        ? Response.json(await db.prepare('SELECT 1').first())
        : await app.fetch(request, { ...env, DB: db }, context)
    // What goes on after the reply is not waited for.
    const waitedFor = [...trips]
    return Response.json({ status: reply.status, trips: waitedFor, body: await reply.text() } satisfies Counted)
  },
} satisfies ExportedHandler<Cloudflare.Env>

/** The text and the bound values of a statement, which are where workerd keeps them. */
function askedOf(statement: D1PreparedStatement | null): TripCost['asked'] {
  if (!statement) return null
  const { statement: query = '', params = [] } = statement as { statement?: string; params?: unknown[] }
  return { query, params }
}

/** The table that a statement lists, by its name as drizzle quotes it. */
function tableOf(statement: D1PreparedStatement | null): string {
  return /\bfrom "(\w+)"/.exec(askedOf(statement)?.query ?? '')?.[1] ?? 'batch'
}
