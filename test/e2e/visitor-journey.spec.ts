import type { Locator, Page } from 'playwright/test'
import { createAlbumReply } from '../../contract/http/albums.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { scrollPast, visibleTile } from '../support/e2e/gallery.ts'
import { signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { listedSketches } from '../support/e2e/sketches.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tile = (page: Page, address: string) => page.locator(`main a[href="${address}"]`)
/** Waits for a sketch that was opened from a list, with everything below its picture. */
async function expectWholeSketch(page: Page): Promise<void> {
  await expect(
    page.getByText('No comments yet.').or(page.getByRole('article').getByRole('article')).first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Next|Previous) sketch/ }).first()).toBeVisible()
}
const path = (page: Page) => new URL(page.url()).pathname

/** State of a page: title, scroll position, visible links and focus. */
type PageState = { path: string; heading: string; scrolled: number; seen: string[]; followed: string }

/** Scroll position and the links that are fully visible. */
function pageState(page: Page): Promise<{ scrolled: number; seen: string[]; focused: string }> {
  return page.evaluate(() => {
    const addressOf = (element: Element | null) => element?.getAttribute('href') ?? ''
    const inWindow = (link: Element) => {
      const { top, bottom } = link.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }
    const seen = [...document.querySelectorAll('main a[href]')].filter(inWindow).map(addressOf)
    return { scrolled: window.scrollY, seen, focused: addressOf(document.activeElement) }
  })
}

/** Scrolls down a page that is long enough. */
async function scrollDown(page: Page): Promise<void> {
  const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await scrollPast(page, Math.floor(Math.min(900, room / 2)))
}

/** Clicks a link and returns the state of the page before. */
async function follow(page: Page, link: Locator): Promise<PageState> {
  // Hovering scrolls the link into the window.
  await link.hover()
  const { scrolled, seen } = await pageState(page)
  const followed = (await link.getAttribute('href')) ?? ''
  const left = { path: path(page), heading: (await heading(page).textContent()) ?? '', scrolled, seen, followed }
  await link.click()
  await expect(page).toHaveURL(followed)
  return left
}

async function expectState(page: Page, left: PageState): Promise<void> {
  await expect.poll(() => path(page)).toBe(left.path)
  await expect(heading(page)).toHaveText(left.heading)
  await expect.poll(async () => (await pageState(page)).seen, left.path).toEqual(left.seen)
  const { scrolled } = await pageState(page)
  expect(Math.abs(scrolled - left.scrolled), `${left.path}: ${scrolled} for ${left.scrolled}`).toBeLessThanOrEqual(1)
  await expect
    .poll(async () => (await pageState(page)).focused, `what was followed on ${left.path} has the focus`)
    .toBe(left.followed)
}

/** Creates a collection of thirty seeded sketches. */
async function makeCollection(page: Page, nickname: string, title: string): Promise<{ userId: number }> {
  await signInAs(page, nickname)
  const [first, ...others] = (await listedSketches(page.request)).slice(-30)
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { headers: siteHeaders(), data })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }
  const body = { title, description: '', collection: true, sketchId: first?.id, thumbnail: first?.id }
  const { albumId } = createAlbumReply.parse(await post('/api/v2/album/create', body))
  for (const { id } of others) await post('/api/v2/album/add', { albumId, sketchId: id })
  return { userId: await currentUserId(page) }
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 480 },
]) {
  test(`back restores each page of a visitor's tour, and each has an address to share, ${viewport.width} px wide [1 §2]`, async ({
    page,
    anotherBrowser,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
    // Parts below or beside the strips load last.
    await expect(page.getByRole('heading', { name: 'Quick links' })).toBeVisible()
    const day: PageState[] = []
    const addresses: string[] = []
    const go = async (link: Locator) => {
      const left = await follow(page, link)
      day.push(left)
    }

    await go(page.getByRole('link', { name: 'See all Trending' }))
    await expect(heading(page)).toHaveText('Trending')
    await expect(page.getByRole('list', { name: 'Trending' }).getByRole('link').first()).toBeVisible()
    await scrollDown(page)
    const trending = await visibleTile(page)
    await go(tile(page, trending))

    await expectWholeSketch(page)
    const artist = page.getByRole('article').locator('a[href^="/user/"]:not([aria-hidden])').first()
    const nickname = (await artist.textContent()) ?? ''
    const collection = `Finds of ${viewport.width}`
    await makeCollection(await anotherBrowser(), nickname, collection)
    await go(artist)

    await expect(heading(page)).toHaveText(nickname)
    await expect(page.locator('main a[href^="/sketch/"]').first()).toBeVisible()
    await go(page.getByRole('navigation').getByRole('link', { name: 'Albums', exact: true }))
    await go(page.getByRole('list', { name: 'Albums' }).getByRole('link', { name: collection }).first())

    await expect(heading(page)).toHaveText(collection)
    await expect(page.getByRole('list', { name: collection }).getByRole('link').first()).toBeVisible()
    await scrollDown(page)
    await go(tile(page, await visibleTile(page)))
    await expectWholeSketch(page)
    const tag = page.getByRole('article').locator('a[href^="/tag/"]').last()
    const tagName = (await tag.textContent()) ?? ''
    await go(tag)
    await expect(heading(page)).toHaveText(tagName)
    await expect(page.getByRole('list', { name: tagName }).getByRole('link').first()).toBeVisible()

    for (const left of day.toReversed()) {
      await page.goBack()
      await expectState(page, left)
      addresses.push(page.url())
    }
    for (const left of day.slice(1)) {
      await page.goForward()
      await expectState(page, left)
    }

    const friend = await anotherBrowser()
    await friend.setViewportSize(viewport)
    for (const [index, address] of addresses.toReversed().entries()) {
      await friend.goto(address)
      await expect(heading(friend), address).toHaveText(day[index]?.heading ?? '')
    }
    const [, gallery] = addresses.toReversed()
    await friend.goto(gallery ?? '')
    await expect(tile(friend, trending), 'the gallery is shared from where one is').toBeInViewport()
  })
}
