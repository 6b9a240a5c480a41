import { type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright'
import type { Platform } from '../../dev/platform.ts'
import { memberCookies, startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { type Figure, type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import { measurePhone } from './lib/lighthouse-phone.ts'
import type { Mode } from './lib/mode.ts'
import { signIn, withPlatform } from './lib/state.ts'
import { startWorkerd } from './lib/workerd.ts'

const TAPS: Record<Mode, number> = { full: 9, short: 1 }
const TAP_MAX_MS = 100
type Device = {
  name: string
  window: BrowserContextOptions
  /** Factor by which its processor is slower than this computer's. */
  slowdown: number
  /** Limits of its network: milliseconds of latency, and bytes a second. */
  network?: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number }
}
/** Lighthouse's phone, with slow 4G. */
const phone = (slowdown: number): Device => ({
  name: 'phone',
  window: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  slowdown,
  network: { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 },
})
const COMPUTER: Device = {
  name: 'computer',
  window: { viewport: { width: 1280, height: 800 }, hasTouch: true },
  slowdown: 1,
}
/** Expression that is true once the picture of the tapped tile is on the page of its sketch. */
const PICTURE_SHOWN = `[...document.querySelectorAll('[data-opening] img, article img')].some((image) => image.naturalWidth > 0)`

/** Expression that is true once all pictures of the second set of a ballot are shown. */
const SECOND_SET_SHOWN = `(() => {
  const images = [...document.querySelectorAll('section[aria-label^="Set 2 "] img')]
  return images.length > 0 && images.every((image) =>
    image.checkVisibility({ visibilityProperty: true }) && image.complete && image.naturalWidth > 0)
})()`
const COMPO = 'bench-ballot'

type Tap = { what: string; time: number; ofEmptyPage: number }

/**
 * Times from a tap on a tile of a gallery to the frame with its picture on the sketch's page, on a slow phone, and from
 * Next in a ballot to the frame with the next set, on this computer and on the phone.
 */
export async function measureTap(mode: Mode): Promise<Findings> {
  const page = await buildPage()
  const localSite = await communitySite(mode)
  const sessions = await withPlatform(localSite, (platform) => openBallots(platform, 2 * TAPS[mode]))
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script: await buildWorker('worker/index.ts'), page },
  ])
  const { slowdown } = await measurePhone(workerd.origin)
  const slowPhone = phone(slowdown)
  const taps: Tap[] = []
  for (const [number, session] of sessions.entries()) {
    if (number < TAPS[mode]) taps.push(await onDevice(slowPhone, workerd.origin, null, (page) => tapTile(page, number)))
    taps.push(await onDevice(number < TAPS[mode] ? slowPhone : COMPUTER, workerd.origin, session, tapNext))
  }
  return {
    figures: [...Map.groupBy(taps, ({ what }) => what)].map(([what, same]) => figureOfTaps(what, same)),
    notes: [
      `tap: medians of ${TAPS[mode]} taps, each in a new browser on the production build; the phone has a processor` +
        ` ${slowdown.toFixed(1)} times slower and slow 4G; yardstick: a tap that shows a word on an empty page`,
    ],
  }
}

function figureOfTaps(what: string, taps: readonly Tap[]): Figure {
  const [figure, yardstick] = [median(taps.map(({ time }) => time)), median(taps.map((tap) => tap.ofEmptyPage))]
  return figureOf({
    what,
    figure: milliseconds(figure),
    yardstick: milliseconds(yardstick),
    ratio: figure / yardstick,
    bar: `≤ ${TAP_MAX_MS} ms`,
    ok: figure <= TAP_MAX_MS,
  })
}

/**
 * Opens the voting of a compo, with the listed sketches that are in no other one and without the ballots of earlier
 * runs. Returns the sessions of the members with the fewest own entries: own entries are in no set, and a small compo
 * would have no second one.
 */
async function openBallots(platform: Platform, count: number): Promise<string[]> {
  const { DB } = platform
  await DB.batch([
    DB.prepare(
      `INSERT INTO compos (key, title, description, user_id, starts_at, ends_at, voting_ends_at)
       SELECT ?, 'A ballot', '', min(id), 1, 2, unixepoch() * 1000 + 864000000 FROM users WHERE true
       ON CONFLICT (key) DO UPDATE SET voting_ends_at = excluded.voting_ends_at`,
    ).bind(COMPO),
    DB.prepare(
      `INSERT OR IGNORE INTO compo_entries (compo_id, sketch_id, artist_id, entered_at, listed, listed_for_all, lot)
       SELECT compos.id, sketches.id, sketches.user_id, 1, listed, listed_for_all, sketches.id
       FROM compos CROSS JOIN sketches WHERE key = ? AND listed_for_all`,
    ).bind(COMPO),
    ...['compo_sets', 'compo_ballots'].map((table) =>
      DB.prepare(
        `DELETE FROM ${table} WHERE ballot_id IN (
           SELECT ballot_id FROM compo_ballots JOIN compos ON compos.id = compo_id WHERE key = ?)`,
      ).bind(COMPO),
    ),
  ])
  const { results } = await DB.prepare(
    `SELECT id FROM users WHERE created_at < unixepoch() * 1000 - 172800000
     ORDER BY (SELECT count(*) FROM sketches WHERE user_id = users.id AND listed_for_all), id LIMIT ?`,
  )
    .bind(count)
    .all<{ id: number }>()
  return Promise.all(results.map(({ id }) => signIn(platform, id)))
}

async function onDevice(
  device: Device,
  origin: string,
  session: string | null,
  tap: (page: Page) => Promise<{ what: string; time: number }>,
): Promise<Tap> {
  await using browser = await startBrowser()
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`)
  const context = await connection.newContext({ ...device.window, baseURL: origin })
  if (session) await context.addCookies(memberCookies(session, origin))
  const page = await context.newPage()
  // A slow device on a busy machine may take longer than usual to load a page, which is not measured.
  page.setDefaultTimeout(120_000)
  await page.setContent('<button onclick="this.textContent = \'Done\'">Tap</button>')
  await slowDown(page, device)
  const ofEmptyPage = await timeOfTap(page, page.getByRole('button'), `document.body.textContent === 'Done'`)
  const { what, time } = await tap(page)
  await connection.close()
  return { what: `${what}, on a ${device.name}`, time, ofEmptyPage }
}

async function tapTile(page: Page, tile: number) {
  await page.goto('/gallery/recent', { waitUntil: 'load' })
  await page.locator('[data-page]').waitFor()
  await page.waitForLoadState('networkidle')
  const picture = page.getByRole('list', { name: 'Recent' }).getByRole('link').nth(tile)
  await picture.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const time = await timeOfTap(page, picture, PICTURE_SHOWN)
  return { what: 'Tap on a tile of a gallery: time to its picture', time }
}

async function tapNext(page: Page) {
  await page.goto(`/compo/${COMPO}/vote`, { waitUntil: 'load' })
  await page.locator('button[aria-pressed]').first().tap()
  await page.waitForLoadState('networkidle')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const time = await timeOfTap(page, next, SECOND_SET_SHOWN)
  return { what: 'Next in a ballot: time to the next set', time }
}

async function slowDown(page: Page, { slowdown, network }: Device): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  if (network) await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
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
