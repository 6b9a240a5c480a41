import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

const PHONE = { width: 360, height: 640 }

const searchField = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search sketches and artists' })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const footer = (page: Page) => page.getByRole('contentinfo')
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
  })

  test('the header links a member’s notifications and the upload page', async ({ page }) => {
    await signInAs(page, freshName('Handy'), '/artists')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', '/upload')
    await expect(banner.getByRole('link', { name: 'Notifications' })).toHaveAttribute('href', '/activity')
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

test.describe('bottom bar, 360 px wide', () => {
  test.use({ viewport: PHONE })

  test("a visitor's + and Join open the login popover", async ({ page }) => {
    await page.goto('/artists')
    const popover = page.getByRole('dialog', { name: 'Login' })
    for (const name of ['Upload a sketch', 'Join']) {
      await bar(page).getByRole('button', { name }).click()
      await expect(popover.getByRole('link', { name: 'Login with Google' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(bar(page).getByRole('button', { name })).toBeFocused()
    }
  })

  test('the search page offers the searches of this browser until they are cleared', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('recent-searches', '["zeppelins at dusk"]'))
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

  test('the bar links a member’s upload page, news and profile', async ({ page }) => {
    const name = freshName('Thumb')
    await signInAs(page, name, '/artists')
    await expectAccessible(page)
    await expect(bar(page).getByRole('link', { name: 'News' })).toHaveAttribute('href', '/activity')
    await expect(bar(page).getByRole('link', { name: 'Upload a sketch' })).toHaveAttribute('href', '/upload')
    const me = bar(page).getByRole('link', { name: 'Me', exact: true })
    await me.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(me).toHaveAttribute('aria-current', 'page')
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
    for (const name of ['Galleries', 'Classes', 'Help', 'Guidelines', 'Contact', 'Privacy', 'Terms']) {
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
