import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { ORIGIN } from './site.ts'

/** Empties the site before a test file, because test files share a runtime (vitest.config.ts). */
beforeAll(async () => {
  clearIsolateCaches()
  do await reset()
  while (!(await isDatabaseEmpty()))
  await env.DB.batch(env.SCHEMA.map((statement) => env.DB.prepare(statement)))
  // Rates of members and the edge cache, which keeps replays by stream, outlive `reset`: each file has other numbers.
  // Ids of members stay below 4000, because the visibility walk looks for sketches by ids from 4001 on.
  const [firstMember, firstStream] = [Math.floor(Math.random() * 3900), Math.floor(Math.random() * 1e9)]
  await env.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?), ('streams', ?)")
    .bind(firstMember, firstStream)
    .run()
  for (const kind of ['sketches', 'profiles', 'topics']) await caches.default.delete(`${ORIGIN}/sitemap/${kind}-1.xml`)
})

/** False if the reset left the database of the previous file, which happens on a busy machine. */
async function isDatabaseEmpty(): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first()) === null
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
