import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

const migrations = await readD1Migrations('migrations')

export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts', 'test/web/**/*.test.ts'] } },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                MIGRATIONS: migrations,
                OIDC_ISSUER: 'http://localhost:8799',
                OIDC_CLIENT_ID: 'croquis',
                OIDC_CLIENT_SECRET: 'secret',
                APPLE_CLIENT_ID: 'croquis.example',
                APPLE_ISSUER: 'https://appleid.example',
                APPLE_KEYS_URL: 'http://localhost:8799/apple-keys',
                FIRST_ADMIN_EMAIL: 'first@croquis.example',
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts', 'test/durable-objects/**/*.test.ts'],
          setupFiles: ['test/support/worker/migrate.ts'],
        },
      },
    ],
  },
})
