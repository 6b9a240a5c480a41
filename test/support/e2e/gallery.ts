import { expect, type Page } from 'playwright/test'
import { sketchAddress } from '../../../contract/sketch-address.ts'

export const gallery = (page: Page) => page.getByRole('list', { name: 'Recent' })
export const galleryTiles = (page: Page) => gallery(page).getByRole('link')
export const firstTile = (page: Page) => galleryTiles(page).first()
export const recentSketchAddress = (id: number) => sketchAddress(id, 'recent')
export const tileOf = (page: Page, id: number) => gallery(page).locator(`a[href="${recentSketchAddress(id)}"]`)

/** Opens the gallery as a visitor and waits for its script, which starts after the first paint. */
export async function openGallery(page: Page, path = '/gallery/recent'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(firstTile(page)).toBeVisible()
}

export const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY)

export async function scrollPast(page: Page, place: number): Promise<void> {
  while ((await scrollPosition(page)) < place) await scrollOn(page)
}

/** Scrolls until the address names a later page of the list. */
export async function scrollToLaterPage(page: Page): Promise<void> {
  await expect(async () => {
    await scrollOn(page)
    expect(page.url()).toMatch(/[?&]from=/)
  }).toPass({ intervals: [250] })
}

/**
 * Waits until the address names the first sketch of the row below the header, which it does when scrolling has rested.
 */
export async function placeInUrl(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const rowTop = (tile: Element) => tile.getBoundingClientRect().top
    const above = [...document.querySelectorAll('[data-tiles] li')].filter((tile) => rowTop(tile) <= header)
    const lowest = Math.max(...above.map(rowTop))
    const first = above.find((tile) => rowTop(tile) === lowest)?.querySelector('a')
    const at = new URLSearchParams(location.search).get('at')
    return at !== null && first?.pathname === `/sketch/${at}`
  })
}

/** Scrolls to the end of the list so that every row is drawn. */
export async function scrollToEnd(page: Page): Promise<void> {
  while (!(await scrollOn(page)));
}

/** Scrolls less than a window and waits for the tiles there. Returns true at the end of the list. */
function scrollOn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    scrollBy({ top: 0.75 * innerHeight, behavior: 'instant' })
    // The points are further apart than the gaps between tiles.
    const [x, y] = [innerWidth / 2, innerHeight * 0.6]
    const points = [x, x + 30].flatMap((left) => [y, y + 30].map((top) => [left, top] as const))
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (;;) {
      await drawn()
      const isLoading = document.querySelector('main [role="status"]') !== null
      if (!isLoading) return innerHeight + scrollY >= document.documentElement.scrollHeight - 1
      const places = points.map(([left, top]) => document.elementFromPoint(left, top)?.closest('li'))
      if (places.some((place) => place?.querySelector('a'))) return false
    }
  })
}

/** Address of a tile fully in the window. Scrolls it out of the scroll padding, so that a click does not scroll. */
export async function visibleTile(page: Page): Promise<string> {
  const found = await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/sketch/"]')]
    const visible = tiles.find((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      return top >= 64 && bottom <= innerHeight - 8
    })
    return visible?.getAttribute('href')
  })
  const address = (await found.jsonValue()) ?? ''
  await page.locator(`main a[href="${address}"]`).first().scrollIntoViewIfNeeded()
  return address
}
