import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from 'playwright/test'
import { pixelsOf } from '../../../contract/board/picture.ts'
import { BOARD_PICTURE_PATH } from '../../../contract/http/whiteboard.ts'

export type Point = readonly [x: number, y: number]

export const boardOf = (page: Page): Locator => page.getByRole('img', { name: 'Shared drawing' })

/** Comes to the whiteboard through its door, and waits until there is a board to draw on. */
export async function enterWhiteboard(page: Page): Promise<void> {
  await page.goto('/whiteboard')
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect(boardOf(page)).toHaveAccessibleDescription(/^A board of 700 by 525 pixels/)
}

/** Where a place of the board is in the window. */
export async function placeOf(page: Page, [x, y]: Point): Promise<{ x: number; y: number }> {
  const box = await boardOf(page).boundingBox()
  if (!box) throw new Error('there is no board')
  return { x: box.x + (x * box.width) / 700, y: box.y + (y * box.height) / 525 }
}

/** Draws with the mouse through places of the board. */
export async function drawLine(page: Page, [first, ...rest]: readonly [Point, ...Point[]]): Promise<void> {
  await putDown(page, first)
  for (const point of rest) await drawOn(page, point)
  await page.mouse.up()
}

export async function putDown(page: Page, point: Point): Promise<void> {
  const { x, y } = await placeOf(page, point)
  await page.mouse.move(x, y)
  await page.mouse.down()
}

export async function drawOn(page: Page, point: Point): Promise<void> {
  const { x, y } = await placeOf(page, point)
  await page.mouse.move(x, y, { steps: 6 })
}

/** The colour of a place on this page's canvas, as "r,g,b". */
export function colourAt(page: Page, [x, y]: Point): Promise<string> {
  return boardOf(page).evaluate(
    (canvas: HTMLCanvasElement, [x, y]) =>
      canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.slice(0, 3).join(',') ?? '',
    [x, y] as const,
  )
}

/** A hash of all bytes of a canvas; of this page's board where no other is named. */
export function hashOfPage(page: Page, canvas = boardOf(page)): Promise<string> {
  return canvas.evaluate(async (canvas: HTMLCanvasElement) => {
    const bytes = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new Uint8Array()))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

/** A hash of all bytes of a board that nobody has drawn on. */
export const HASH_OF_PAPER = createHash('sha256')
  .update(new Uint8Array(700 * 525 * 4).fill(255))
  .digest('hex')

let asked = 0
/** A hash of all bytes of the board as the site has it now; under another address each time, so that it is not an older one. */
export async function hashOfSite(page: Page): Promise<string> {
  const reply = await page.request.get(`${BOARD_PICTURE_PATH}?${process.pid}-${++asked}`)
  const pixels = pixelsOf(await reply.body())
  return createHash('sha256').update(new Uint8Array(pixels.buffer)).digest('hex')
}

/** Waits until the canvases are the site's board, byte for byte. */
export async function expectSameBoard(...pages: readonly [Page, ...Page[]]): Promise<void> {
  await expect(async () => {
    const site = await hashOfSite(pages[0])
    expect(await Promise.all(pages.map((page) => hashOfPage(page)))).toEqual(pages.map(() => site))
  }).toPass({ timeout: 20_000 })
}
