import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../../../dev/settings.ts'
import { test as base } from './fixtures.ts'
import { MOVED_CLOCK_ENV, MovedClock } from './moved-clock.ts'

export { expect } from './fixtures.ts'

const START_MS = 120_000
/**
 * Tests on a site of their own, whose clock they move. Its browsers have the same clock; the tests themselves do not.
 */
export const test = base.extend<object, { clock: MovedClock }>({
  clock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { project }) => {
      const clock = new MovedClock()
      const stop = await startMovedSite(project.use.baseURL ?? '')
      await use(clock)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
})

/** Starts a new site from the built pages. Resolves when it replies; the returned function stops it. */
async function startMovedSite(origin: string): Promise<() => Promise<unknown>> {
  const site = spawn(process.execPath, [join(ROOT, 'dev/start.ts'), '--fresh', '--built'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...MOVED_CLOCK_ENV,
      CROQUIS_PORT: new URL(origin).port,
      CROQUIS_STATE: '.local/moved-clock/state',
      // Members alone: the tests post their own sketches.
      CROQUIS_SKETCHES: '0',
    },
  })
  const ended = once(site, 'exit')
  let output = ''
  site.stderr.on('data', (text: Buffer) => {
    output += text
  })
  await new Promise<void>((resolve, reject) => {
    site.stdout.on('data', (text: Buffer) => {
      output += text
      if (output.includes(`is on ${origin}`)) resolve()
    })
    void ended.then(([code]) => reject(new Error(`the site ended with ${code}: ${output}`)))
  })
  return () => {
    site.kill('SIGTERM')
    return ended
  }
}
