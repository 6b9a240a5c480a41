import type { Page, WebSocketRoute } from 'playwright/test'
import { BOARD_FLUSH_MS, BOARD_SLICE_WIDTH } from '../../contract/limits.ts'
import { drawBySocket } from '../support/e2e/board-socket.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import {
  BLANK_BOARD_HASH,
  boardOf,
  boardTransform,
  colourAt,
  dragTo,
  drawLine,
  enterWhiteboard,
  expectSameBoard,
  hashOfPage,
  hashOfPicture,
  hashOfSite,
  type Point,
  pressAt,
  windowPosition,
} from '../support/e2e/whiteboard.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

const INK = '27,29,33'
const PAPER = '255,255,255'

/** Enters the whiteboard as a new member. */
async function enterAs(page: Page, stem: string): Promise<void> {
  await signInAs(page, freshName(stem))
  await enterWhiteboard(page)
}

test('a visitor sees the board and is asked to log in [2 §2 Whiteboard]', async ({ page }) => {
  await page.goto('/whiteboard')
  await expect(page.getByText('You must be logged in to access the whiteboard.')).toBeVisible()
  await expect(boardOf(page)).toBeVisible()
  await expect(page).toHaveTitle('Croquis Whiteboard')
  await expect(page.getByRole('main').getByRole('link', { name: 'Login with Google' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Leave the whiteboard' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('the account named Anonymous sees that it has no access and goes to the home page after 250 ms [2 §2 Whiteboard]', async ({
  page,
}) => {
  await signInAs(page, 'Anonymous')
  await withoutFirstReplies(page)
  await page.clock.install()
  const release = await holdRequests(page, '/api/v2/session')
  const sessionRequest = page.waitForRequest('/api/v2/session')
  await page.goto('/whiteboard')
  await sessionRequest
  await page.clock.pauseAt(Date.now() + 60_000)
  release()
  const alert = page.getByRole('alert').getByText('Sorry your account does not have access to the Whiteboard yet.')
  await runClockUntil(page, async () => (await alert.count()) === 1)
  const since = await page.evaluate(() => Date.now())
  await runClockUntil(page, () => new URL(page.url()).pathname === '/')
  const after = (await page.evaluate(() => Date.now())) - since
  expect(after).toBeGreaterThanOrEqual(250 - CLOCK_STEP_MS)
  expect(after).toBeLessThan(1000)
  await page.clock.resume()
  await expect(alert).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

const CLOCK_STEP_MS = 20

/** Advances a paused clock more slowly than real time, so that loading takes little of its time. */
function runClockUntil(page: Page, is: () => boolean | Promise<boolean>): Promise<void> {
  return expect(async () => {
    await page.clock.runFor(CLOCK_STEP_MS)
    expect(await is()).toBe(true)
  }).toPass({ intervals: [5 * CLOCK_STEP_MS] })
}

/** Two members at the whiteboard, and the second one's name. */
async function enterAsTwo(page: Page, other: Page): Promise<string> {
  const name = freshName('Two')
  await Promise.all([signInAs(page, freshName('One')), signInAs(other, name)])
  await Promise.all([enterWhiteboard(page), enterWhiteboard(other)])
  return name
}

test('artists see the same board, and who is drawing', async ({ page, anotherBrowser }) => {
  const two = await anotherBrowser()
  const nameOfTwo = await enterAsTwo(page, two)
  await drawLine(page, [
    [40, 40],
    [140, 40],
  ])
  await drawLine(two, [
    [40, 80],
    [140, 80],
    [140, 160],
  ])
  await expect(page.getByRole('img', { name: `${nameOfTwo} is drawing` })).toBeVisible()
  await expect(page.getByRole('img', { name: `${nameOfTwo} is drawing` })).toBeHidden()
  await expectSameBoard(page, two)
  expect(await colourAt(two, [90, 40])).toBe(INK)
})

test('a line drawn without a connection is sent when the connection is back', async ({ page, anotherBrowser }) => {
  const two = await anotherBrowser()
  await enterAsTwo(page, two)
  await pressAt(two, [200, 200])
  await dragTo(two, [260, 200])
  await two.context().setOffline(true)
  await expect(two.getByText('You’re offline. Your drawing will be sent when you’re back.')).toBeVisible()
  await dragTo(two, [340, 200])
  await two.mouse.up()
  await drawLine(page, [
    [300, 150],
    [300, 260],
  ])
  await expect.poll(() => colourAt(two, [320, 200])).toBe(INK)
  expect(await colourAt(page, [320, 200])).toBe(PAPER)
  await two.context().setOffline(false)
  await expect.poll(() => colourAt(page, [320, 200])).toBe(INK)
  await expectSameBoard(page, two)
})

test('a late visitor sees the board of the earlier ones', async ({ page, anotherBrowser }) => {
  const early = await anotherBrowser()
  await signInAs(early, freshName('Early'))
  await drawBySocket(early, [
    [220, 150],
    [220, 260],
  ])
  await enterAs(page, 'Late')
  await expectSameBoard(page)
  expect(await colourAt(page, [220, 240])).toBe(INK)
})

test('the public picture shows the board', async ({ page }) => {
  await signInAs(page, freshName('Pictured'))
  await drawBySocket(page, [
    [240, 150],
    [240, 260],
  ])
  await expect.poll(() => hashOfPicture(page), { timeout: 20_000 }).toBe(await hashOfSite(page))
})

test("a page whose board differs from the site's detects this and repairs it", async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Wrong'))
  let isWrong = true
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      // Simulates a fault in transit: lines arrive in another colour.
      socket.send(isWrong && typeof frame === 'string' ? frame.replaceAll('scr 1b1d21', 'scr ff0000') : frame)
    })
  })
  await enterWhiteboard(page)
  const other = await anotherBrowser()
  await signInAs(other, freshName('Right'))
  await drawBySocket(other, [
    [20, 480],
    [50, 500],
  ])
  await expect.poll(() => colourAt(page, [35, 490])).toBe('255,0,0')
  isWrong = false
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => colourAt(page, [35, 490])).toBe(INK)
  await expectSameBoard(page)
})

