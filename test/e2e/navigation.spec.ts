import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, expectFocusIn, expectNoHorizontalScroll, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs, widestName } from '../support/e2e/people.ts'
import { listedSketches } from '../support/e2e/sketches.ts'

const PHONE = { width: 360, height: 640 }

const searchField = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search sketches and artists' })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const footer = (page: Page) => page.getByRole('contentinfo')
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
const bottomBarHeight = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar'))

test.describe('header', () => {
  test('the header links the places of the site and marks the current one', async ({ page }) => {
    await page.goto('/challenges')
    const places = page.getByRole('navigation', { name: 'Places' })
    await expect(places.getByRole('link')).toHaveText(['Galleries', 'Challenges', /^Live/, 'Artists'])
    await expect(places.getByRole('link', { name: 'Challenges' })).toHaveAttribute('aria-current', 'page')
    await places.getByRole('link', { name: 'Galleries' }).click()
    await expect(page).toHaveURL('/gallery/recent')
    await expect(places.locator('[aria-current]')).toHaveText(['Galleries'])
    await expect(bar(page)).toBeHidden()
    expect(await bottomBarHeight(page)).toBe('0px')
    await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login with Google' })).toBeVisible()
  })

  test('the header links a member’s notifications and the upload page', async ({ page }) => {
    await signInAs(page, freshName('Handy'), '/artists')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', '/upload')
    await expect(banner.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/activity')
  })
})

/** Left and right edges of what is shown in the header, from left to right. */
const headerEdges = (page: Page) =>
  page
    .getByRole('banner')
    .locator('> :not(nav), > nav > *')
    .evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right }) => ({ left: Math.round(left), right: Math.round(right) })),
    )

