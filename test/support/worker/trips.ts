import { env } from 'cloudflare:workers'
import { askIn, type Call } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Asks, and answers the reply with how many trips to D1 it took; a batch is one. */
export async function tripsOf(path: string, call: Call = {}): Promise<{ reply: Response; trips: number }> {
  let trips = 0
  const db = watchedDb(env.DB, (run) => {
    trips++
    return run()
  })
  const reply = await askIn({ ...env, DB: db }, path, call)
  await reply.arrayBuffer()
  return { reply, trips }
}
