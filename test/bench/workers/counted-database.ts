import worker from '../../../worker/index.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import type { CountedReply, TripCost } from '../lib/trip-cost.ts'

export * from '../../../worker/index.ts'

type Env = Cloudflare.Env & {
  /** Repetitions of each statement for its time. */
  readonly STATEMENT_RUNS: string
}

/** The site; each reply is wrapped with its database cost. */
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
        statement: statementOf(statement),
      })
      return run()
    })
    const reply = await worker.fetch(request, { ...env, DB }, context)
    // Excludes trips after the reply.
    const tripsOfReply = [...trips]
    return Response.json({ status: reply.status, trips: tripsOfReply, body: await reply.text() } satisfies CountedReply)
  },
} satisfies ExportedHandler<Cloudflare.Env>

/** Text and bound values of a statement, from workerd's internals. */
function statementOf(statement: D1PreparedStatement | null): TripCost['statement'] {
  if (!statement) return null
  const { statement: query = '', params = [] } = statement as { statement?: string; params?: unknown[] }
  return { query, params }
}

/** The first table of a statement, as quoted by drizzle. */
function tableOf(statement: D1PreparedStatement | null): string {
  return /\bfrom "(\w+)"/.exec(statementOf(statement)?.query ?? '')?.[1] ?? 'batch'
}
