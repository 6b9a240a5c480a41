import type { Page } from 'playwright/test'
import { advanceClock } from '../support/e2e/advance-clock.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import {
  firstTile,
  gallery,
  galleryTiles,
  openGallery,
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

/** Request for a further page of the list. */
const NEXT_PAGE = /\/recentSketches\?.*cursor=/

test.describe('endless list [1 §4]', () => {
  for (const [viewport, most] of [
    [WIDE, 80],
    [NARROW, 45],
  ] as const) {
    test(`an endless list shows every sketch once, with few tiles in the document and no layout shift, ${viewport.width} px wide`, async ({
      page,
      request,
    }) => {
      // Each picture is resized at its first request.
      test.slow()
      await page.setViewportSize(viewport)
      await recordTiles(page)
      await recordLayoutShifts(page)
      const before = await listedSketches(request)
      await openGallery(page)
      // The first page may be cached for five seconds, and other tests post meanwhile.
      const newest = Number(/\d+/.exec((await firstTile(page).getAttribute('href')) ?? ''))
      await page.evaluate(() => document.fonts.ready)
      await scrollToEnd(page)

      const tiles = await recordedTiles(page)
      const listed = before.filter(({ id }) => id <= newest).map(({ id }) => recentSketchAddress(id))
      // Another test may have deleted a sketch.
      const left = new Set((await listedSketches(request)).map(({ id }) => recentSketchAddress(id)))
      expect(listed.length, 'sketches to scroll through').toBeGreaterThan(80)
      expect(listed.filter((address) => left.has(address) && !tiles.seen.includes(address))).toEqual([])
      expect(tiles.twice, 'sketches that stood twice at a time').toEqual([])
      expect(tiles.most, 'tiles in the document at a time').toBeLessThanOrEqual(most)
      expect(await recordedLayoutShifts(page)).toEqual([])
    })
  }

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
    const end = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(requests, 'once, and twice again').toBe(3)

    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => requests).toBe(6)
    await expect(failed).toBeVisible()

    await page.unroute(NEXT_PAGE)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await scrollToEnd(page)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(end)
  })
})

