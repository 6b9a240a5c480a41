import type { Page } from 'playwright/test'
import type { HomeReply } from '../../contract/http/home.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { recordedLayoutShifts, recordLayoutShifts } from '../support/e2e/watch-page.ts'

const strip = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const tilesOf = (page: Page, name: string) => strip(page, name).getByRole('link')

test.describe('home page [1 §2]', () => {
  test('the home page introduces the site to a visitor', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A place for people who draw')
    await expect(page.getByText(/^[\d,]+ sketches by [\d,]+ members$/)).toBeVisible()
    for (const name of ['Featured', 'Recent', 'Trending', 'Top this week']) {
      await expect(tilesOf(page, name).first()).toBeVisible()
    }
    await expect(strip(page, 'Following')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the home and upload pages say that sketches are marked noai', async ({ page, anotherBrowser }) => {
    const policy = /noai: crawlers are asked not to train AI/
    await page.goto('/')
    await expect(page.getByRole('main').getByText(policy)).toBeVisible()
    const member = await anotherBrowser()
    await signInAs(member, freshName('Painter'), '/upload')
    await expect(member.getByRole('main').getByText(policy)).toBeVisible()
  })

  test('the home page starts the application after its pictures, wherever the pointer rests', async ({ page }) => {
    // The application also starts after two seconds.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const application = page.locator('script[type="module"]')
    const release = await holdRequests(page, '**/image/**')
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.mouse.move(200, 300)
    await page.mouse.move(210, 310)
    await page.clock.runFor(1000)
    await expect(application).toHaveCount(0)
    await page.clock.resume()
    release()
    await expect(application).not.toHaveCount(0)
  })

  test('a strip of the home page has at most two rows at any width', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const rightEdge = () =>
        tilesOf(page, 'Featured').evaluateAll((tiles) =>
          Math.max(...tiles.map((tile) => tile.getBoundingClientRect().right)),
        )
      await expect.poll(rightEdge, `${width} px`).toBeLessThanOrEqual(width)
      expect(await strip(page, 'Featured').count()).toBeGreaterThan(0)
      expect(await strip(page, 'Featured').count()).toBeLessThanOrEqual(2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  test('the home page refreshes every minute without moving anything', async ({ page }) => {
    await page.clock.install()
    await recordLayoutShifts(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    const first = (await tilesOf(page, 'Recent').first().getAttribute('href')) ?? ''
    await page.route('/api/v2/index*', async (route) => {
      const reply: HomeReply = await (await route.fetch()).json()
      await route.fulfill({ json: { ...reply, recent: reply.recent?.filter(({ id }) => !first.includes(`/${id}?`)) } })
    })
    await page.clock.fastForward(61_000)
    await expect(strip(page, 'Recent').locator(`a[href="${first}"]`)).toHaveCount(0)
    await expect(tilesOf(page, 'Recent').first()).toBeVisible()
    expect(await recordedLayoutShifts(page)).toEqual([])
  })

  test('axe finds no violations on the home page of a member', async ({ page }) => {
    await signInAs(page, freshName('Axe'), '/')
    await expect(tilesOf(page, 'Recent').first()).toBeVisible()
    await expectAccessible(page)
  })
})
