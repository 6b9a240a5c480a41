import { env } from 'cloudflare:workers'
import { type RequestOptions, sendRequestWith } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Rows that D1 read for a request, as billed. */
export async function rowsRead(path: string, options: RequestOptions = {}): Promise<number> {
  return countRowsRead(async (bindings) => {
    const reply = await sendRequestWith(bindings, path, options)
    if (reply.status !== 200 && !reply.webSocket)
      throw new Error(`${path} returned status ${reply.status}: ${await reply.text()}`)
    reply.webSocket?.accept()
    reply.webSocket?.close()
  })
}

export async function countRowsRead(work: (bindings: Cloudflare.Env) => Promise<unknown>): Promise<number> {
  let rows = 0
  const db = watchedDb(env.DB, async (run, statement) => {
    if (statement) rows += (await statement.all()).meta.rows_read
    const result = await run()
    if (!statement) for (const { meta } of result as D1Result[]) rows += meta.rows_read
    return result
  })
  await work({ ...env, DB: db })
  return rows
}
