import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e/fixtures.ts'

const UPDATED = 'Croquis was updated. Reload the page to continue.'

/** Makes the site serve another build to pages that are open. */
async function deployOtherBuild(page: Page): Promise<void> {
  const answered = await page.request.get('/')
  const html = (await answered.text()).replace(/\/assets\/index-[^"]+\.js/g, '/assets/index-other.js')
  await page.route(
    (url) => url.pathname === '/',
    (route) => (route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: html })),
  )
}

const goToStreams = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Live' }).click()
const streams = (page: Page) => page.getByRole('heading', { level: 1, name: 'Streams' })

async function openPage(page: Page): Promise<void> {
  await page.goto('/artists')
  await page.locator('[data-page]').waitFor()
  await page.waitForLoadState('networkidle')
}

test('a page whose files are gone since a newer build offers to reload', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/dynamically imported module|^Response |404|MIME type/)
  await openPage(page)
  await deployOtherBuild(page)
  await page.route(/\/assets\/StreamsPage-.*\.js$/, (route) => route.fulfill({ status: 404 }))
  await goToStreams(page)
  await expect(page.getByText(UPDATED)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(streams(page)).toBeVisible()
})

test('a page that cannot read a reply of a newer build offers to reload', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/.*/)
  await openPage(page)
  await deployOtherBuild(page)
  await page.route('**/api/v2/**', (route) => route.fulfill({ json: { shape: 'new' } }))
  await goToStreams(page)
  await expect(page.getByText(UPDATED)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(streams(page)).toBeVisible()
})

test('a page of the present build does not offer to reload after a failure', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/.*/)
  await openPage(page)
  const checked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.route('**/api/v2/**', (route) => route.fulfill({ json: { shape: 'new' } }))
  await goToStreams(page)
  await (await checked).finished()
  await expect(page.getByRole('main').getByRole('button')).not.toHaveCount(0)
  await expect(page.getByText(UPDATED)).toHaveCount(0)
})
