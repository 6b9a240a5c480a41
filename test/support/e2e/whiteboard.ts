import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from 'playwright/test'
import { BOARD } from '../../../contract/limits.ts'
import { hashOfSiteBoard, pixelsOfSiteBoard } from '../board/site-board.ts'

export type Point = readonly [x: number, y: number]

export const boardOf = (page: Page): Locator => page.getByRole('img', { name: 'Shared drawing' })

/** Opens the whiteboard, confirms the introduction, and waits for the board. */
export async function enterWhiteboard(page: Page): Promise<void> {
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(boardOf(page)).toHaveAccessibleDescription(/^A board of 700 by 525 pixels/)
}

/**
 * Records all descriptions of the board from now on, which name those who draw; returns what reads them in one text.
 */
export async function recordDescriptions(page: Page): Promise<() => Promise<string>> {
  const recorded = await page.locator('#board-now').evaluateHandle((description) => {
    const texts: string[] = []
    const record = () => texts.push(description.textContent ?? '')
    new MutationObserver(record).observe(description, { childList: true, characterData: true, subtree: true })
    return texts
  })
  return async () => (await recorded.jsonValue()).join('\n')
}

/** Converts a point of the board to window coordinates. */
export async function windowPosition(page: Page, [x, y]: Point): Promise<{ x: number; y: number }> {
  const box = await boardOf(page).boundingBox()
  if (!box) throw new Error('there is no board')
  return { x: box.x + (x * box.width) / 700, y: box.y + (y * box.height) / 525 }
}

/** View of the board: offset in CSS pixels, scale, and clockwise rotation. */
export function boardTransform(page: Page): Promise<{ x: number; y: number; scale: number; degrees: number }> {
  return boardOf(page).evaluate((canvas) => {
    const transformed = canvas.parentElement?.parentElement
    const { a, b, e, f } = new DOMMatrix(transformed ? getComputedStyle(transformed).transform : 'none')
    const [scale, degrees] = [Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
    // Rounds to a hundredth of a pixel.
    const [x = 0, y = 0, ...rest] = [e, f, scale, degrees].map((number) => Math.round(number * 100) / 100)
    return { x, y, scale: rest[0] ?? 0, degrees: rest[1] ?? 0 }
  })
}

export async function drawLine(page: Page, [first, ...rest]: readonly [Point, ...Point[]]): Promise<void> {
  await pressAt(page, first)
  for (const point of rest) await dragTo(page, point)
  await page.mouse.up()
}

export async function pressAt(page: Page, point: Point): Promise<void> {
  const { x, y } = await windowPosition(page, point)
  await page.mouse.move(x, y)
  await page.mouse.down()
}

export async function dragTo(page: Page, point: Point): Promise<void> {
  const { x, y } = await windowPosition(page, point)
  await page.mouse.move(x, y, { steps: 6 })
}

/** Colour at a point of the canvas, as "r,g,b". */
export function colourAt(page: Page, [x, y]: Point): Promise<string> {
  return boardOf(page).evaluate(
    (canvas: HTMLCanvasElement, [x, y]) =>
      canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.slice(0, 3).join(',') ?? '',
    [x, y] as const,
  )
}

/** Hash of a canvas; by default of the page's board. */
export function hashOfPage(page: Page, canvas = boardOf(page)): Promise<string> {
  return canvas.evaluate(async (canvas: HTMLCanvasElement) => {
    const bytes = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new Uint8Array()))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

export const BLANK_BOARD_HASH = createHash('sha256')
  .update(new Uint8Array(700 * 525 * 4).fill(255))
  .digest('hex')

/** Colour at a point of the site's board, as "r,g,b". */
export async function siteColourAt({ request }: Page, [x, y]: Point): Promise<string> {
  const pixels = await pixelsOfSiteBoard(async (path) => (await request.get(path)).body())
  const pixel = pixels[y * BOARD.width + x] ?? 0
  return [0, 8, 16].map((shift) => (pixel >> shift) & 255).join(',')
}

export const hashOfSite = ({ request }: Page) => hashOfSiteBoard(async (path) => (await request.get(path)).body())

/** Waits until all canvases equal the site's board. */
export async function expectSameBoard(...pages: readonly [Page, ...Page[]]): Promise<void> {
  await expect(async () => {
    const site = await hashOfSite(pages[0])
    expect(await Promise.all(pages.map((page) => hashOfPage(page)))).toEqual(pages.map(() => site))
  }).toPass({ timeout: 20_000 })
}