test.describe('header with text of 200 %', () => {
  for (const width of [960, 1024, 1279])
    test(`nothing in the header of a member overlaps, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 })
      await signInAs(page, widestName(), '/artists')
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expectNoHorizontalScroll(page)
      const edges = await headerEdges(page)
      for (const [index, { right }] of edges.entries())
        expect(right).toBeLessThanOrEqual(edges[index + 1]?.left ?? width)
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', '/upload')
      await banner.getByRole('link', { name: 'Search' }).click()
      await expect(page).toHaveURL('/search')
      await expect(page.getByRole('searchbox')).toBeFocused()
    })
})

test.describe('search field of the header', () => {
  test('suggestions of the search field are chosen by arrows and opened by Enter', async ({ page }) => {
    await page.goto('/artists')
    const field = searchField(page)
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await field.click()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(options.last()).toHaveText('Search by colour or likeness instead')
    const tags = page.getByRole('group', { name: 'Popular tags' }).getByRole('option')
    const [tag = ''] = /^\D+/.exec((await tags.first().textContent()) ?? '') ?? []
    await expectAccessible(page)

    await field.pressSequentially(tag.slice(0, 3))
    const match = page.getByRole('group', { name: 'Tags', exact: true }).getByRole('option').first()
    await expect(match).toBeVisible()
    await field.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await field.press('Enter')
    await expect(page).toHaveURL('/search?tab=magic')
    await expect(options).toHaveCount(0)
  })

  test('a search is suggested again in this browser until it is cleared', async ({ page }) => {
    await page.goto('/artists')
    await page.locator('[data-page]').waitFor()
    const field = searchField(page)
    await field.fill('zeppelins at dusk')
    await field.press('Enter')
    await expect(page).toHaveURL('/search?query=zeppelins+at+dusk')
    await expect(field).toHaveValue('zeppelins at dusk')
    await page.getByRole('banner').getByRole('link', { name: 'Artists' }).click()
    await expect(field).toHaveValue('')
    await field.click()
    const recent = page.getByRole('group', { name: 'Recent searches' })
    await expect(recent.getByRole('option')).toHaveText(['zeppelins at dusk', 'Clear recent searches'])
    await recent.getByRole('option', { name: 'Clear recent searches' }).click()
    await expect(recent).toHaveCount(0)
    await field.press('Escape')
    await expect(field).toHaveAttribute('aria-expanded', 'false')
  })
})

/** Shows an error that stays until it is dismissed. */
async function showLoadFailure(page: Page): Promise<Locator> {
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('alert').filter({ hasText: 'That couldn’t be loaded.' })
}

test.describe('bottom bar, 360 px wide', () => {
  test.use({ viewport: PHONE })

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('the menu offers the keys of a keyboard too', async ({ page }) => {
      await page.goto('/artists')
      await page.locator('[data-page]').waitFor()
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Keyboard and scrolling' }).click()
      await expect(page.getByRole('dialog', { name: 'Keyboard and scrolling' })).toBeVisible()
    })
  })

  test('a toast covers neither the bar nor the bar of a sketch', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize({ width: 360, height: 360 })
    const [sketch] = (await listedSketches(page.request)).filter(({ width, height }) => width < height)
    await page.goto(`/sketch/${sketch?.id}`)
    const full = page.getByRole('main').getByRole('button', { name: 'View full size' }).filter({ visible: true })
    await expect(full).toBeInViewport({ ratio: 1 })
    await page.waitForLoadState('networkidle')
    const toast = await (await showLoadFailure(page)).boundingBox()
    const shown = await full.boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0)
  })

  test('only the menu that was opened last is shown when the code of menus loads slowly', async ({ page }) => {
    const release = await holdRequests(page, /HeaderMenus/)
    await page.goto('/artists')
    await page.locator('[data-page]').waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
    await bar(page).getByRole('button', { name: 'Join' }).click()
    release()
    const popover = page.getByRole('dialog', { name: 'Join or log in' })
    await expect(popover).toHaveCount(1)
    await expectFocusIn(popover)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(bar(page).getByRole('button', { name: 'Join' })).toBeFocused()
  })

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [640, 360],
  ] as const)
    test(`a toast covers no action of a sketch in a window of ${width} by ${height}`, async ({
      page,
      consoleErrors,
    }) => {
      consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
      await page.setViewportSize({ width, height })
      const [sketch] = await listedSketches(page.request)
      await page.goto(`/sketch/${sketch?.id}`)
      const action = page.getByRole('main').getByRole('button', { name: 'More actions', exact: true })
      await page.waitForLoadState('networkidle')
      await action.evaluate((shown) => shown.scrollIntoView({ block: 'end', behavior: 'instant' }))
      const toast = await boxOf(await showLoadFailure(page))
      expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(action)).y)
      const header = await boxOf(page.getByRole('banner'))
      expect(toast.y).toBeGreaterThanOrEqual(header.y + header.height)
    })

  test('a toast is at the top of the window while a dialog is open', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize({ width: 640, height: 360 })
    await page.goto('/artists')
    await page.waitForLoadState('networkidle')
    await showLoadFailure(page)
    const toast = page.getByText('That couldn’t be loaded.')
    await expect(toast).toBeVisible()
    await page.context().setOffline(false)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard and scrolling' })).toBeVisible()
    expect((await boxOf(toast)).y).toBeLessThan(56)
  })

  test("a visitor's + and Join open the login popover", async ({ page }) => {
    await page.goto('/artists')
    const popover = page.getByRole('dialog', { name: 'Join or log in' })
    for (const name of ['Upload a sketch', 'Join']) {
      await bar(page).getByRole('button', { name }).click()
      await expect(popover.getByRole('link', { name: 'Login with Google' })).toBeVisible()
      await expectFocusIn(popover)
      await page.keyboard.press('Escape')
      await expect(bar(page).getByRole('button', { name })).toBeFocused()
    }
  })

  test('the search page offers the searches of this browser until they are cleared', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('recent-searches 0', '["zeppelins at dusk"]'))
    await page.goto('/search')
    const recent = page.getByRole('region', { name: 'Recent searches' })
    await expect(recent.getByRole('link')).toHaveText('zeppelins at dusk')
    await expect(recent.getByRole('link')).toHaveAttribute('href', '/search?query=zeppelins+at+dusk')
    await expectAccessible(page)
    await recent.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(recent).toHaveCount(0)
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  test('the bar is hidden while the search field that it opens has the focus', async ({ page }) => {
    await page.goto('/artists')
    await page.locator('[data-page]').waitFor()
    expect(await bottomBarHeight(page)).not.toBe('0px')
    await bar(page).getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(bar(page)).toBeHidden()
    expect(await bottomBarHeight(page)).toBe('0px')
    await page.getByRole('searchbox').blur()
    await expect(bar(page)).toBeVisible()
    await bar(page).getByRole('link', { name: 'Search' }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  test('the bar links a member’s upload page, notifications and profile', async ({ page }) => {
    const name = freshName('Thumb')
    await signInAs(page, name, '/artists')
    await expectAccessible(page)
    await expect(bar(page).getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/activity')
    await expect(bar(page).getByRole('link', { name: 'Upload a sketch' })).toHaveAttribute('href', '/upload')
    const me = bar(page).getByRole('link', { name: 'Me', exact: true })
    await me.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(me).toHaveAttribute('aria-current', 'page')
  })

  test('a long nickname is shortened in the header and readable in full', async ({ page }) => {
    const name = widestName()
    await signInAs(page, name, '/artists')
    await expect(page.getByRole('banner').getByRole('button', { name })).toHaveAttribute('title', name)
    await expectNoHorizontalScroll(page)
  })

  test('the whiteboard has no bar', async ({ page }) => {
    await page.goto('/whiteboard')
    await expect(page.getByText('You must be logged in to access the whiteboard.')).toBeVisible()
    await expect(bar(page)).toBeHidden()
    expect(await bottomBarHeight(page)).toBe('0px')
  })
})

test.describe('footer', () => {
  const PAGES = [
    ...['Community guidelines', 'Moderation in numbers', 'How hearts work'],
    ...['Help', 'Classes', 'Contact', 'Privacy', 'Terms'],
  ]

  test('the pages about the site are linked from the footer and the menu', async ({ page }) => {
    await page.goto('/sign-in/failed')
    await expect(footer(page).getByText('noai')).toBeVisible()
    const links = footer(page).getByRole('link')
    await expect(links).toHaveCount(PAGES.length)
    for (const [index, title] of PAGES.entries()) {
      await links.nth(index).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      if (title === 'Privacy') await expectAccessible(page)
    }
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const name of [
      'Galleries',
      'Upload',
      'Classes',
      'Help',
      'Guidelines',
      'Numbers',
      'Contact',
      'Privacy',
      'Terms',
    ]) {
      await expect(menu.getByRole('link', { name })).toBeVisible()
    }
  })

  test('the footer waits for the end of a list that goes on', async ({ page }) => {
    await page.goto('/gallery/recent')
    await expect(page.getByRole('list', { name: 'Recent' }).getByRole('link').first()).toBeVisible()
    await expect(footer(page)).toBeHidden()
    await page.evaluate(() => localStorage.setItem('more-by-button', '1'))
    await page.reload()
    await expect(footer(page)).toBeAttached()
    await expect(footer(page)).toBeVisible()
  })
})
