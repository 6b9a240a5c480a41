import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'
import { recordedLayoutShifts, recordLayoutShifts } from '../support/e2e/watch-page.ts'

const strip = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const tilesOf = (page: Page, name: string) => strip(page, name).getByRole('link')

test.describe('home page [1 §2]', () => {
  test('the home page introduces the site to a visitor, and its strips link to the full lists', async ({ page }) => {
    await recordLayoutShifts(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A place for people who draw')
    await expect(page.getByText(/^[\d,]+ sketches by [\d,]+ members$/)).toBeVisible()
    for (const name of ['Featured', 'Recent', 'Trending', 'Top this week']) {
      await expect(tilesOf(page, name).first()).toBeVisible()
    }
    await expect(strip(page, 'Following')).toHaveCount(0)
    expect(await recordedLayoutShifts(page), 'nothing moves by itself').toEqual([])

    await page.getByRole('link', { name: 'See all Trending' }).click()
    await expect(page).toHaveURL('/gallery/trending')
    await page.goBack()
    await expect(tilesOf(page, 'Recent').first()).toBeVisible()
  })

  test('the home page starts the application after its pictures, wherever the pointer rests', async ({ page }) => {
    // The application also starts after two seconds.
    await page.clock.install()
    const application = page.locator('script[type="module"]')
    const release = await holdRequests(page, '**/image/**')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.mouse.move(200, 300)
    await page.mouse.move(210, 310)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(application).toHaveCount(0)
    release()
    await expect(application).toHaveCount(1)
  })

  for (const width of [360, 768, 1280]) {
    test(`the strips of the home page have at most two complete rows, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(strip(page, 'Featured')).not.toHaveCount(0)
      expect(await strip(page, 'Featured').count()).toBeLessThanOrEqual(2)
      const room = await page.getByRole('banner').evaluate((header) => header.clientWidth)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(room)
    })
  }

  test('the home page refreshes every minute while it is visible, without layout shift', async ({ page }) => {
    await signInAs(page, freshName('Homely'))
    await page.clock.install()
    await page.goto('/')
    await expect(tilesOf(page, 'Recent').first()).toBeVisible()
    const id = await postSketch(page, { title: 'While one looks' })
    await recordLayoutShifts(page)
    await page.clock.runFor(61_000)
    await expect(strip(page, 'Recent').locator(`a[href^="/sketch/${id}"]`)).toBeVisible()
  })

  test('axe finds no violations on the home page, for visitors and members', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await signInAs(page, freshName('Axe'), '/')
    await expect(tilesOf(page, 'Recent').first()).toBeVisible()
    await expectAccessible(page)
  })
})