/** Counts the batches that the page sends, and loses them as long as `loses` holds. */
async function countBatches(page: Page): Promise<{ count: number; loses: boolean }> {
  const batches = { count: 0, loses: true }
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const isBatch = String(message).includes('"draw"')
      if (isBatch) batches.count++
      if (!batches.loses || !isBatch) server.send(message)
    })
  })
  return batches
}

test('strokes are sent every 250 ms [2 §4]', async ({ page }) => {
  const batches = await countBatches(page)
  await page.clock.install()
  await enterAs(page, 'Sender')
  await page.clock.pauseAt(Date.now() + 5000)
  await pressAt(page, [420, 80])
  for (const [at, x] of [450, 480, 520].entries()) {
    await dragTo(page, [x, 80])
    expect(batches.count).toBe(at)
    await page.clock.runFor(BOARD_FLUSH_MS)
    await expect.poll(() => batches.count).toBe(at + 1)
  }
})

test('unsent strokes survive a reload', async ({ page }) => {
  const batches = await countBatches(page)
  await enterAs(page, 'Kept')
  await drawLine(page, [
    [420, 40],
    [520, 40],
  ])
  await expect.poll(() => colourAt(page, [510, 40])).toBe(INK)
  await expect.poll(() => batches.count).toBeGreaterThan(0)
  await enterWhiteboard(page)
  await expect.poll(() => colourAt(page, [470, 40])).toBe(INK)
  batches.loses = false
  await enterWhiteboard(page)
  await expectSameBoard(page)
  expect(await colourAt(page, [470, 40])).toBe(INK)
})

/** Returns a function that sends the page an event as the whiteboard would. */
async function eventSender(page: Page): Promise<(event: object) => void> {
  let socketOfPage: WebSocketRoute | undefined
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    socket.connectToServer()
    socketOfPage = socket
  })
  return (event) => socketOfPage?.send(JSON.stringify([event]))
}

