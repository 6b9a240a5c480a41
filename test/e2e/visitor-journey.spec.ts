import type { Locator, Page } from 'playwright/test'
import { createAlbumReply } from '../../contract/http/albums.ts'
import { expect, test } from '../support/e2e/fixtures.ts'
import { scrollPast, visibleTile } from '../support/e2e/gallery.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import type { Member } from '../support/e2e/people.ts'
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

/** State of a page that was left by a link. It is restored with the focus on that link. */
type PageState = { path: string; heading: string; scrolled: number; seen: string[]; followedLink: string }

/** Scroll position, the links that are fully visible, and the link with the focus. */
function windowState(page: Page): Promise<{ scrolled: number; seen: string[]; focused: string }> {
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

/** Scrolls to 900 pixels, or to the middle of a shorter page. */
async function scrollDown(page: Page): Promise<void> {
  const scrollable = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await scrollPast(page, Math.floor(Math.min(900, scrollable / 2)))
}

/** Clicks a link and returns the state of the page before. */
async function clickLink(page: Page, link: Locator): Promise<PageState> {
  // Hovering scrolls the link into the window.
  await link.hover()
  const { scrolled, seen } = await windowState(page)
  const followedLink = (await link.getAttribute('href')) ?? ''
  const state = { path: path(page), heading: (await heading(page).textContent()) ?? '', scrolled, seen, followedLink }
  await link.click()
  await expect(page).toHaveURL(followedLink)
  return state
}

async function expectState(page: Page, state: PageState): Promise<void> {
  await expect.poll(() => path(page)).toBe(state.path)
  await expect(heading(page)).toHaveText(state.heading)
  await expect.poll(async () => (await windowState(page)).seen, state.path).toEqual(state.seen)
  await expect
    .poll(async () => Math.abs((await windowState(page)).scrolled - state.scrolled), `scrolled as ${state.path} was`)
    .toBeLessThanOrEqual(1)
  await expect
    .poll(async () => (await windowState(page)).focused, `the clicked link of ${state.path} has the focus`)
    .toBe(state.followedLink)
}

/** Creates a collection of thirty seeded sketches. */
async function makeCollection({ request }: Member, title: string): Promise<void> {
  const [first, ...others] = (await listedSketches(request)).slice(-30)
  const post = async (path: string, data: object) => {
    const reply = await request.post(path, { headers: siteHeaders(), data })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }
  const body = { title, description: '', collection: true, sketchId: first?.id, thumbnail: first?.id }
  const { albumId } = createAlbumReply.parse(await post('/api/v2/album/create', body))
  for (const { id } of others) await post('/api/v2/album/add', { albumId, sketchId: id })
}

type Viewport = { width: number; height: number }
type AnotherMember = (nickname: string) => Promise<Member>

/**
 * Follows links from home through a gallery, a sketch, its artist and an album to a tag, and goes back to each page.
 * Returns the states of the pages in order.
 */
async function takeTour(page: Page, anotherMember: AnotherMember, viewport: Viewport): Promise<PageState[]> {
  await page.setViewportSize(viewport)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  // Parts below or beside the strips load last.
  await expect(page.getByRole('heading', { name: 'Quick links' })).toBeVisible()
  const visited: PageState[] = []
  const visit = async (link: Locator) => {
    const state = await clickLink(page, link)
    visited.push(state)
  }

  await visit(page.getByRole('link', { name: 'See all Trending' }))
  await expect(heading(page)).toHaveText('Trending')
  await expect(page.getByRole('list', { name: 'Trending' }).getByRole('link').first()).toBeVisible()
  await scrollDown(page)
  await visit(tile(page, await visibleTile(page)))

  await expectWholeSketch(page)
  const artist = page.getByRole('article').locator('a[href^="/user/"]:not([aria-hidden])').first()
  const nickname = (await artist.textContent()) ?? ''
  const collection = `Finds of ${viewport.width}`
  await makeCollection(await anotherMember(nickname), collection)
  await visit(artist)

  await expect(heading(page)).toHaveText(nickname)
  await expect(page.locator('main a[href^="/sketch/"]').first()).toBeVisible()
  await visit(page.getByRole('navigation').getByRole('link', { name: 'Albums', exact: true }))
  await visit(page.getByRole('list', { name: 'Albums' }).getByRole('link', { name: collection }).first())

  await expect(heading(page)).toHaveText(collection)
  await expect(page.getByRole('list', { name: collection }).getByRole('link').first()).toBeVisible()
  await scrollDown(page)
  await visit(tile(page, await visibleTile(page)))
  await expectWholeSketch(page)
  const tag = page.getByRole('article').locator('a[href^="/tag/"]').last()
  const tagName = (await tag.textContent()) ?? ''
  await visit(tag)
  await expect(heading(page)).toHaveText(tagName)
  await expect(page.getByRole('list', { name: tagName }).getByRole('link').first()).toBeVisible()

  // Pages are restored without replies, which would tell of the hearts and features of other tests.
  await holdRequests(page, '**/api/v2/**')
  for (const state of visited.toReversed()) {
    await page.goBack()
    await expectState(page, state)
  }
  return visited
}

test("back restores each page of a visitor's tour, 1280 px wide [1 §2]", async ({ page, anotherMember }) => {
  await takeTour(page, anotherMember, { width: 1280, height: 480 })
})

test("back and forward restore each page of a visitor's tour, 360 px wide [1 §2]", async ({ page, anotherMember }) => {
  const visited = await takeTour(page, anotherMember, { width: 360, height: 640 })
  for (const state of visited.slice(1)) {
    await page.goForward()
    await expectState(page, state)
  }
})
