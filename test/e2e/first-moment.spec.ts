import type { Locator, Page } from 'playwright/test'
import { type ConsoleErrors, expect, test } from '../support/e2e/fixtures.ts'
import { firstTile, openGallery } from '../support/e2e/gallery.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs, signInAsNew, widestName } from '../support/e2e/people.ts'
import { seededSketches } from '../support/e2e/sketches.ts'
import { recordedLayoutShifts, recordLayoutShifts } from '../support/e2e/watch-page.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

const chatDock = (page: Page) => page.getByRole('complementary', { name: 'Chat' })
const chatTab = (page: Page) => chatDock(page).getByRole('button', { name: 'Chat', exact: true })
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** Left and right edges of each place of the header and the bottom bar. */
const placesOf = (page: Page) =>
  page
    .getByRole('banner')
    .locator('> *')
    .or(page.locator('nav[aria-label=Main] > *'))
    .evaluateAll((places) =>
      places.map((place) => {
        const { left, right } = place.getBoundingClientRect()
        return `${left} to ${right}`
      }),
    )

/** Waits for the first paint, before which Chromium ignores keys and presses. */
const firstPaint = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

test.describe('before a page has loaded', () => {
  test('a key pressed before the application has loaded is not lost', async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
    await page.goto('/artists', { waitUntil: 'commit' })
    await firstPaint(page)
    await page.keyboard.press('?')
    release()
    await expect(page.getByRole('dialog', { name: 'Keyboard and scrolling' })).toBeVisible()
  })

  test('a search sent before the application has loaded is made by the browser', async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
    await page.goto('/artists', { waitUntil: 'commit' })
    const field = page.getByRole('combobox', { name: 'Search sketches and artists' })
    await field.fill('low tide')
    await field.press('Enter')
    await expect(page).toHaveURL('/search?query=low+tide')
    release()
    await expect(page.getByRole('searchbox')).toHaveValue('low tide')
  })

  test('a search typed until the application replaces the field goes on in its own', async ({ page }) => {
    await page.addInitScript(() => {
      // The last moment of the field that the build rendered: React empties the root element in this way.
      const setter = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
      Object.defineProperty(Node.prototype, 'textContent', {
        ...setter,
        set(this: Node, text: string) {
          const field = this instanceof Element && this.id === 'root' ? this.querySelector('input') : null
          if (field) field.value = 'low'
          field?.focus()
          setter?.set?.call(this, text)
        },
      })
    })
    await page.goto('/artists')
    const field = page.getByRole('combobox', { name: 'Search sketches and artists' })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.type(' tide')
    await expect(field).toHaveValue('low tide')
  })

  test('a press that begins on the first paint and ends on the application is a click', async ({ page }) => {
    const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
    await page.goto('/artists', { waitUntil: 'commit' })
    await firstPaint(page)
    await page.getByRole('banner').getByRole('link', { name: 'Live' }).hover()
    await page.mouse.down()
    release()
    await page.locator('[data-page]').waitFor()
    await page.mouse.up()
    await expect(page).toHaveURL('/streams')
  })

  test('a press that begins on a tile of the first paint opens that tile, and ends on another one without a click', async ({
    page,
  }) => {
    // A press that moves would drag the tile as a link, without a release of the mouse.
    await page.addInitScript(() => addEventListener('dragstart', (event) => event.preventDefault()))
    const tiles = () => page.getByRole('list', { name: 'Recent' }).getByRole('link')
    for (const ending of [1, 0]) {
      const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
      await page.goto('/gallery/recent', { waitUntil: 'commit' })
      await firstPaint(page)
      const [first, second] = [await tiles().nth(0).boundingBox(), await tiles().nth(1).boundingBox()]
      await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 20)
      await page.mouse.down()
      release()
      await page.locator('[data-page]').waitFor()
      const opened = await tiles().first().getAttribute('href')
      const box = ending === 0 ? first : second
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
      await page.mouse.up()
      // A navigation would have begun in the same task as the click.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await expect(page).toHaveURL(ending === 0 ? (opened ?? 'none') : '/gallery/recent')
    }
  })

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true })

    test('a tap that begins on the first paint and ends on the application is one click', async ({ page }) => {
      const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
      await page.goto('/artists', { waitUntil: 'commit' })
      await firstPaint(page)
      const box = await page.getByRole('banner').getByRole('link', { name: 'Live' }).boundingBox()
      const touch = await page.context().newCDPSession(page)
      const touchPoints = [{ x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      release()
      await page.locator('[data-page]').waitFor()
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(page).toHaveURL('/streams')
      await page.goBack()
      await expect(page).toHaveURL('/artists')
    })
  })

  for (const address of ['/artists', '/gallery/recent', '/'])
    test(`a visitor who scrolled ${address} before it had loaded stays there`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 500 })
      const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
      await page.goto(address, { waitUntil: 'commit' })
      await firstPaint(page)
      await page.mouse.move(180, 250)
      await page.mouse.wheel(0, 150)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
      release()
      // From then on the application keeps the scroll position.
      await page.waitForFunction(() => history.scrollRestoration === 'manual')
      await expect(page.locator('[data-page] h1')).toBeVisible()
      expect(await page.evaluate(() => scrollY)).toBe(150)
    })

  test('a press of the chat tab is not lost before the session and the code of chat have loaded', async ({ page }) => {
    await signInAs(page, freshName('Early'))
    await withoutFirstReplies(page)
    const [releaseSession, releaseChat] = [
      await holdRequests(page, '/api/v2/session'),
      await holdRequests(page, /\/assets\/ChatBox-.*\.js$/),
    ]
    await page.goto('/artists')
    await expect(chatTab(page)).toBeVisible()
    await chatTab(page).click()
    releaseSession()
    await expect(chatTab(page)).toBeFocused()
    await expect(chatTab(page)).toHaveAttribute('aria-expanded', 'true')
    releaseChat()
    await expect(page.getByRole('textbox', { name: 'Message lobby' })).toBeFocused()
  })

  for (const width of [960, 1280])
    test(`the chat tab has a place of its own in the header, ${width} px wide [1 §2]`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 })
      await signInAs(page, widestName(), '/guidelines')
      const [tab, header] = [await boxOf(chatTab(page)), await boxOf(page.getByRole('banner'))]
      expect(tab).toMatchObject({ width: 44, height: 44 })
      expect(tab.bottom).toBeLessThanOrEqual(header.bottom)
      const others = await page
        .getByRole('banner')
        .getByRole('button')
        .last()
        .evaluate((me) => me.getBoundingClientRect().right)
      expect(others).toBeLessThanOrEqual(tab.left)
      await chatTab(page).click()
      await expect(page.getByRole('textbox', { name: 'Message lobby' })).toBeFocused()
      await chatTab(page).click()
      await expect(chatTab(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(chatTab(page)).toBeFocused()
    })

  for (const [width, path] of [
    [360, '/guidelines'],
    [360, '/chat'],
    [1280, '/artists'],
    [1280, '/messages'],
  ] as const)
    test(`the chat tab of ${path} is painted with the page, ${width} px wide, and moves nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 })
      await signInAs(page, freshName('Still'))
      await recordLayoutShifts(page)
      const release = await holdRequests(page, /\/assets\/(?!start-).*\.js$/)
      // Until then, the fonts of the first paint may not have been added.
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      const first = chatDock(page).getByRole('link', { name: 'Chat' })
      // On a busy machine letters are painted before their font has loaded. It is requested when they are laid out.
      await first.waitFor()
      await page.evaluate(() => document.fonts.ready)
      const before = await boxOf(first)
      const placesBefore = await placesOf(page)
      release()
      await page.locator('[data-page]').waitFor()
      const after = await boxOf(chatDock(page).locator('a, button').first())
      expect(after).toEqual(before)
      expect(await placesOf(page)).toEqual(placesBefore)
      expect(await recordedLayoutShifts(page)).toEqual([])
    })

  test('the page after sign-up says once that the account is ready', async ({ page }) => {
    const status = page.getByRole('status').filter({ hasText: 'Welcome! Your account is ready.' })
    // It is shown for five seconds, which may pass before the sign-in is seen to be complete.
    await Promise.all([status.waitFor(), signInAsNew(page, freshName('Welcomed'), '/guidelines')])
    await page.reload()
    await expect(chatTab(page)).toBeVisible()
    await expect(page.getByText('Welcome! Your account is ready.')).toHaveCount(0)
  })

  test('the account is welcomed on the page after sign-up, also when the parts of every page loaded late', async ({
    page,
  }) => {
    const created = page.waitForResponse('**/api/v2/signUp')
    const overlays = page.waitForResponse(/\/assets\/GlobalOverlays-.*\.js$/)
    await page.route(/\/assets\/GlobalOverlays-.*\.js$/, async (route) => {
      await created
      await route.continue()
    })
    await page.route('**/guidelines', async (route) => {
      await (await overlays).finished()
      await route.continue()
    })
    const status = page.getByRole('status').filter({ hasText: 'Welcome! Your account is ready.' })
    await Promise.all([status.waitFor(), signInAsNew(page, freshName('Welcomed'), '/guidelines')])
    await expect(page).toHaveURL(/\/guidelines$/)
  })

  test('on a phone the chat tab is the last place of the bottom bar', async ({ page }) => {
    await signInAs(page, freshName('Thumb'))
    await page.setViewportSize({ width: 360, height: 700 })
    await page.goto('/guidelines')
    await expect(chatTab(page)).toBeVisible()
    const places = page.getByRole('navigation', { name: 'Main' })
    const [tab, bar] = [await boxOf(chatTab(page)), await boxOf(places)]
    expect(tab.top).toBeGreaterThanOrEqual(bar.top)
    expect([tab.right, tab.bottom]).toEqual([360, 700])
    const me = await boxOf(places.getByRole('link', { name: 'Me', exact: true }))
    expect(me.right).toBeLessThanOrEqual(tab.left)
    await chatTab(page).click()
    await expect(page.getByRole('textbox', { name: 'Message lobby' })).toBeFocused()
  })
})

test('a tap on a tile shows its picture large before the code of its page has loaded', async ({ page }) => {
  const release = await holdRequests(page, /\/assets\/SketchPage-.*\.js$/)
  await openGallery(page)
  const path = new URL((await firstTile(page).getAttribute('href')) ?? '', page.url()).pathname
  await firstTile(page).click()
  const opening = page.locator(`[data-opening="${path}"]`)
  await expect(opening.locator('img')).toHaveAttribute('src', /\/image\//)
  expect((await opening.locator('img').boundingBox())?.width).toBeGreaterThan(800)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(opening).toHaveCount(0)
})

test('a picture of a gallery opens as it was loaded, without waiting for the network', async ({ page }) => {
  await openGallery(page)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/SketchPage-')),
  )
  // Its modules are found one after the other.
  await page.waitForLoadState('networkidle')
  await expect.poll(() => isLoaded(firstTile(page).getByRole('img'))).toBe(true)
  // Routes would switch off the browser's cache.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60_000,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await firstTile(page).click()
  const picture = page.getByRole('article').getByRole('img').first()
  await expect(picture).toBeVisible()
  await expect.poll(() => isLoaded(picture)).toBe(true)
})

/** True for a picture that is painted, even while a larger file loads. */
const isLoaded = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)

/** Follows a link to the streams while their code cannot be loaded. The returned function lets it load again. */
async function openStreamsInVain(page: Page, consoleErrors: ConsoleErrors): Promise<() => Promise<void>> {
  const code = /\/assets\/StreamsPage-.*\.js$/
  consoleErrors.allow(/ERR_FAILED|dynamically imported module/)
  await page.goto('/artists')
  await page.locator('[data-page]').waitFor()
  await page.route(code, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Live' }).click()
  await expect(page.getByText('This page couldn’t be loaded. Check your connection and try again.')).toBeVisible()
  return () => page.unroute(code)
}

test('a page whose code could not be loaded is loaded again once the network is back', async ({
  page,
  consoleErrors,
}) => {
  const release = await openStreamsInVain(page, consoleErrors)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There’s still no connection.')).toBeVisible()
  await release()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Streams' })).toBeVisible()
})

test('a page that could not be loaded is tried again until requests succeed after the network is back', async ({
  page,
  consoleErrors,
}) => {
  const release = await openStreamsInVain(page, consoleErrors)
  await release()
  let tries = 0
  await page.route('/healthz', (route) => (++tries === 1 ? route.abort() : route.continue()))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Streams' })).toBeVisible()
  expect(tries).toBe(2)
})

test('a part that was opened without a network says so, and appears once requests succeed', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED .*healthz/)
  const [sketch] = await seededSketches(page)
  await page.goto(`/sketch/${sketch?.id}`)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.getByRole('button', { name: 'Statistics' }).click()
  await expect(page.getByText('This couldn’t be loaded. Check your connection, or reload the page.')).toBeVisible()
  let tries = 0
  await page.route('/healthz', (route) => (++tries === 1 ? route.abort() : route.continue()))
  await page.route(/\/assets\/Statistics-.*\.js$/, (route) => (tries < 2 ? route.abort() : route.continue()))
  await page.context().setOffline(false)
  await expect(page.getByText('Colours', { exact: true })).toBeVisible()
  expect(tries).toBe(2)
})

test('a menu that was pressed without a network opens once it is back', async ({ page }) => {
  await page.goto('/guidelines')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A file that fails on its way is never requested again: nothing may be on its way.
  await page.waitForLoadState('networkidle')
  const menu = page.getByRole('button', { name: 'Menu' })
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await menu.click()
  await expect(page.getByText('That couldn’t be loaded.')).toBeVisible()
  await page.context().setOffline(false)
  await page.waitForFunction(() => navigator.onLine)
  await menu.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})