test.describe('scrolling [2 §2 Whiteboard]', () => {
  test('the board slides left when it scrolls', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const send = await eventSender(page)
    await enterAs(page, 'Scroll')
    await drawLine(page, [
      [450, 300],
      [550, 300],
    ])
    await expectSameBoard(page)
    const slides = slideAnimation(page, 1000)
    send({ type: 'commands', number: 1_000_000, text: 'fo 64\n', drawn: [] })
    expect(await slides).toBe('translateX(100px)')
    await expect.poll(() => colourAt(page, [400, 300])).toBe(INK)
    expect(await colourAt(page, [540, 300])).toBe(PAPER)
    expect(await colourAt(page, [690, 300])).toBe(PAPER)
  })

  test('a page that joins while the board scrolls shows the rest of the slide', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const send = await eventSender(page)
    await enterAs(page, 'Joins')
    const slides = slideAnimation(page, 400)
    send({ type: 'info', shiftIndex: 1, animShiftX: 40, width: 700, height: 525 })
    expect(await slides).toBe('translateX(40px)')
  })
})

/** Start of the scroll animation, once it is set up with this duration. */
function slideAnimation(page: Page, duration: number): Promise<string> {
  return page.evaluate(
    (duration) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const sliding = document.getAnimations().find(({ effect }) => effect?.getTiming().duration === duration)
          const first = sliding?.effect instanceof KeyframeEffect && sliding.effect.getKeyframes()[0]
          if (first) resolve(String(first.transform))
          else requestAnimationFrame(look)
        }
        look()
      }),
    duration,
  )
}

