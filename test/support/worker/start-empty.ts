import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'

/** Test files share a runtime (vitest.config.ts). */
beforeAll(async () => {
  clearIsolateCaches()
  await reset()
  await applyD1Migrations(env.DB, env.MIGRATIONS)
})

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
