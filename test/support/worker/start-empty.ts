import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'

/** Test files share a runtime (vitest.config.ts). */
beforeAll(async () => {
  clearIsolateCaches()
  await reset()
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  // The edge cache outlives `reset`, and replays are cached by the number of their stream.
  const firstStream = Math.floor(Math.random() * 1e9)
  await env.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('streams', ?)").bind(firstStream).run()
})

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
