import { env } from 'cloudflare:workers'
import { sendRequestWith, type RequestOptions } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Rows that D1 read for a request, as billed. */
export async function rowsRead(path: string, call: RequestOptions = {}): Promise<number> {
  return countRows(async (on) => {
    const reply = await sendRequestWith(on, path, call)
    if (reply.status !== 200 && !reply.webSocket)
      throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    reply.webSocket?.accept()
    reply.webSocket?.close()
  })
}

export async function countRows(work: (on: Cloudflare.Env) => Promise<unknown>): Promise<number> {
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