test.describe('tiles [1 §9]', () => {
  test('tiles in rows are cropped only beyond 1:2.5, about 200 px high or 128 px on narrow windows, and fill the width', async ({
    page,
    request,
  }) => {
    await openGallery(page)
    const sketches = new Map((await listedSketches(request)).map((sketch) => [recentSketchAddress(sketch.id), sketch]))
    // A narrow row has one to three pictures and is scaled to fill the width.
    for (const [viewport, height, most] of [
      [WIDE, 200, 0.2],
      [NARROW, 128, 0.6],
    ] as const) {
      await page.setViewportSize(viewport)
      const rightEdge = await gallery(page).evaluate((list) => list.getBoundingClientRect().right)
      const rightmost = async () => Math.max(...(await tileBoxes(page)).map(({ right }) => right))
      await expect.poll(rightmost).toBeCloseTo(rightEdge, 0)
      // The last row may be incomplete.
      const rows = [...Map.groupBy(await tileBoxes(page), ({ top }) => top).values()].slice(0, -1)
      for (const row of rows) expect(row.at(-1)?.right, 'the width is filled').toBeCloseTo(rightEdge, 0)
      const heights = rows.map(([tile]) => tile?.height ?? 0).sort((a, b) => a - b)
      const middle = heights[heights.length >> 1] ?? 0
      expect(Math.abs(middle / height - 1), `${middle} px against ${height}`).toBeLessThan(most)

      for (const { address, alt, width, height, declared } of rows.flat()) {
        expect(alt).not.toBe('')
        expect(declared, 'its place is kept before it comes').toBeCloseTo(width / height, 1)
        const sketch = sketches.get(address)
        if (!sketch) continue
        const ratio = Math.min(2.5, Math.max(0.4, sketch.width / sketch.height))
        expect(width / height / ratio, 'nothing is cropped').toBeCloseTo(1, 1)
      }
    }
  })

  test('tiles in the grid are squares of 200 px with title, artist and hearts, and the layout is remembered', async ({
    page,
    request,
  }) => {
    await openGallery(page)
    const sketch = (await listedSketches(request)).at(12)
    if (!sketch) throw new Error('there are too few sketches')
    const grid = page.getByRole('radio', { name: 'Grid' })
    await page.getByRole('radio', { name: 'Rows' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(grid).toBeChecked()

    const caption = gallery(page)
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="${recentSketchAddress(sketch.id)}"]`) })
    await expect(caption).toContainText(sketch.title)
    await expect(caption).toContainText(sketch.nickname)
    await expect(caption).toContainText(/Hearts: \d/)

    await page.reload()
    await expect(grid).toBeChecked()
    await expect(caption).toContainText(sketch.title)
    // Five tiles and four gaps of 16 px; the remaining width is shared among them.
    for (const [listWidth, side] of [
      [1064, 200],
      [1114, 210],
    ] as const) {
      await makeListWide(page, listWidth)
      await expect.poll(async () => firstBox(page)).toMatchObject({ width: side, height: side })
      expect(new Set((await tileBoxes(page)).map(({ left }) => left)).size).toBe(5)
    }
  })

  test('each tile is reached and opened by keys', async ({ page }) => {
    await openGallery(page)
    await page.getByRole('navigation', { name: 'Galleries' }).getByRole('link').last().focus()
    const list = await gallery(page).evaluate((element) => element.getBoundingClientRect().left)
    let last: Awaited<ReturnType<typeof focusedTile>> | undefined
    for (let step = 0; step < 40; step++) {
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
    const caption = tile.locator('> span', { has: page.locator('i') })
    await expect(caption).toHaveCSS('opacity', '1')
    const title = (await caption.locator('i').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(last?.address ?? '')
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  })
})

test.describe('history [1 §2]', () => {
  test('back restores the position in the grid after any time, and after reloads of gallery or sketch', async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize(NARROW)
    await openGallery(page)
    await page.getByRole('radio', { name: 'Grid' }).check()
    await scrollPast(page, 5000)
    const place = await scrollPosition(page)
    const address = await visibleTile(page)
    const tile = page.locator(`main a[href="${address}"]`)
    const expectSamePlace = async () => {
      await expect(tile).toBeInViewport()
      expect(await scrollPosition(page)).toBe(place)
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

test('a mature sketch tells a visitor why its picture is hidden [1 §5], [1 §8]', async ({ page, anotherMember }) => {
  const id = await postSketch(await anotherMember(freshName('Hidden')), { title: 'Mature', mature: true })
  await page.goto(`/sketch/${id}`)
  await expect(page.getByRole('heading', { name: /^This sketch is mature\./ })).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(0)
})

test('an unlisted sketch opens for everyone with its link [1 §5]', async ({ page, anotherMember }) => {
  const id = await postSketch(await anotherMember(freshName('Hidden')), { title: 'Unlisted', unlisted: true })
  await page.goto(`/sketch/${id}`)
  await expect(page.getByText('Only people with the link can see it.')).toBeVisible()
  await expect(pageTitle(page)).toHaveText('Unlisted')
})

/** Tiles in document order, with their positions in the window. */
function tileBoxes(page: Page) {
  return galleryTiles(page).evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { left, right, top, width, height } = tile.getBoundingClientRect()
      const picture = tile.querySelector('img')
      const declared = Number(picture?.getAttribute('width')) / Number(picture?.getAttribute('height'))
      return { address: tile.getAttribute('href') ?? '', left, right, top, width, height, declared, alt: picture?.alt }
    }),
  )
}

/** Sets the window so that the list has this width; gutters grow with the window. */
async function makeListWide(page: Page, width: number): Promise<void> {
  const listWidth = () => gallery(page).evaluate((list) => Math.floor(list.getBoundingClientRect().width))
  await expect(async () => {
    const missing = width - (await listWidth())
    const window = page.viewportSize() ?? WIDE
    if (missing !== 0) await page.setViewportSize({ ...window, width: window.width + missing })
    expect(missing).toBe(0)
  }).toPass()
}

async function firstBox(page: Page) {
  const [tile] = await tileBoxes(page)
  return { width: tile?.width, height: tile?.height }
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
