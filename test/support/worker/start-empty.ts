import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'

/** Test files share a runtime (vitest.config.ts); each begins with nothing stored. */
beforeAll(async () => {
  await reset()
  await applyD1Migrations(env.DB, env.MIGRATIONS)
})

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
