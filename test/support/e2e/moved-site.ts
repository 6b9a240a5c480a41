import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { ROOT } from '../../../dev/settings.ts'
import { test as base } from './fixtures.ts'
import { MOVED_CLOCK_ENV, MovedClock } from './moved-clock.ts'

export { expect } from './fixtures.ts'

const START_MS = 120_000
/**
 * Tests on a site of their own, whose clock they move. Its browsers have the same clock; the tests themselves do not.
 */
export const test = base.extend<object, { clock: Pick<MovedClock, 'now' | 'moveTo'> }>({
  clock: [
    async ({ browser }, use, { project }) => {
      const clock = new MovedClock()
      const stop = await startMovedSite(project.use.baseURL ?? '')
      const moveTo = async (ms: number) => {
        for (const context of browser.contexts()) for (const page of context.pages()) await waitForPictures(page)
        await clock.moveTo(ms)
      }
      await use({ now: () => clock.now(), moveTo })
      await stop()
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
})

/** Waits for the pictures near the window. The site refuses those that wait for long, as they do when its clock moves. */
async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > 2 * innerHeight,
    ),
  )
}

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
