import type { Page, WebSocketRoute } from 'playwright/test'
import { BOARD_FLUSH_MS, BOARD_SLICE_WIDTH } from '../../contract/limits.ts'
import { untilNothingIsCached } from '../support/board/site-board.ts'
import { drawBySocket } from '../support/e2e/board-socket.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'
import {
  BLANK_BOARD_HASH,
  boardOf,
  colourAt,
  dragTo,
  drawLine,
  enterWhiteboard,
  expectSameBoard,
  hashOfPage,
  hashOfSite,
  type Point,
  pressAt,
  siteColourAt,
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
  expect(after).toBeLessThan(3000)
  await page.clock.resume()
  await expect(alert).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

const CLOCK_STEP_MS = 20

/** Advances a paused clock more slowly than real time, so that loading takes little of its time. */
function runClockUntil(page: Page, condition: () => boolean | Promise<boolean>): Promise<void> {
  return expect(async () => {
    await page.clock.runFor(CLOCK_STEP_MS)
    expect(await condition()).toBe(true)
  }).toPass({ intervals: [5 * CLOCK_STEP_MS] })
}

test('a drawn line appears on the board of others, with the name of its artist until they pause', async ({
  page,
  anotherMember,
}) => {
  const name = freshName('Two')
  const two = await anotherMember(name)
  await enterAs(page, 'One')
  // Waits from before the line: the name is there for little more than a second.
  const named = page.getByRole('img', { name: `${name} is drawing` }).waitFor()
  await drawBySocket(two, [
    [40, 80],
    [140, 80],
  ])
  await named
  await expect.poll(() => colourAt(page, [90, 80])).toBe(INK)
  await expect(page.getByRole('img', { name: `${name} is drawing` })).toBeHidden()
})

test('the pixels of a drawn line are the same on the page and at the site', async ({ page }) => {
  await enterAs(page, 'One')
  await drawLine(page, [
    [40, 40],
    [140, 40],
    [140, 60],
  ])
  await expect.poll(() => colourAt(page, [90, 40])).toBe(INK)
  await expectSameBoard(page)
})

test('a line drawn without a connection is sent when the connection is back', async ({ page, anotherMember }) => {
  const other = await anotherMember(freshName('Other'))
  await enterAs(page, 'Offline')
  await pressAt(page, [200, 200])
  await dragTo(page, [260, 200])
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline. Your drawing will be sent when you’re back.')).toBeVisible()
  await dragTo(page, [340, 200])
  await page.mouse.up()
  await drawBySocket(other, [
    [300, 150],
    [300, 260],
  ])
  await expect.poll(() => colourAt(page, [320, 200])).toBe(INK)
  expect(await siteColourAt(page, [320, 200])).toBe(PAPER)
  await page.context().setOffline(false)
  await expect.poll(() => colourAt(page, [300, 240])).toBe(INK)
  await expectSameBoard(page)
  expect(await colourAt(page, [320, 200])).toBe(INK)
})

test('a late member sees the board of the earlier ones', async ({ page, anotherMember }) => {
  await drawBySocket(await anotherMember(freshName('Early')), [
    [220, 150],
    [220, 260],
  ])
  await enterAs(page, 'Late')
  await expectSameBoard(page)
  expect(await colourAt(page, [220, 240])).toBe(INK)
})

test("a page whose board differs from the site's detects this and repairs it", async ({ page, anotherMember }) => {
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
  await drawBySocket(await anotherMember(freshName('Right')), [
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
  const dialog = page.getByRole('dialog', { name: 'Whiteboard Free Draw' })
  await expect(dialog.getByRole('link', { name: 'community guidelines' })).toHaveAttribute('href', '/guidelines')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
})

test.describe('history [2 §2 Whiteboard]', () => {
  const slices = Array.from({ length: 48 }, (_, index) => ({
    ...{ shiftIndex: 60 - index, revision: 0, date: `20260401${23 - Math.floor(index / 6)}${5 - (index % 6)}000` },
  }))
  const row = (page: Page) => page.getByRole('list', { name: 'Slices' })
  const pictures = (page: Page) => row(page).getByRole('img')

  test('the history is empty until a slice has left the board', async ({ page }) => {
    await page.goto('/whiteboard/history')
    await expect(page.getByText('Nothing has scrolled off the board yet.')).toBeVisible()
    await expectAccessible(page)
  })

  async function openHistory(page: Page): Promise<void> {
    await page.route('**/api/v2/whiteboard/history', (route) => route.fulfill({ json: { slices } }))
    const { buffer: body } = await png('slice.png', BOARD_SLICE_WIDTH)
    await page.route('**/whiteboard/slices/*', (route) => route.fulfill({ contentType: 'image/png', body }))
    await page.goto('/whiteboard/history')
    await expect(pictures(page)).toHaveCount(slices.length)
  }

  test('the history shows the slices in a row, oldest at the left', async ({ page }) => {
    await openHistory(page)
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

  test('the history opens at its end, from where the arrow keys scroll', async ({ page }) => {
    await openHistory(page)
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

  /** Lines of a cross. */
  const CROSS: [[Point, Point], [Point, Point]] = [
    [
      [60, 420],
      [160, 470],
    ],
    [
      [160, 420],
      [60, 470],
    ],
  ]

  test('the time-lapse goes from a blank board to the current one', async ({ page, anotherMember }) => {
    await drawBySocket(await anotherMember(freshName('Lapse')), ...CROSS)
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
  })

  test('the time-lapse plays up to the current board and stops there', async ({ page, anotherMember }) => {
    await drawBySocket(await anotherMember(freshName('Lapse')), ...CROSS)
    const board = await hashOfSite(page)
    await page.goto('/whiteboard/history?play')
    const moment = momentOf(page)
    await moment.press('End')
    await expect.poll(() => shown(page)).toBe(board)
    for (let step = 0; step < 3; step++) await moment.press('ArrowLeft')
    await page.getByText('Fast').click()
    await moment.press(' ')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => shown(page)).toBe(board)
  })

  test('the time-lapse shows a visitor who drew when', async ({ page, anotherMember }) => {
    const name = freshName('Lapse')
    await drawBySocket(await anotherMember(name), ...CROSS)
    await untilNothingIsCached()
    await page.goto('/whiteboard/history?play')
    await expect(momentOf(page)).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4} at \d\d:\d\d$/)
    await momentOf(page).press('End')
    await expect(page.getByRole('img', { name: `${name} is drawing` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Drawing at this moment' }).getByText(name)).toBeVisible()
    await expectAccessible(page)
  })

  test('the time-lapse does not scroll sideways in any window', async ({ page }) => {
    await page.goto('/whiteboard/history?play')
    await expect(screenOf(page)).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })

  test('the time-lapse plays by itself unless reduced motion is preferred, until it is paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/whiteboard/history?play')
    await page.getByText('Slow').click()
    await expect.poll(() => momentOf(page).inputValue()).not.toBe('0')
    await page.locator('h1').click()
    await page.keyboard.press(' ')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  })

  test('an empty time-lapse shows a message', async ({ page }) => {
    const nothing = { number: 0, date: '20260101000000' }
    const empty = { revision: 0, start: nothing, last: nothing, snapshots: [] }
    await page.route('**/api/v2/whiteboard/log', (route) => route.fulfill({ json: empty }))
    await page.goto('/whiteboard/history?play')
    await expect(page.getByText('No one drew on the board in the last 24 hours.')).toBeVisible()
  })

  test('a time-lapse whose log was rewritten meanwhile is loaded again by itself', async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/)
    const board = await hashOfSite(page)
    let logs = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v2/whiteboard/log')) logs++
    })
    const notFound = { error: { code: 'not_found', message: 'not found' } }
    await page.route('**/api/v2/whiteboard/log/**', (route) =>
      logs > 1 ? route.continue() : route.fulfill({ status: 404, json: notFound }),
    )
    await page.goto('/whiteboard/history?play')
    await expect.poll(() => logs).toBe(2)
    await momentOf(page).press('End')
    await expect.poll(() => shown(page)).toBe(board)
    await expect(page.getByText('The time-lapse couldn’t be loaded.')).toBeHidden()
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
