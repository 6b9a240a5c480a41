import { spawnSync } from 'node:child_process'
import { defineConfig } from 'playwright/test'
import { MOVED_CLOCK_ENV } from './test/support/e2e/moved-clock.ts'

/** The port. With different ports, two copies of the site can be tested side by side. */
const PORT = Number(process.env.CROQUIS_E2E_PORT ?? 8807)
const BOARD = 'whiteboard*.spec.ts'
const STREAMS = 'streams*.spec.ts'
const CLOCK = 'moved-clock.spec.ts'
/** First of three ports of the site whose clock is moved. */
const CLOCK_PORT = PORT + 4
const SITE_LOG = 'test-results/site.log'

/**
 * A Chromium on PATH goes before the one that Playwright installs; without a window around the page it is twice as
 * fast.
 */
function chromiumOnPath(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const found = spawnSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' })
  return found.stdout.trim() || undefined
}

const LAUNCH = {
  executablePath: chromiumOnPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // The headless shell would round letters to whole pixels, as no browser with a window does.
    '--font-render-hinting=none',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A camera and a microphone that give a known picture and tone.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
}

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  projects: [
    // There is one board, and what is compared byte for byte must stand still: nobody else draws meanwhile.
    { name: 'board', testMatch: BOARD, workers: 1 },
    // Each codes and decodes pictures for several pages: two at once would starve each other.
    { name: 'streams', testMatch: STREAMS, workers: 1 },
    // Starts a site of its own, which no other test may share.
    {
      name: 'clock',
      testMatch: CLOCK,
      workers: 1,
      use: {
        baseURL: `http://localhost:${CLOCK_PORT}`,
        launchOptions: { ...LAUNCH, env: { ...process.env, ...MOVED_CLOCK_ENV } },
      },
    },
    { name: 'site', testIgnore: [BOARD, STREAMS, CLOCK] },
  ],
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A test that passes only at a second try is a failure to mend.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Frames of what moves cost as much as the pages; a test of motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: `http://localhost:${PORT}`,
    // Calls, requests and the console; pictures and DOM snapshots would take an eighth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: LAUNCH,
  },
  webServer: {
    // Told to end, the shell waits for the site (`trap`); of a site that could not start it shows why.
    command: [
      'mkdir -p test-results',
      'trap : TERM',
      `node dev/start.ts --fresh ${process.env.CROQUIS_BUILT ? '--built ' : ''}> ${SITE_LOG} 2>&1 || { tail ${SITE_LOG} >&2; exit 1; }`,
    ].join('; '),
    env: { CROQUIS_PORT: String(PORT), CROQUIS_STATE: '.local/e2e', CROQUIS_SKETCHES: '90' },
    url: `http://localhost:${PORT}/healthz`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