test('a member can decline the introduction with Escape, which leads home [2 §2 Whiteboard]', async ({ page }) => {
  await signInAs(page, freshName('Declines'))
  await page.goto('/whiteboard')
  await expect(page.getByRole('dialog', { name: 'Whiteboard Free Draw' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
})

test.describe('tools [2 §2 Whiteboard, §5]', () => {
  const pixel = (page: Page) => page.getByRole('radio', { name: 'Pixel' })

  /** Keys work once the page is interactive, so it is pressed until then. */
  const choosePixelByKey = (page: Page) =>
    expect(async () => {
      await page.keyboard.press('x')
      await expect(pixel(page)).toBeChecked({ timeout: 500 })
    }).toPass()

  test('the tool and its settings are chosen by keys and kept until the next visit', async ({ page }) => {
    await enterAs(page, 'Settings')
    const pressure = page.getByRole('checkbox', { name: 'Pen pressure' })
    await pressure.uncheck()
    await pressure.blur()
    await choosePixelByKey(page)
    await page.keyboard.press(']')
    await expect(page.getByRole('slider', { name: 'Size' })).toHaveAttribute('aria-valuetext', '32')
    const inset = page.getByRole('slider', { name: 'Inset' })
    for (const [key, value, percent] of [
      ['End', '1', '100%'],
      ['Home', '0', '0%'],
    ] as const) {
      await inset.press(key)
      await expect(inset).toHaveValue(value)
      await expect(inset).toHaveAttribute('aria-valuetext', percent)
    }
    await enterWhiteboard(page)
    await expect(pixel(page)).toBeChecked()
    await page.getByRole('region', { name: 'Tools' }).getByText('Pen', { exact: true }).click()
    await expect(pressure).not.toBeChecked()
  })

  test('the picker takes the colour of the board', async ({ page }) => {
    await enterAs(page, 'Colours')
    await choosePixelByKey(page)
    await page.getByRole('button', { name: 'Colour #2e6da4' }).click()
    await drawLine(page, [[600, 450]])
    await expect.poll(() => colourAt(page, [600, 450])).toBe('46,109,164')
    await page.getByRole('button', { name: 'Colour #a3402c' }).click()
    await page.keyboard.press('i')
    await drawLine(page, [[600, 450]])
    await expect(page.getByRole('button', { name: 'Colour #2e6da4', pressed: true })).toBeVisible()
    expect(await colourAt(page, [600, 450])).toBe('46,109,164')
  })
})

test.describe('view of the board [2 §2 Whiteboard, §5]', () => {
  test('the wheel zooms around the mouse, and rotates with Shift', async ({ page }) => {
    await enterAs(page, 'Wheel')
    await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
    await expectWheelControls(page)
  })

  test('keys zoom, rotate, move and reset the board', async ({ page }) => {
    await enterAs(page, 'Keyboard')
    await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeFocused()
    await expectKeyControls(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('.')
    expect((await boardOf(page).boundingBox())?.width).toBeGreaterThan(900)
    await page.keyboard.press('0')
    await expect.poll(async () => (await boardOf(page).boundingBox())?.width).toBe(700)
    await expectAccessible(page)
  })
})

test.describe('around the board [2 §2 Whiteboard]', () => {
  test("the whiteboard has its own header instead of the site's", async ({ page }) => {
    await enterAs(page, 'Reads')
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByText(/^(Board moves on (in|after) )?\d+:\d\d/)).toBeVisible()
    await page.getByRole('button', { name: 'Instructions' }).click()
    await expect(page.getByRole('dialog', { name: 'Instructions' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByText('Nothing has scrolled off the board yet.')).toBeVisible()
    await expectAccessible(page)
  })

  test('the chat is beside the board, below it in a narrow window, or hidden', async ({ page }) => {
    await enterAs(page, 'Narrow')
    await expectChatBesideOrBelow(page)
    await page.getByRole('button', { name: 'Hide chat' }).click()
    await expect(page.getByRole('region', { name: 'Room whiteboard' })).toBeHidden()
    await page.getByRole('button', { name: 'Show chat' }).click()
    await expect(page.getByRole('region', { name: 'Room whiteboard' })).toBeVisible()
  })
})

/** The point under the mouse stays in place. */
async function expectWheelControls(page: Page): Promise<void> {
  const place: Point = [500, 120]
  const { x, y } = await windowPosition(page, place)
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => (await boardTransform(page)).scale).toBeGreaterThan(1.5)
  const { scale } = await boardTransform(page)
  const now = await windowPosition(page, place)
  expect(Math.hypot(now.x - x, now.y - y)).toBeLessThan(1)
  await page.keyboard.down('Shift')
  await page.mouse.wheel(0, 200)
  await page.keyboard.up('Shift')
  await expect.poll(async () => (await boardTransform(page)).degrees).toBeGreaterThan(10)
  expect((await boardTransform(page)).scale).toBe(scale)
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await boardTransform(page)).scale).toBe(1)
  await page.keyboard.press('0')
  await expect.poll(async () => (await boardTransform(page)).degrees).toBe(0)
}

async function expectKeyControls(page: Page): Promise<void> {
  const { x, y, ...straight } = await boardTransform(page)
  expect(straight).toEqual({ scale: 1, degrees: 0 })
  for (const [key, lie] of [
    ['=', { scale: 1.25 }],
    ['-', { scale: 1 }],
    [',', { degrees: -15 }],
    ['.', { degrees: 0 }],
    ['ArrowLeft', { x: x + 64, y }],
    ['ArrowUp', { x: x + 64, y: y + 64 }],
    ['ArrowRight', { x, y: y + 64 }],
    ['ArrowDown', { x, y }],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => boardTransform(page), key).toMatchObject(lie)
  }
}

/** The chat is 280 px wide, and 256 px tall when stacked below the board. */
async function expectChatBesideOrBelow(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const board = page.getByRole('region', { name: 'Board', exact: true })
  const chat = page.getByRole('complementary', { name: 'Chat' })
  const boxes = async () => Promise.all([board.boundingBox(), chat.boundingBox()])
  const [beside, right] = await boxes()
  expect(right).toMatchObject({ x: (beside?.x ?? 0) + (beside?.width ?? 0), width: 280 })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await chat.boundingBox())?.height).toBe(256)
  const [above, below] = await boxes()
  expect(below).toMatchObject({ x: 0, y: (above?.y ?? 0) + (above?.height ?? 0), width: 360 })
  await page.setViewportSize(size)
}

