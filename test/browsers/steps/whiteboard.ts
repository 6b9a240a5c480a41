import { BOARD } from '../../../contract/limits.ts'
import { hashOfSiteBoard } from '../../support/board/site-board.ts'
import type { Point } from '../drivers/driver.ts'
import { button } from '../find.ts'
import type { Page } from '../Page.ts'
import { until } from '../until.ts'
import type { Journey, Step } from './step.ts'

/** Points of the board: a stroke with corners and curves. */
const STROKE: readonly Point[] = [
  [220, 200],
  [260, 230],
  [310, 215],
  [352.5, 260.5],
  [300, 300],
  [240, 290],
]
/** A point of the stroke, and the colour of the pen. */
export const INKED: Point = [220, 200]
export const INK = [27, 29, 33] as const

export async function enterWhiteboard(page: Page): Promise<void> {
  await page.open('/whiteboard')
  await page.press(button("I'll be good, let me in!"))
  await page.expect('the board is open', () => {
    const canvas = document.querySelector('canvas[aria-label="Shared drawing"]')
    const description = document.getElementById(canvas?.getAttribute('aria-describedby') ?? '')?.textContent
    return description?.startsWith('A board of') === true
  })
}

/** Hash of the pixels that a page shows. */
const hashOfPage = (page: Page) =>
  page.run(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label="Shared drawing"]')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    if (!pixels) return ''
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })

const hashOfSite = (origin: string) =>
  hashOfSiteBoard(async (path) => new Uint8Array(await (await fetch(origin + path)).arrayBuffer()))

async function expectSameBoard({ origin, page, companion }: Journey): Promise<string> {
  return until('the browser, Chromium and the rasteriser have the same pixels', async () => {
    const [site, ...shown] = await Promise.all([hashOfSite(origin), hashOfPage(page), hashOfPage(companion)])
    return shown.every((hash) => hash === site) && site
  })
}

/** Draws with the mouse. */
async function draw(page: Page, points: readonly Point[]): Promise<void> {
  const place = await page.run(() => {
    const box = document.querySelector('canvas[aria-label="Shared drawing"]')?.getBoundingClientRect()
    return box ? { left: box.left, top: box.top, width: box.width, height: box.height } : null
  })
  if (!place) throw new Error('there is no board')
  const { left, top, width, height } = place
  await page.driver.drag(
    points.map(([x, y]) => [left + (x * width) / BOARD.width, top + (y * height) / BOARD.height] as const),
  )
}

async function drawTogether(journey: Journey): Promise<void> {
  await enterWhiteboard(journey.companion)
  await enterWhiteboard(journey.page)
  const before = await expectSameBoard(journey)
  await draw(journey.page, STROKE)
  await until('the site has the stroke', async () => (await hashOfSite(journey.origin)) !== before)
  await expectSameBoard(journey)
}

export const whiteboardSteps = {
  drawTogether: {
    name: 'a stroke on the whiteboard is the same, pixel by pixel, as in Chromium and by the rasteriser',
    isShort: true,
    run: drawTogether,
  },
} satisfies Record<string, Step>
