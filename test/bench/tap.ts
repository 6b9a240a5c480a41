import { chromium, type Locator, type Page } from 'playwright'
import { startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { startWorkerd } from './lib/workerd.ts'

const TAPS: Record<Mode, number> = { full: 9, short: 1 }
const TAP_MAX_MS = 100
/** Lighthouse's phone: its window, its processor as a part of this one's, and slow 4G. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SLOWDOWN = 4
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 }
/** Expression that is true once the picture of the tapped tile is on the page of its sketch. */
const PICTURE_SHOWN = `[...document.querySelectorAll('[data-opening] img, article img')].some((image) => image.naturalWidth > 0)`

type Tap = { toPicture: number; ofEmptyPage: number }

/** Time from a tap on a tile of a gallery to the frame with its picture on the sketch's page, on a slow phone. */
export async function measureTap(mode: Mode): Promise<Findings> {
  const page = await buildPage()
  const localSite = await communitySite(mode)
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script: await buildWorker('worker/index.ts'), page },
  ])
  const taps: Tap[] = []
  for (let tile = 0; tile < TAPS[mode]; tile++) taps.push(await tapOnce(workerd.origin, tile))
  const [figure, yardstick] = [median(taps.map((tap) => tap.toPicture)), median(taps.map((tap) => tap.ofEmptyPage))]
  return {
    figures: [
      figureOf({
        what: 'Tap on a tile of a gallery on a phone: time to its picture',
        figure: milliseconds(figure),
        yardstick: milliseconds(yardstick),
        ratio: figure / yardstick,
        bar: `≤ ${TAP_MAX_MS} ms`,
        ok: figure <= TAP_MAX_MS,
      }),
    ],
    notes: [
      `tap: medians of ${TAPS[mode]} taps, each in a new browser with a processor ${SLOWDOWN} times slower and slow 4G,` +
        ' on the production build; yardstick: a tap that shows a word on an empty page',
    ],
  }
}

async function tapOnce(origin: string, tile: number): Promise<Tap> {
  await using browser = await startBrowser()
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`)
  const context = await connection.newContext(PHONE)
  const page = await context.newPage()
  await page.setContent('<button onclick="this.textContent = \'Done\'">Tap</button>')
  await slowDown(page)
  const ofEmptyPage = await timeOfTap(page, page.getByRole('button'), `document.body.textContent === 'Done'`)
  await page.goto(`${origin}/gallery/recent`, { waitUntil: 'load' })
  await page.locator('[data-page]').waitFor()
  await page.waitForLoadState('networkidle')
  const picture = page.getByRole('list', { name: 'Recent' }).getByRole('link').nth(tile)
  await picture.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const toPicture = await timeOfTap(page, picture, PICTURE_SHOWN)
  await connection.close()
  return { toPicture, ofEmptyPage }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Milliseconds from a tap to the end of the first frame in which an expression of the page is true. */
async function timeOfTap(page: Page, target: Locator, isShown: string): Promise<number> {
  const time = page.evaluate<number>(
    `new Promise((resolve) => addEventListener('click', ({ timeStamp }) => {
      const look = () =>
        (${isShown}) ? setTimeout(() => resolve(performance.now() - timeStamp)) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    }, { capture: true, once: true }))`,
  )
  await target.tap()
  return time
}
