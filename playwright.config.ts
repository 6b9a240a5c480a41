import { execFileSync } from 'node:child_process'
import { defineConfig } from 'playwright/test'

const PORT = 8807

/** A Chromium on PATH goes before the one that Playwright installs. */
function chromiumOnPath(): string | undefined {
  try {
    return execFileSync(
      'sh',
      ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'],
      {
        encoding: 'utf8',
      },
    ).trim()
  } catch {
    return undefined
  }
}

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // The development server may fall in the middle of a test and is started again; see test/local/start.ts.
  retries: 3,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumOnPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'rm -rf .local/e2e && mkdir -p test-results && node test/local/start.ts > test-results/site.log 2>&1',
    env: { CROQUIS_PORT: String(PORT), CROQUIS_STATE: '.local/e2e', CROQUIS_SKETCHES: '90' },
    url: `http://localhost:${PORT}/healthz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
