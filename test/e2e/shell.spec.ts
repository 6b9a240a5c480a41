import type { Page, Route } from 'playwright/test'
import { expect, expectAccessible, expectFocusIn, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { listedSketches } from '../support/e2e/sketches.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

const NOT_FOUND = "Sorry, we couldn't find the page you're looking for."
const FAILED = 'Sorry there was an error loading this page. Please try again in a bit.'
const NOT_LOADED = 'This page couldn’t be loaded. Check your connection and try again.'

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' })

test.describe('themes [1 §4]', () => {
  test('the chosen theme is set before the first paint after a reload', async ({ page }) => {
    await page.addInitScript(() => {
      const watched = window as Window & { themes?: { theme: string | undefined; hasBody: boolean }[] }
      watched.themes = []
      new MutationObserver(() => {
        const { theme } = document.documentElement.dataset
        watched.themes?.push({ theme, hasBody: document.body !== null })
      }).observe(document, { attributes: true, attributeFilter: ['data-theme'], subtree: true })
    })
    await page.goto('/sign-in/failed')
    await menuButton(page).click()
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    for (const [theme, paper] of [
      ['Dark', 'rgb(22, 22, 22)'],
      ['Light', 'rgb(242, 242, 243)'],
      ['Gray', 'rgb(77, 80, 82)'],
    ] as const) {
      await page.getByRole('radio', { name: theme }).check()
      expect(await colour(), `background of ${theme}`).toBe(paper)
    }

    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await colour()).toBe('rgb(77, 80, 82)')
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#4d5052')
    const themes = await page.evaluate(() => (window as Window & { themes?: unknown }).themes)
    expect(themes, 'set once, while the head is read').toEqual([{ theme: 'gray', hasBody: false }])
    await menuButton(page).click()
    await expect(page.getByRole('radio', { name: 'Gray' })).toBeChecked()
  })

  test('the themes are in one row of the menu, 360 px wide', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/sign-in/failed')
    await menuButton(page).click()
    const themes = page.getByRole('group', { name: 'Theme' }).getByRole('radio')
    await expect(themes).toHaveCount(3)
    const boxes = await themes.evaluateAll((radios) => radios.map((radio) => radio.getBoundingClientRect().toJSON()))
    expect(new Set(boxes.map(({ top }) => top)).size, 'rows').toBe(1)
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(360)
  })

  test('the theme follows the system until one is chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/sign-in/failed')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('a menu opened in the header stays open while the first page loads', async ({ page }) => {
  const release = await holdRequests(page, '/api/v2/content/categories*')
  await page.goto('/content')
  await menuButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  release()
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test.describe('keyboard', () => {
  test('the menu works by keyboard alone and returns the focus', async ({ page }) => {
    await page.goto('/sign-in/failed')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(menuButton(page)).toBeFocused()

    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expectAccessible(page)
    await expectFocusIn(menu)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(menuButton(page)).toBeFocused()

    await page.keyboard.press('Enter')
    await expectFocusIn(menu)
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { name: 'A place for people who draw' })).toBeFocused()
  })

  test('Enter and Space move the focus to the first item of a menu, each time that it is opened', async ({ page }) => {
    const [sketch] = await listedSketches(page.request)
    await page.goto(`/sketch/${sketch?.id}`)
    const opener = page.getByRole('button', { name: 'More actions', exact: true })
    const items = page.getByRole('menuitem')
    for (const key of ['Enter', 'Enter', 'Space']) {
      await opener.press(key)
      await expect(items.first()).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(items.nth(1)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
    }
  })

  test('the skip link moves the focus past the header to the content', async ({ page }) => {
    await page.goto('/sign-in/failed')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toBeFocused()
  })
})

test.describe('errors [1 §2]', () => {
  test('an unknown address shows "not found" and links home', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    for (const path of ['/sketch/999999999', '/no-such-page']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible()
      await expect(page).toHaveTitle('Not found – Croquis')
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  })

  test('a decision that does not exist links home and offers no retry', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/, /^Response /, /React Router caught/)
    await signInAs(page, freshName('Undecided'))
    for (const path of ['/decision', '/decision/case/999999999', '/decision/case/none']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    }
  })

  test('a page that failed can be loaded again', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/, /ERR_FAILED/, /500 internal/, /no_reply/)
    const [sketch] = (await listedSketches(page.request)).slice(-1)
    await withoutFirstReplies(page)
    let fault: (route: Route) => Promise<void> = (route) => route.fulfill({ status: 500, body: 'broken' })
    await page.route('/api/v2/sketch/*', (route) => fault(route))
    await page.goto(`/sketch/${sketch?.id}`)
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
    await expect(page).toHaveTitle('Error – Croquis')
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()

    fault = (route) => route.abort()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: NOT_LOADED })).toBeVisible()

    fault = (route) => route.continue()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toBeVisible()
  })

  test('a gallery whose first page fails shows an error', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 500/, /500 internal/)
    await withoutFirstReplies(page)
    await page.route(/\/recentSketches\?/, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto('/gallery/recent')
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  })
})

