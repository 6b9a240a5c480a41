import type { Locator, Page } from 'playwright/test'
import { sketchPageReply } from '../../contract/http/sketch-page.ts'
import { READ_CACHE_MS } from '../../contract/limits.ts'
import { withLinkKey } from '../../contract/sketch-address.ts'
import { advanceClock } from '../support/e2e/advance-clock.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import {
  firstTile,
  gallery,
  galleryTiles,
  openGallery,
  placeInUrl,
  recentSketchAddress,
  scrollPast,
  scrollPosition,
  scrollToEnd,
  tileOf,
  visibleTile,
} from '../support/e2e/gallery.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { listedSketches, postSketch } from '../support/e2e/sketches.ts'
import { recordedLayoutShifts, recordedTiles, recordLayoutShifts, recordTiles } from '../support/e2e/watch-page.ts'

const NARROW = { width: 360, height: 640 }
const WIDE = { width: 1280, height: 720 }

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Galleries' }).getByRole('link', { name, exact: true })
const pageTitle = (page: Page) => page.getByRole('heading', { level: 1 })

const BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** Request for a further page of the list. */
const NEXT_PAGE = /\/recentSketches\?.*cursor=/

/** Tiles and layout shifts seen while scrolling through the list, and the sketches that it must show. */
type Scrolled = { missing: string[]; tiles: Awaited<ReturnType<typeof recordedTiles>>; shifts: string[] }

async function scrollThrough(page: Page): Promise<Scrolled> {
  await page.setViewportSize(NARROW)
  // The site would resize each picture at its first request.
  await page.route('/image/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: BLANK }))
  await recordTiles(page)
  await recordLayoutShifts(page)
  const before = await listedSketches(page.request)
  await openGallery(page)
  // The first page may be cached for five seconds, and other tests post meanwhile.
  const newest = Number(/\d+/.exec((await firstTile(page).getAttribute('href')) ?? ''))
  await page.evaluate(() => document.fonts.ready)
  await scrollToEnd(page)
  const tiles = await recordedTiles(page)
  const listed = before.filter(({ id }) => id <= newest).map(({ id }) => recentSketchAddress(id))
  expect(listed.length, 'sketches to scroll through').toBeGreaterThan(80)
  // Another test may have deleted a sketch.
  const left = new Set((await listedSketches(page.request)).map(({ id }) => recentSketchAddress(id)))
  const missing = listed.filter((address) => left.has(address) && !tiles.seen.includes(address))
  return { missing, tiles, shifts: await recordedLayoutShifts(page) }
}

test.describe('scrolling through an endless list [1 §4]', () => {
  // A single worker runs these tests, so that they share the scrolling.
  test.describe.configure({ mode: 'default' })
  let scrolled: Promise<Scrolled> | undefined

  test('an endless list shows every sketch once', async ({ page }) => {
    scrolled ??= scrollThrough(page)
    const { missing, tiles } = await scrolled
    expect(missing).toEqual([])
    expect(tiles.twice, 'sketches that were there twice at a time').toEqual([])
  })

  test('an endless list has at most 45 tiles in the document of a narrow window', async ({ page }) => {
    scrolled ??= scrollThrough(page)
    expect((await scrolled).tiles.most).toBeLessThanOrEqual(45)
  })

  test('an endless list moves none of its tiles', async ({ page }) => {
    scrolled ??= scrollThrough(page)
    expect((await scrolled).shifts).toEqual([])
  })
})

test.describe('endless list [1 §4]', () => {
  test('the next page of a list is requested before its end comes near the window', async ({ page }) => {
    const release = await holdRequests(page, NEXT_PAGE)
    let hasRequested = false
    page.on('request', (request) => {
      hasRequested ||= NEXT_PAGE.test(request.url())
    })
    await page.setViewportSize(NARROW)
    await openGallery(page)
    // Placeholders are drawn up to one window below the visible part.
    const coming = gallery(page)
      .getByRole('listitem')
      .filter({ hasNot: page.getByRole('link') })
    while ((await coming.count()) === 0) await page.evaluate(() => window.scrollBy(0, 50))
    await expect.poll(() => hasRequested).toBe(true)
    release()
    await expect(coming).toHaveCount(0)
  })

  test('a failed page of a list is requested again only by Retry [1 §8]', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/)
    let requests = 0
    await page.route(NEXT_PAGE, (route) => {
      requests++
      return route.fulfill({ status: 500, body: 'broken' })
    })
    await openGallery(page)
    await scrollToEnd(page)
    const failed = page.getByRole('alert').filter({ hasText: 'The rest of this list couldn’t be loaded.' })
    await expect(failed).toBeInViewport()
    expect(requests, 'once, and twice again').toBe(3)

    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => requests).toBe(6)
    await expect(failed).toBeVisible()

    await page.unroute(NEXT_PAGE)
    const nextPage = page.waitForResponse(NEXT_PAGE)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await nextPage
    await expect(failed).toBeHidden()
  })
})

