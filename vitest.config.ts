import { cloudflareTest } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'
import { LOCAL_PAYPAL } from './dev/settings.ts'
import { migratedSchema } from './test/support/migrated-schema.ts'

/** Two cores that do other things as well may starve a test for a while. */
const PATIENCE = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    silent: 'passed-only',
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'unit',
          // Files share the modules that they load, which takes longer than their tests.
          isolate: false,
          include: ['test/unit/**/*.test.ts', 'test/web/**/*.test.ts'],
        },
      },
      { test: { ...PATIENCE, name: 'process', include: ['test/process/**/*.test.ts'] } },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                SCHEMA: migratedSchema(),
                OIDC_ISSUER: 'http://localhost:1',
                OIDC_CLIENT_ID: 'croquis',
                OIDC_CLIENT_SECRET: 'secret',
                APPLE_CLIENT_ID: 'croquis.example',
                APPLE_ISSUER: 'https://appleid.example',
                APPLE_KEYS_URL: 'http://localhost:1/apple-keys',
                FIRST_ADMIN_EMAIL: 'first@croquis.example',
                TICKET_SECRET: 'known to the tests',
                MAIL_FROM: 'hello@croquis.example',
                MAIL_SECRET: 'known to the tests',
                API_KEY_SECRET: 'known to the tests',
                SITE_ORIGIN: 'https://croquis.example',
                PAYPAL_API: 'http://localhost:1',
                PAYPAL_CLIENT_ID: LOCAL_PAYPAL.clientId,
                PAYPAL_CLIENT_SECRET: LOCAL_PAYPAL.clientSecret,
                PAYPAL_MERCHANT_ID: LOCAL_PAYPAL.merchantId,
                PAYPAL_WEBHOOK_ID: LOCAL_PAYPAL.webhookId,
              },
            },
          }),
        ],
        test: {
          ...PATIENCE,
          name: 'worker',
          // Loading the worker takes longer than most files' tests: it is loaded once, with its packages bundled once.
          isolate: false,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: [
                  '@rgrove/parse-xml',
                  '@zip.js/zip.js/lib/zip-core-custom.js',
                  'drizzle-orm',
                  'drizzle-orm/d1',
                  'drizzle-orm/sqlite-core',
                  'hono',
                  'hono/cookie',
                  'hono/html',
                  'hono/factory',
                  'hono/validator',
                  'hono/body-limit',
                  'hono/http-exception',
                  'hono/route',
                  'hono/utils/encode',
                  'zod/mini',
                  'jose',
                  'oauth4webapi',
                  'fast-check',
                  'fast-png',
                  'fflate',
                  'thumbhash',
                  'image-dimensions',
                  'ical-generator',
                ],
              },
            },
          },
          include: ['test/worker/**/*.test.ts', 'test/durable-objects/**/*.test.ts'],
          globalSetup: ['test/support/sign-in/global-setup.ts', 'test/support/payments/global-setup.ts'],
          setupFiles: ['test/support/worker/start-empty.ts'],
        },
      },
    ],
  },
})