test.describe('login popover [1 §1]', () => {
  const popover = (page: Page) => page.getByRole('dialog', { name: 'Join or log in' })

  test('the login popover returns to the page where it was opened', async ({ page }) => {
    await page.goto('/sign-in/failed?x=1')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(popover(page).getByRole('link')).toHaveText(['Login with Google', 'Can’t log in?'])
    const login = popover(page).getByRole('link', { name: 'Login with Google' })
    await expect(login).toHaveAttribute('href', '/sign-in?return=%2Fsign-in%2Ffailed%3Fx%3D1')
    await expect(popover(page).getByText(/maintenance/)).toHaveCount(0)
    await expectAccessible(page)

    await expectFocusIn(popover(page))
    await page.keyboard.press('Escape')
    await expect(popover(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  })

  test('the login popover says that the same button creates an account', async ({ page }) => {
    await page.goto('/sign-in/failed')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(popover(page).getByText('New here? The same button creates your account.')).toBeVisible()
  })

  test('the login popover offers every login of the site, but Apple only with `aid` in the address', async ({
    page,
  }) => {
    await page.route('/api/v2/session', async (route) => {
      const reply = await route.fetch()
      const ways = { appleSignIn: true, isMaintenance: true, appDownloadUrl: 'https://app.example/get' }
      await route.fulfill({ json: { ...(await reply.json()), ...ways } })
    })
    await page.goto('/sign-in/failed')
    await page.getByRole('button', { name: 'Login' }).click()
    const app = popover(page).getByRole('link', { name: 'Download App' })
    await expect(app).toHaveAttribute('href', 'https://app.example/get')
    await expect(popover(page).getByRole('link')).toHaveText(['Login with Google', 'Can’t log in?', 'Download App'])
    await expect(popover(page).getByText('Social network login is under maintenance.')).toBeVisible()
    await page.evaluate(() => {
      history.pushState(null, '', '?aid=1')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(popover(page).getByRole('link')).toHaveText([
      'Login with Google',
      'Sign in with Apple',
      'Can’t log in?',
      'Download App',
    ])
  })
})

test.describe('spinner after 1.5 s [1 §2]', () => {
  test('a spinner appears while the next page loads for over 1.5 s', async ({ page, request }) => {
    const [sketch] = await listedSketches(request)
    await page.clock.install()
    await page.goto(`/sketch/${sketch?.id}`)
    const artist = page.getByRole('article').locator('a[href^="/user/"]:not([aria-hidden])').first()
    await expect(artist).toBeVisible()
    const waits = page.getByRole('status').filter({ hasText: 'Loading' })
    const before = await waits.count()
    const hidden = page.locator('[role=status]:empty')
    const hiddenBefore = await hidden.count()
    const release = await holdRequests(page, '/api/user/*')
    await page.clock.pauseAt(Date.now() + 60_000)
    const pending = page.waitForRequest('/api/user/*')
    await artist.click()
    await pending
    await expect(hidden, 'the spinner counts its time').toHaveCount(hiddenBefore + 1)
    await page.clock.runFor(1400)
    expect(await waits.count()).toBe(before)
    await page.clock.runFor(200)
    await expect(waits).toHaveCount(before + 1)

    release()
    await page.clock.resume()
    await expect(page.getByRole('heading', { level: 1, name: sketch?.nickname ?? '' })).toBeVisible()
    await expect(waits).toHaveCount(0)
  })

  test('a spinner appears below the header while the first page loads for over 1.5 s', async ({ page }) => {
    const release = await holdRequests(page, '/api/v2/content/categories*')
    await page.clock.install()
    const pending = page.waitForRequest('/api/v2/content/categories*')
    await page.goto('/content')
    await pending
    await page.clock.fastForward(1600)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expect(menuButton(page)).toBeVisible()
    release()
    await expect(page.locator('main h1')).toBeVisible()
  })

  test('a spinner appears while a page waits for its data for over 1.5 s', async ({ page }) => {
    await signInAs(page, freshName('Waiting'))
    const release = await holdRequests(page, '/api/v2/sessions')
    await page.clock.install()
    const pending = page.waitForRequest('/api/v2/sessions')
    await page.goto('/sessions')
    await pending
    await page.clock.fastForward(1600)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    release()
    await expect(page.getByText('This browser')).toBeVisible()
  })
})

test('a file that the build lacks is not found, and no page in its place', async ({ request }) => {
  for (const path of ['/assets/none-1a2b3c4d.js', '/assets/none', '/covers/none.svg'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
})

test('static files forbid content sniffing, use by other sites and plain http', async ({ request }) => {
  const [, script = ''] = /src="(\/assets\/start-[^"]+\.js)"/.exec(await (await request.get('/')).text()) ?? []
  for (const path of [script, '/theme.js', '/favicon.svg', '/covers/waves.svg']) {
    const reply = await request.get(path)
    expect([path, reply.status(), reply.headers()]).toMatchObject([
      path,
      200,
      {
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        ...(path.endsWith('.svg') && { 'content-security-policy': expect.stringContaining("default-src 'none'") }),
      },
    ])
  }
})
