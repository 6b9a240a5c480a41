import { env } from 'cloudflare:workers'
import { type RequestOptions, sendRequestWithoutWaiting } from './site.ts'
import { watchedDb } from './watched-db.ts'

/**
 * Number of D1 round trips before the reply; a batch is one. `rounds` is how many of them the reply waits for one after
 * another.
 */
export async function countTrips(
  path: string,
  options: RequestOptions = {},
): Promise<{ reply: Response; trips: number; rounds: number }> {
  let trips = 0
  let rounds = 0
  const db = watchedDb(env.DB, async (run) => {
    trips++
    const round = rounds + 1
    const result = await run()
    rounds = Math.max(rounds, round)
    return result
  })
  const { reply, waitForBackground } = await sendRequestWithoutWaiting({ ...env, DB: db }, path, options)
  const waitedFor = { trips, rounds }
  await reply.arrayBuffer()
  await waitForBackground()
  return { reply, ...waitedFor }
}