test.describe('history [2 §2 Whiteboard]', () => {
  const slices = Array.from({ length: 48 }, (_, index) => ({
    ...{ shiftIndex: 60 - index, revision: 0, date: `20260401${23 - Math.floor(index / 6)}${5 - (index % 6)}000` },
  }))
  const row = (page: Page) => page.getByRole('list', { name: 'Slices' })
  const pictures = (page: Page) => row(page).getByRole('img')

  test.beforeEach(async ({ page }) => {
    await page.route('**/api/v2/whiteboard/history', (route) => route.fulfill({ json: { slices } }))
    const { buffer: body } = await png('slice.png', BOARD_SLICE_WIDTH)
    await page.route('**/whiteboard/slices/*', (route) => route.fulfill({ contentType: 'image/png', body }))
    await page.goto('/whiteboard/history')
    await expect(pictures(page)).toHaveCount(48)
  })

  test('the history shows the slices in a row, oldest at the left', async ({ page }) => {
    const shown = await pictures(page).evaluateAll((all) =>
      all.map((picture) => [picture.getAttribute('src'), picture.getAttribute('alt')]),
    )
    const timeOf = (date: string) => `1 April 2026 at ${date.slice(8, 10)}:${date.slice(10, 12)}`
    expect(shown).toEqual(
      slices
        .toReversed()
        .map(({ shiftIndex, date }) => [
          `/whiteboard/slices/${shiftIndex}-0.png`,
          `Slice that left the board on ${timeOf(date)}`,
        ]),
    )
  })

  test('the history opens at its end', async ({ page }) => {
    await expect(pictures(page).last()).toBeInViewport({ ratio: 0.8 })
    await expect(pictures(page).first()).not.toBeInViewport()
    const end = await row(page).evaluate((row) => row.scrollLeft)
    await row(page).press('ArrowLeft')
    await expect.poll(() => row(page).evaluate((row) => row.scrollLeft)).toBeLessThan(end)
  })
})

