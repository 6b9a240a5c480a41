import { env } from 'cloudflare:workers'
import { sendRequestWithoutWaiting, type RequestOptions } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Number of D1 round trips before the reply; a batch is one. */
export async function countTrips(path: string, call: RequestOptions = {}): Promise<{ reply: Response; trips: number }> {
  let trips = 0
  const db = watchedDb(env.DB, (run) => {
    trips++
    return run()
  })
  const { reply, rest } = await sendRequestWithoutWaiting({ ...env, DB: db }, path, call)
  const waitedFor = trips
  await reply.arrayBuffer()
  await rest()
  return { reply, trips: waitedFor }
}
