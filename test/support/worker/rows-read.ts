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
  return (await countRows(work)).read
}

/** Rows that D1 read and wrote, as billed. Entries of indexes count as written rows. */
export async function countRows(
  work: (bindings: Cloudflare.Env) => Promise<unknown>,
): Promise<{ read: number; written: number }> {
  const rows = { read: 0, written: 0 }
  const count = ({ meta }: D1Result) => {
    rows.read += meta.rows_read
    rows.written += meta.rows_written
  }
  const db = watchedDb(env.DB, async (run, statement) => {
    if (statement) count(await statement.all())
    const result = await run()
    if (!statement) for (const each of result as D1Result[]) count(each)
    return result
  })
  await work({ ...env, DB: db })
  return rows
}
