import worker from '../../../worker/index.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import type { CountedReply, TripCost } from '../lib/trip-cost.ts'

export * from '../../../worker/index.ts'

type Env = Cloudflare.Env & {
  /** How often each statement runs for its time; one run alone says little. */
  readonly STATEMENT_RUNS: string
}

/** The site, which answers what a request cost the database, with the reply inside. */
export default {
  async fetch(request, env, context) {
    const runs = Number((env as Env).STATEMENT_RUNS)
    const trips: TripCost[] = []
    const DB = watchedDb(env.DB, async (run, statement) => {
      const trip = async () => (statement ? [await statement.all()] : ((await run()) as D1Result[]))
      const results = await trip()
      const started = performance.now()
      for (let time = 0; time < runs; time++) await trip()
      const ms = (performance.now() - started) / runs
      trips.push({
        table: tableOf(statement),
        rowsRead: results.reduce((sum, { meta }) => sum + meta.rows_read, 0),
        ms,
        asked: askedOf(statement),
      })
      return run()
    })
    const reply = await worker.fetch(request, { ...env, DB }, context)
    // Trips that follow the reply are not part of it.
    const tripsOfReply = [...trips]
    return Response.json({ status: reply.status, trips: tripsOfReply, body: await reply.text() } satisfies CountedReply)
  },
} satisfies ExportedHandler<Cloudflare.Env>

/** The text and the bound values of a statement, where workerd keeps them. */
function askedOf(statement: D1PreparedStatement | null): TripCost['asked'] {
  if (!statement) return null
  const { statement: query = '', params = [] } = statement as { statement?: string; params?: unknown[] }
  return { query, params }
}

/** The table that a statement lists, by its name as drizzle quotes it. */
function tableOf(statement: D1PreparedStatement | null): string {
  return /\bfrom "(\w+)"/.exec(askedOf(statement)?.query ?? '')?.[1] ?? 'batch'
}
