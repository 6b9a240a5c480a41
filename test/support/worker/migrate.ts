import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, vi } from 'vitest'

beforeAll(() => applyD1Migrations(env.DB, env.MIGRATIONS))

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
