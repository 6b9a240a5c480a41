import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { ORIGIN } from './site.ts'

/** Empties the site before a test file, because test files share a runtime (vitest.config.ts). */
beforeAll(async () => {
  clearIsolateCaches()
  const lastMember = await lastMemberId()
  do await reset()
  while (!(await isDatabaseEmpty()))
  await env.DB.batch(env.SCHEMA.map((statement) => env.DB.prepare(statement)))
  // Rates of members and the edge cache, which keeps replays by stream, outlive `reset`: each file has other numbers.
  // Ids of members begin below 3000, because the visibility walk looks for sketches by ids from 4001 on.
  await env.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('users', ?), ('streams', ?)")
    .bind(lastMember < 3000 ? lastMember : 0, Math.floor(Math.random() * 1e9))
    .run()
  for (const kind of ['sketches', 'profiles', 'topics']) await caches.default.delete(`${ORIGIN}/sitemap/${kind}-1.xml`)
})

/** The last id of a member in the previous file; 0 if there is none. */
async function lastMemberId(): Promise<number> {
  const last = env.DB.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'users'")
  return (await last.first<number>('seq').catch(() => null)) ?? 0
}

/** False if the reset left the database of the previous file, which happens on a busy machine. */
async function isDatabaseEmpty(): Promise<boolean> {
  return (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first()) === null
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