test.describe('time-lapse of a day [2 §2 Whiteboard]', () => {
  const screenOf = (page: Page) => page.getByRole('img', { name: 'Time-lapse of the board' })
  const momentOf = (page: Page) => page.getByRole('slider', { name: 'Moment' })
  const shown = (page: Page) => hashOfPage(page, screenOf(page))

  /** Draws on the board as a new member; returns their name. */
  async function drawAsNew(page: Page): Promise<string> {
    const name = freshName('Lapse')
    await signInAs(page, name)
    await drawBySocket(
      page,
      [
        [60, 420],
        [160, 470],
      ],
      [
        [160, 420],
        [60, 470],
      ],
    )
    return name
  }

  test('the time-lapse goes from a blank board to the current one', async ({ page }) => {
    await drawAsNew(page)
    const board = await hashOfSite(page)
    await page.goto('/whiteboard/history')
    await page.getByRole('link', { name: 'Time-lapse' }).click()
    await expect(page).toHaveURL('/whiteboard/history?play')
    await expect.poll(() => shown(page)).toBe(BLANK_BOARD_HASH)
    await momentOf(page).press('End')
    await expect.poll(() => shown(page)).toBe(board)
    await momentOf(page).press('ArrowLeft')
    await expect.poll(() => shown(page)).not.toBe(board)
    await momentOf(page).press('Home')
    await expect.poll(() => shown(page)).toBe(BLANK_BOARD_HASH)
    await page.getByText('Fast').click()
    await momentOf(page).press(' ')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 })
    expect(await shown(page)).toBe(board)
  })

  test('the time-lapse shows a visitor who drew when', async ({ page, anotherBrowser }) => {
    const name = await drawAsNew(page)
    const visitor = await anotherBrowser()
    await visitor.goto('/whiteboard/history?play')
    await expect(momentOf(visitor)).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4} at \d\d:\d\d$/)
    await momentOf(visitor).press('End')
    await expect(visitor.getByRole('img', { name: `${name} is drawing` })).toBeVisible()
    await expect(visitor.getByRole('region', { name: 'Drawing at this moment' }).getByText(name)).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await visitor.setViewportSize({ width, height: 900 })
      // The header would cover a part of a link.
      await visitor.evaluate(() => scrollTo(0, 0))
      await expectAccessible(visitor)
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })

  test('the time-lapse plays by itself unless reduced motion is preferred, until it is paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/whiteboard/history?play')
    await page.getByText('Slow').click()
    await expect.poll(() => momentOf(page).inputValue()).not.toBe('0')
    await page.locator('h1').click()
    await page.keyboard.press(' ')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 1000 })
  })

  test('an empty time-lapse shows a message', async ({ page }) => {
    const nothing = { number: 0, date: '20260101000000' }
    const empty = { revision: 0, start: nothing, last: nothing, snapshots: [] }
    await page.route('**/api/v2/whiteboard/log', (route) => route.fulfill({ json: empty }))
    await page.goto('/whiteboard/history?play')
    await expect(page.getByText('No one drew on the board in the last 24 hours.')).toBeVisible()
  })

  test('a time-lapse that failed to load can be loaded again', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/)
    await page.route('**/api/v2/whiteboard/log/**', (route) => route.abort())
    await page.goto('/whiteboard/history?play')
    const failed = page.getByText('The time-lapse couldn’t be loaded.')
    await expect(failed).toBeVisible()
    await page.unroute('**/api/v2/whiteboard/log/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await expect.poll(() => shown(page)).toBe(BLANK_BOARD_HASH)
  })
})

test('the board can be posted as a sketch on the upload page [2 §2 Whiteboard]', async ({ page }) => {
  await enterAs(page, 'Sketch')
  await page.getByRole('button', { name: 'Download as sketch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Post as a sketch' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByText(/whiteboard-\d{4}-\d\d-\d\d/)).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue(/^Drawn on the whiteboard by .*\.$/)
})

test.describe('touch [2 §2 Whiteboard]', () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 900 } })

  const boardWidth = async (page: Page) => Math.round((await boardOf(page).boundingBox())?.width ?? 0)
  test('one finger draws', async ({ page }) => {
    await enterAs(page, 'Finger')
    await touch(page, [[[560, 200]], [[600, 200]], [[640, 200]]])
    await expect.poll(() => colourAt(page, [600, 200])).toBe(INK)
  })

  test('two fingers zoom, until a tap with three resets the view', async ({ page }) => {
    await enterAs(page, 'Fingers')
    const before = await boardWidth(page)
    await touch(page, [
      [
        [300, 260],
        [400, 260],
      ],
      [
        [250, 260],
        [450, 260],
      ],
      [
        [200, 260],
        [500, 260],
      ],
    ])
    await expect.poll(() => boardWidth(page)).toBeGreaterThan(before * 2)
    await touch(page, [
      [
        [300, 200],
        [350, 200],
        [400, 200],
      ],
    ])
    await expect.poll(() => boardWidth(page)).toBe(before)
    await expectAccessible(page)
  })
})

/**
 * Presses fingers at the first places, moves them through the others, and lifts them; places are on the untransformed
 * board.
 */
async function touch(page: Page, steps: readonly (readonly Point[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const all = await Promise.all(steps.map((points) => Promise.all(points.map((point) => windowPosition(page, point)))))
  for (const [step, places] of all.entries()) {
    const touchPoints = places.map((place, id) => ({ ...place, id }))
    await session.send('Input.dispatchTouchEvent', { type: step === 0 ? 'touchStart' : 'touchMove', touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
