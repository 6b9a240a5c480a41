import { env } from 'cloudflare:workers'
import { jsonOf, sendRequestWith } from './site.ts'
import { watchedDb } from './watched-db.ts'

/** Number of searches of the full-text index of sketches in the statements of a request. */
export async function countIndexSearches(path: string): Promise<number> {
  let searches = 0
  const DB = watchedDb(env.DB, (run, _, query) => {
    searches += query.match(/sketch_search MATCH/g)?.length ?? 0
    return run()
  })
  await jsonOf(sendRequestWith({ ...env, DB }, path))
  return searches
}
