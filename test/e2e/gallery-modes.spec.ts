import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { scrollPast, visibleTile } from '../support/e2e/gallery.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { postSketch } from '../support/e2e/sketches.ts'

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
    await page.goBack()
    await expect(title(page)).toHaveText('Top this month')
    await page.goBack()
    await expect(title(page)).toHaveText('Top of all time')
    await expectAccessible(page)
  })

  test('the friends and recommended galleries are only for members', async ({ page }) => {
    await page.goto('/gallery/friends')
    await expect(page.getByText('You must be logged in to see this page.')).toBeVisible()
    await expect(modes(page).getByRole('link', { name: 'Following' })).toBeHidden()

    await signInAs(page, freshName('Follower'), '/gallery/friends')
    await expect(page.getByText('New work from artists you follow will appear here.')).toBeVisible()
    await modes(page).getByRole('link', { name: 'Recommended' }).click()
    await expect(wall(page, 'Recommended').getByRole('link').first()).toBeVisible()
  })

  test('an empty gallery shows a message', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    for (const [path, message] of [
      ['/gallery/group/nobody', 'Invalid group'],
      ['/gallery/co-op/999999', 'Invalid co-op'],
      ['/gallery/co-op/x', 'Invalid co-op'],
      ['/gallery/nonsense', "Sorry, we couldn't find the page you're looking for."],
    ] as const) {
      await page.goto(path)
      await expect(title(page)).toHaveText(message)
    }
  })

  test('old addresses of galleries and addresses of their calls lead to the gallery', async ({ page }) => {
    for (const [path, address] of [
      ['/e/gallery/trending', '/gallery/trending'],
      ['/e/tag/sea', '/tag/sea'],
      ['/featuredSketches', '/gallery/featured'],
      ['/topSketches/2', '/gallery/tops'],
      ['/tag/sea/sketches', '/tag/sea'],
    ] as const) {
      await page.goto(path)
      await expect(page).toHaveURL(address)
    }
  })
})

test('the position in a gallery is part of its address', async ({ page, anotherBrowser }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/gallery/recent')
  await expect(wall(page, 'Recent').getByRole('link').first()).toBeVisible()
  await scrollPast(page, 2500)
  await expect(page).toHaveURL(/[?&]from=/)
  const address = await visibleTile(page)

  const other = await anotherBrowser()
  await other.setViewportSize({ width: 360, height: 640 })
  await other.goto(page.url())
  await expect(other.locator(`main a[href^="${address}"]`)).toBeInViewport()
  await other.evaluate(() => window.scrollTo(0, 0))
  await other.getByRole('link', { name: 'Go to the start of this list' }).click()
  await expect(other).toHaveURL('/gallery/recent')
  await expect(other.getByRole('link', { name: 'Go to the start of this list' })).toBeHidden()

  await page.reload()
  await expect(page.locator(`main a[href^="${address}"]`)).toBeInViewport()
})

test('the gallery of a tag lists its sketches, newest or most hearted first [1 §2]', async ({ page }) => {
  await signInAs(page, freshName('Tagger'), '/gallery/recent')
  const tag = `kelp${Date.now()}`
  const first = await postSketch(page, { title: 'First', tags: [tag] })
  const second = await postSketch(page, { title: 'Second', tags: [tag] })
  await page.goto(`/tag/${tag}`)
  await expect(title(page)).toHaveText(tag)
  const ids = () =>
    wall(page, tag)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await expect.poll(ids).toHaveLength(2)
  expect((await ids()).map((href) => href?.split('?')[0])).toEqual([`/sketch/${second}`, `/sketch/${first}`])
  await page.getByRole('radio', { name: 'Most hearts' }).click()
  await expect(page).toHaveURL(`/tag/${tag}?sort=hearts`)
  await page.goto('/tag/nobody-used-this-tag')
  await expect(page.getByText('No sketches have this tag yet.')).toBeVisible()
  await expectAccessible(page)
})
