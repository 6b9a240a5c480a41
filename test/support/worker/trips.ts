import { env } from 'cloudflare:workers'
import { type RequestOptions, sendRequestWithoutWaiting } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Number of D1 round trips before the reply; a batch is one. */
export async function countTrips(
  path: string,
  options: RequestOptions = {},
): Promise<{ reply: Response; trips: number }> {
  let trips = 0
  const db = watchedDb(env.DB, (run) => {
    trips++
    return run()
  })
  const { reply, waitForBackground } = await sendRequestWithoutWaiting({ ...env, DB: db }, path, options)
  const waitedFor = trips
  await reply.arrayBuffer()
  await waitForBackground()
  return { reply, trips: waitedFor }
}
