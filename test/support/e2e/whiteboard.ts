import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from 'playwright/test'
import type * as z from 'zod/mini'
import { blankBoard, boardFromPixels as boardOfPixels, drawCommands } from '../../../contract/board/board.ts'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import {
  BOARD_LOG_BLOCK,
  BOARD_PICTURE_PATH,
  type BoardLogPage,
  boardLogPage,
  boardLogPagePath,
  boardLogReply,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { decodeCommands } from '../../../contract/socket/draw-commands.ts'

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

/** How the board lies on its stage: moved by CSS pixels, enlarged, and turned clockwise. */
export function lieOf(page: Page): Promise<{ x: number; y: number; scale: number; degrees: number }> {
  return boardOf(page).evaluate((canvas) => {
    const sheet = canvas.parentElement?.parentElement
    const { a, b, e, f } = new DOMMatrix(sheet ? getComputedStyle(sheet).transform : 'none')
    const [scale, degrees] = [Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
    // As much as a hundredth of a pixel of the board is nothing.
    const [x = 0, y = 0, ...rest] = [e, f, scale, degrees].map((number) => Math.round(number * 100) / 100)
    return { x, y, scale: rest[0] ?? 0, degrees: rest[1] ?? 0 }
  })
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

/** A hash of all bytes of the board as the site has it now: the last snapshot of its log, and what came after it. */
export async function hashOfSite({ request }: Page): Promise<string> {
  const read = async <T>(reply: z.ZodMiniType<T>, path: string) => reply.parse(await (await request.get(path)).json())
  const { revision, snapshots } = await read(boardLogReply, '/api/v2/whiteboard/log')
  const from = snapshots.at(-1)?.number ?? 0
  const picture = from > 0 ? await request.get(snapshotPicturePath(revision, from)) : null
  const board = picture ? boardOfPixels(decodeBoardPng(await picture.body())) : blankBoard()
  const block = Math.floor(from / BOARD_LOG_BLOCK) * BOARD_LOG_BLOCK
  for (let after: number | null = block; after !== null; ) {
    const page: BoardLogPage = await read(boardLogPage, boardLogPagePath(revision, after))
    const pens = page.pens.find(({ number }) => number === from)
    drawCommands(board, decodeCommands(pens?.pens ?? '') ?? [])
    for (const { number, text } of page.flushes) if (number > from) drawCommands(board, decodeCommands(text) ?? [])
    after = page.next
  }
  return sha256(board.pixels)
}

/** A hash of all bytes of the picture that the site shows of the board, which may be ten seconds old. */
export async function hashOfPicture({ request }: Page): Promise<string> {
  return sha256(decodeBoardPng(await (await request.get(BOARD_PICTURE_PATH)).body()))
}

const sha256 = (pixels: Int32Array) =>
  createHash('sha256')
    .update(new Uint8Array(pixels.buffer as ArrayBuffer))
    .digest('hex')

/** Waits until the canvases are the site's board, byte for byte. */
export async function expectSameBoard(...pages: readonly [Page, ...Page[]]): Promise<void> {
  await expect(async () => {
    const site = await hashOfSite(pages[0])
    expect(await Promise.all(pages.map((page) => hashOfPage(page)))).toEqual(pages.map(() => site))
  }).toPass({ timeout: 20_000 })
}