test.describe('tiles [1 §9]', () => {
  test('tiles stand in rows over the whole width of the list, at 1280 px and at 360 px', async ({ page }) => {
    await openGallery(page)
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      const rightEdge = await gallery(page).evaluate((list) => list.getBoundingClientRect().right)
      const rightmost = async () => Math.max(...(await tileBoxes(page)).map(({ right }) => right))
      await expect.poll(rightmost).toBeCloseTo(rightEdge, 0)
      // The last row may be incomplete.
      const rows = [...Map.groupBy(await tileBoxes(page), ({ top }) => top).values()].slice(0, -1)
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows) expect(row.at(-1)?.right).toBeCloseTo(rightEdge, 0)
      for (const { ratio, declared } of rows.flat()) expect(declared, 'ratio before it comes').toBeCloseTo(ratio, 1)
    }
  })

  test('a tile in the grid is a square with title, artist and hearts', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('gallery-layout', 'grid'))
    await openGallery(page)
    const { width, height } = (await firstTile(page).boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(200)
    expect(height).toBeCloseTo(width ?? 0, 0)
    const [sketch] = (await listedSketches(page.request)).slice(12)
    if (!sketch) throw new Error('there are too few sketches')
    const item = gallery(page)
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="${recentSketchAddress(sketch.id)}"]`) })
    await expect(item).toContainText(sketch.title)
    await expect(item).toContainText(sketch.nickname)
    await expect(item).toContainText(/Hearts: \d/)
  })

  test('the layout of galleries is chosen by keys and kept over a reload', async ({ page }) => {
    await openGallery(page)
    const grid = page.getByRole('radio', { name: 'Grid' })
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Rows' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(grid).toBeChecked()
    await expectAccessible(page)
    await page.reload()
    await expect(grid).toBeChecked()
    await expect(
      gallery(page)
        .getByText(/Hearts: \d/)
        .first(),
    ).toBeVisible()
  })

  test('Tab reaches the tiles in their order, each in the window with its outline and title', async ({ page }) => {
    await page.setViewportSize({ ...WIDE, height: 400 })
    await openGallery(page)
    await page.getByRole('navigation', { name: 'Galleries' }).getByRole('link').last().focus()
    const list = await gallery(page).evaluate((element) => element.getBoundingClientRect().left)
    let last: Awaited<ReturnType<typeof focusedTile>> | undefined
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press('Tab')
      const tile = await focusedTile(page)
      expect(tile.inSight, `tile ${step} is in the window`).toBe(true)
      if (!last) expect(tile.address).toBe(await firstTile(page).getAttribute('href'))
      else if (Math.abs(tile.top - last.top) < 1) expect(tile.left - last.right).toBeCloseTo(6, 0)
      else {
        expect(tile.left, 'begins a row').toBeCloseTo(list, 0)
        expect(tile.top - last.bottom, 'the next one').toBeCloseTo(6, 0)
      }
      last = tile
    }
    const tile = page.locator(':focus')
    await expect(tile).toHaveCSS('outline-style', 'solid')
    await expect(tile.locator('> span', { has: page.locator('i') })).toHaveCSS('opacity', '1')
  })
})

test('a position in the grid survives going back and reloads, after any time [1 §2]', async ({ page }) => {
  await page.setViewportSize(NARROW)
  await openGallery(page)
  await page.getByRole('radio', { name: 'Grid' }).check()
  // On the second page of the list.
  await scrollPast(page, 3500)
  const address = await visibleTile(page)
  await placeInUrl(page)
  const place = await scrollPosition(page)
  const tile = page.locator(`main a[href="${address}"]`)
  const expectSamePlace = async () => {
    await expect(tile).toBeInViewport()
    await expect.poll(() => scrollPosition(page)).toBe(place)
  }
  await tile.click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await advanceClock(page, 60_000)
  await page.goBack()
  await expectSamePlace()

  await page.reload()
  await expectSamePlace()

  await tile.click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await advanceClock(page, 120_000)
  await page.goBack()
  await expectSamePlace()
})

test('a followed link refreshes a list that is 5 s old [1 §7]', async ({ page }) => {
  const start = Date.now()
  await page.clock.setFixedTime(start)
  // Further pages that load ahead would renew the list's age.
  await page.addInitScript(() => localStorage.setItem('more-by-button', '1'))
  await signInAs(page, freshName('Reader'), '/gallery/recent')
  const requestedAt: number[] = []
  let age = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/recentSketches') requestedAt.push(age)
  })
  const id = await postSketch(page, { title: 'Just drawn' })
  for (age of [4999, 5000]) {
    await page.clock.setFixedTime(start + age)
    await tab(page, 'Top of all time').click()
    await expect(pageTitle(page)).toHaveText('Top of all time')
    await tab(page, 'Recent').click()
    await expect(firstTile(page)).toBeVisible()
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await expect(tileOf(page, id)).toBeInViewport()
  expect(requestedAt).toEqual([5000])
})

test.describe('the button Load more', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('more-by-button', '1')))

  const focused = (page: Page) => galleryTiles(page).and(page.locator(':focus'))
  const addresses = (found: Locator) => found.evaluateAll((items) => items.map((item) => item.getAttribute('href')))

  test('focuses the first new sketch of a gallery', async ({ page }) => {
    await page.setViewportSize(NARROW)
    await page.goto('/gallery/recent')
    const button = page.getByRole('button', { name: 'Load more' })
    await expect(button).toBeVisible()
    const before = await addresses(galleryTiles(page))
    // In one task with the jump to the end, before the rows near it are mounted.
    await button.evaluate((element: HTMLElement) => {
      scrollTo(0, document.documentElement.scrollHeight)
      element.click()
    })
    await expect(focused(page)).toHaveCount(1)
    for (const address of await addresses(focused(page))) expect(before).not.toContain(address)
  })

  test('focuses the first new sketch also when its row is far below the window', async ({ page }) => {
    // A screen below this window ends before the first page does.
    await page.setViewportSize({ ...WIDE, height: 240 })
    await page.goto('/gallery/recent')
    await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    const before = await addresses(galleryTiles(page))
    await page.keyboard.press('m')
    await expect(focused(page)).toHaveCount(1)
    await expect(focused(page)).toBeInViewport()
    for (const address of await addresses(focused(page))) expect(before).not.toContain(address)
  })

  test('loads more also when it is pressed as a refresh of the list begins', async ({ page }) => {
    const start = Date.now()
    await page.clock.setFixedTime(start)
    await page.goto('/gallery/recent')
    await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    await tab(page, 'Top of all time').click()
    await expect(pageTitle(page)).toHaveText('Top of all time')
    await page.clock.setFixedTime(start + READ_CACHE_MS)
    await page.evaluate(() => {
      const { fetch } = window
      window.fetch = (...request) => {
        const response = fetch(...request)
        if (String(request[0]).includes('/recentSketches')) {
          window.fetch = fetch
          for (const button of document.querySelectorAll('button'))
            if (button.textContent === 'Load more') button.click()
        }
        return response
      }
    })
    await tab(page, 'Recent').click()
    await expect(focused(page)).toHaveCount(1)
  })
})

test('a mature sketch tells a visitor why its picture is hidden [1 §5], [1 §8]', async ({ page, anotherMember }) => {
  const id = await postSketch(await anotherMember(freshName('Hidden')), { title: 'Mature', mature: true })
  await page.goto(`/sketch/${id}`)
  await expect(page.getByRole('heading', { name: /^This sketch is mature\./ })).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(0)
})

test('an unlisted sketch opens for everyone with its link, and for nobody without it [1 §5]', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  const artist = await anotherMember(freshName('Hidden'))
  const id = await postSketch(artist, { title: 'Unlisted', unlisted: true })
  const own = sketchPageReply.parse(await (await artist.request.get(`/api/v2/sketch/${id}`)).json())
  const link = withLinkKey(`/sketch/${id}`, own.hidden ? null : own.linkKey)
  consoleErrors.allow(/status of 404 .*\/sketch\/\d+/)
  await page.goto(`/sketch/${id}`)
  await expect(pageTitle(page)).not.toHaveText('Unlisted')
  await page.goto(link)
  await expect(page.getByText('Only people with the link can see it.')).toBeVisible()
  await expect(pageTitle(page)).toHaveText('Unlisted')
  await expect(page.getByRole('link', { name: 'Log in to comment' })).toBeVisible()
  await expectAccessible(page)
})

/** Places of the tiles in the window, in document order. */
function tileBoxes(page: Page) {
  return galleryTiles(page).evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { right, top, width, height } = tile.getBoundingClientRect()
      const picture = tile.querySelector('img')
      const declared = Number(picture?.getAttribute('width')) / Number(picture?.getAttribute('height'))
      return { right, top, ratio: width / height, declared }
    }),
  )
}

/** The focused tile once it is visible, with its position in the document. */
function focusedTile(page: Page) {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const tile = document.activeElement
    const { left, right, top, bottom } = tile?.getBoundingClientRect() ?? new DOMRect()
    const inSight = bottom > 0 && top < innerHeight
    const address = tile?.getAttribute('href') ?? ''
    return { address, left, right, top: top + scrollY, bottom: bottom + scrollY, inSight }
  })
}
