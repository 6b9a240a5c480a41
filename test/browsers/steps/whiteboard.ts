import { BOARD } from '../../../contract/limits.ts'
import { hashOfSiteBoard } from '../../support/board/site-board.ts'
import type { BrowserName, Point } from '../drivers/driver.ts'
import { button } from '../find.ts'
import type { Page } from '../Page.ts'
import { until } from '../until.ts'
import type { Journey, Step } from './step.ts'

/** Points of the board: a stroke with corners and curves. */
const STROKE: readonly Point[] = [
  [220, 100],
  [260, 130],
  [310, 115],
  [352.5, 160.5],
  [300, 200],
  [240, 190],
]
/** Distance below the first stroke: browsers draw on the same board, and each must change it. */
const OFFSETS: Record<BrowserName, number> = { firefox: 0, webkit: 120, chromium: 240 }
/** Colour of the pen. */
export const INK = [27, 29, 33] as const

const strokeOf = ({ page }: Journey) => STROKE.map(([x, y]): Point => [x, y + OFFSETS[page.driver.name]])

/** A point of the stroke. */
export const inkedPoint = (journey: Journey): Point => strokeOf(journey)[0] ?? [0, 0]

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

async function expectSameBoard({ origin, page, companion }: Journey): Promise<void> {
  await until('the browser, Chromium and the rasteriser have the same pixels', async () => {
    const [site, ...shown] = await Promise.all([hashOfSite(origin), hashOfPage(page), hashOfPage(companion)])
    return shown.every((hash) => hash === site)
  })
}

/** Waits until the board has the pen's colour at a point, or beside it: the mouse moves by whole pixels. */
async function expectInk(page: Page, [x, y]: Point): Promise<void> {
  await page.expect(
    'the other page has the stroke',
    (x, y, ink) => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label="Shared drawing"]')
      const around = canvas?.getContext('2d')?.getImageData(x - 1, y - 1, 3, 3).data ?? []
      for (let at = 0; at < around.length; at += 4)
        if (ink.every((level, index) => level === around[at + index])) return true
      return false
    },
    ...([x, y, INK] as const),
  )
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
  await expectSameBoard(journey)
  await draw(journey.page, strokeOf(journey))
  await expectInk(journey.companion, inkedPoint(journey))
  await expectSameBoard(journey)
}

export const whiteboardSteps = {
  drawTogether: {
    name: 'a stroke on the whiteboard is the same, pixel by pixel, as in Chromium and by the rasteriser',
    isShort: true,
    run: drawTogether,
  },
} satisfies Record<string, Step>
