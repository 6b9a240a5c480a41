import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { scrollToLaterPage } from '../support/e2e/gallery.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

const modes = (page: Page) => page.getByRole('navigation', { name: 'Galleries' })
const wall = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('galleries [1 §2]', () => {
  test('each gallery has a tab that leads to its address', async ({ page }) => {
    await page.goto('/gallery/recent')
    for (const [name, path] of [
      ['Featured', '/gallery/featured'],
      ['Trending', '/gallery/trending'],
      ['Top of all time', '/gallery/tops'],
      ['Top this month', '/gallery/tops30'],
      ['Hearts', '/gallery/hearts'],
    ] as const) {
      await modes(page).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(title(page)).toHaveText(name)
      await expect(wall(page, name).getByRole('link').first()).toBeVisible()
      await expect(modes(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    }
  })

  test('a visitor is asked to log in for the galleries of members, which have no tabs', async ({ page }) => {
    await page.goto('/gallery/friends')
    await expect(page.getByText('You must be logged in to see this page.')).toBeVisible()
    await expect(modes(page).getByRole('link', { name: 'Following' })).toBeHidden()
    await expect(modes(page).getByRole('link', { name: 'Recommended' })).toBeHidden()
  })

  test('a member has the Following and the Recommended gallery', async ({ page }) => {
    await signInAs(page, freshName('Follower'), '/gallery/friends')
    await expect(page.getByText('New work from artists you follow will appear here.')).toBeVisible()
    await modes(page).getByRole('link', { name: 'Recommended' }).click()
    await expect(wall(page, 'Recommended').getByRole('link').first()).toBeVisible()
  })

  test('an address without a gallery says what is missing', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    for (const [path, message] of [
      ['/gallery/group/nobody', 'Invalid group'],
      ['/gallery/co-op/999999', 'Invalid co-op'],
    ] as const) {
      await page.goto(path)
      await expect(title(page)).toHaveText(message)
    }
  })

  test('an old address of a gallery leads to the gallery', async ({ page }) => {
    await page.goto('/topSketches/2')
    await expect(page).toHaveURL('/gallery/tops')
  })

  test('a tag that is on no sketch says so', async ({ page }) => {
    await page.goto('/tag/nobody-used-this-tag')
    await expect(page.getByText('No sketches have this tag yet.')).toBeVisible()
    await expectAccessible(page)
  })

  test('the order of a tag’s gallery is part of its address', async ({ page }) => {
    await page.goto('/tag/sea')
    await expect(title(page)).toHaveText('sea')
    await page.getByRole('radio', { name: 'Most hearts' }).click()
    await expect(page).toHaveURL('/tag/sea?sort=hearts')
    await expect(wall(page, 'sea').getByRole('link').first()).toBeVisible()
  })
})

test('a gallery that opens in its middle links to its start', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/gallery/recent')
  await expect(wall(page, 'Recent').getByRole('link').first()).toBeVisible()
  await scrollToLaterPage(page)
  const placeOf = (address: string) =>
    page.locator(`main a[href^="/sketch/${new URL(address).searchParams.get('at')}?"]`)
  // The address follows the scrolling after a while.
  await expect(async () => expect(placeOf(page.url())).toBeInViewport({ timeout: 1000 })).toPass()
  // Leaves the page, so that nothing but the address is kept.
  const shared = page.url()
  await page.goto('about:blank')
  await page.goto(shared)
  await expect(placeOf(shared)).toBeInViewport()
  const start = page.getByRole('link', { name: 'Go to the start of this list' })
  await page.evaluate(() => window.scrollTo(0, 0))
  await start.click()
  await expect(page).toHaveURL('/gallery/recent')
  await expect(start).toBeHidden()
})
