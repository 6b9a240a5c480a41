import type { CDPSession, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import {
  boardOf,
  colourAt,
  drawLine,
  drawOn,
  enterWhiteboard,
  expectSameBoard,
  HASH_OF_PAPER,
  hashOfPage,
  hashOfPicture,
  hashOfSite,
  type Point,
  placeOf,
  putDown,
} from '../support/e2e/whiteboard.ts'

const INK = '27,29,33'
const PAPER = '255,255,255'

test('a visitor sees the board, and is told to log in [2 §2 Whiteboard]', async ({ page }) => {
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

test('the account named Anonymous is told that it has no access, and is home [2 §2 Whiteboard]', async ({ page }) => {
  await signInAs(page, 'Anonymous')
  await page.goto('/whiteboard')
  await expect(page.getByRole('alert')).toContainText('Sorry your account does not have access to the Whiteboard yet.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('the board is one for all: who draws, who was away and who comes late see the same', async ({
  page,
  anotherBrowser,
}) => {
  await signInAs(page, freshName('One'))
  await enterWhiteboard(page)
  const two = await anotherBrowser()
  const nameOfTwo = freshName('Two')
  await signInAs(two, nameOfTwo)
  await enterWhiteboard(two)

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

  await putDown(two, [200, 200])
  await drawOn(two, [260, 200])
  await two.context().setOffline(true)
  await expect(two.getByText('What you draw is sent when the connection is back.')).toBeVisible()
  await drawOn(two, [340, 200])
  await two.mouse.up()
  await drawLine(page, [
    [300, 150],
    [300, 260],
  ])
  await expect.poll(() => colourAt(two, [320, 200])).toBe(INK)
  expect(await colourAt(page, [320, 200])).toBe(PAPER)
  await two.context().setOffline(false)
  await expect.poll(() => colourAt(page, [320, 200])).toBe(INK)

  const late = await anotherBrowser()
  await signInAs(late, freshName('Late'))
  await enterWhiteboard(late)
  await expectSameBoard(page, two, late)
  expect(await colourAt(late, [300, 240])).toBe(INK)
  await expect.poll(() => hashOfPicture(page), { timeout: 20_000 }).toBe(await hashOfPage(late))
})

test('a board that is not what everyone has notices it, and is repaired', async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Wrong'))
  let isWrong = true
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      // A fault on the way that nothing else would find: lines come in another colour.
      socket.send(isWrong && typeof frame === 'string' ? frame.replaceAll('scr 1b1d21', 'scr ff0000') : frame)
    })
  })
  await enterWhiteboard(page)
  const other = await anotherBrowser()
  await signInAs(other, freshName('Right'))
  await enterWhiteboard(other)
  await drawLine(other, [
    [20, 480],
    [50, 500],
  ])
  await expect.poll(() => colourAt(page, [35, 490])).toBe('255,0,0')
  isWrong = false
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => colourAt(page, [35, 490])).toBe(INK)
  await expectSameBoard(page, other)
})

test('what is drawn shows at once, and is kept over a reload until it stands', async ({ page }) => {
  await signInAs(page, freshName('Kept'))
  let swallows = true
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!swallows || !String(message).includes('"draw"')) server.send(message)
    })
  })
  await enterWhiteboard(page)
  await drawLine(page, [
    [420, 40],
    [520, 40],
  ])
  await expect.poll(() => colourAt(page, [470, 40])).toBe(INK)
  await enterWhiteboard(page)
  await expect.poll(() => colourAt(page, [470, 40])).toBe(INK)
  swallows = false
  await enterWhiteboard(page)
  await expectSameBoard(page)
  expect(await colourAt(page, [470, 40])).toBe(INK)
})

test('the board slides to the left when it scrolls, and is drawn on where it is [2 §2 Whiteboard]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInAs(page, freshName('Scroll'))
  let tell = (_event: object) => {}
  await page.routeWebSocket(/\/socket\/whiteboard$/, (socket) => {
    socket.connectToServer()
    tell = (event) => socket.send(JSON.stringify([event]))
  })
  await enterWhiteboard(page)
  await drawLine(page, [
    [450, 300],
    [550, 300],
  ])
  await expectSameBoard(page)
  const slides = slideOf(page, 1000)
  tell({ type: 'commands', number: 1_000_000, text: 'fo 64\n', drawn: [] })
  expect(await slides).toBe('translateX(100px)')
  await expect.poll(() => colourAt(page, [400, 300])).toBe(INK)
  expect(await colourAt(page, [540, 300])).toBe(PAPER)
  expect(await colourAt(page, [690, 300])).toBe(PAPER)
  const joins = slideOf(page, 400)
  tell({ type: 'info', shiftIndex: 1, animShiftX: 40, width: 700, height: 525 })
  expect(await joins).toBe('translateX(40px)')
})

/** From where the board slides, once it slides for so many milliseconds. */
function slideOf(page: Page, duration: number): Promise<string> {
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

test('the tools are there by mouse and by key [2 §2 Whiteboard]', async ({ page }) => {
  await signInAs(page, freshName('Tools'))
  await page.goto('/whiteboard')
  await expect(page.getByRole('dialog', { name: 'Whiteboard Free Draw' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await enterWhiteboard(page)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText(/^(Next scroll in )?\d+:\d\d/)).toBeVisible()
  const pixel = page.getByRole('radio', { name: 'Pixel' })
  await expect(async () => {
    await page.keyboard.press('x')
    await expect(pixel).toBeChecked({ timeout: 500 })
  }).toPass()
  await page.keyboard.press(']')
  await expect(page.getByRole('slider', { name: 'Size' })).toHaveAttribute('aria-valuetext', '32')

  await page.getByRole('button', { name: 'Colour #2e6da4' }).click()
  await drawLine(page, [[600, 450]])
  await expect.poll(() => colourAt(page, [600, 450])).toBe('46,109,164')
  await page.getByRole('button', { name: 'Colour #a3402c' }).click()
  await page.keyboard.press('i')
  await drawLine(page, [[600, 450]])
  await expect(page.getByRole('button', { name: 'Colour #2e6da4', pressed: true })).toBeVisible()
  expect(await colourAt(page, [600, 450])).toBe('46,109,164')

  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.keyboard.press('.')
  const whole = (await boardOf(page).boundingBox())?.width
  expect(whole).toBeGreaterThan(900)
  await page.keyboard.press('0')
  await expect.poll(async () => (await boardOf(page).boundingBox())?.width).toBe(700)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Hide chat' }).click()
  await expect(page.getByRole('region', { name: 'Room whiteboard' })).toBeHidden()
  await page.getByRole('button', { name: 'Show chat' }).click()
  await expect(page.getByRole('region', { name: 'Room whiteboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Instructions' }).click()
  await expect(page.getByRole('dialog', { name: 'Instructions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Nothing has scrolled off the board yet.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('the time-lapse of a day [2 §2 Whiteboard]', () => {
  const screenOf = (page: Page) => page.getByRole('img', { name: 'The board as it was drawn' })
  const momentOf = (page: Page) => page.getByRole('slider', { name: 'Moment' })
  const shown = (page: Page) => hashOfPage(page, screenOf(page))

  test('is the board at its end and paper at its beginning, and shows who drew', async ({ page, anotherBrowser }) => {
    const name = freshName('Lapse')
    await signInAs(page, name)
    await enterWhiteboard(page)
    await drawLine(page, [
      [60, 420],
      [160, 470],
    ])
    await drawLine(page, [
      [160, 420],
      [60, 470],
    ])
    await expectSameBoard(page)
    const board = await hashOfSite(page)

    const visitor = await anotherBrowser()
    await visitor.goto('/whiteboard/history')
    await visitor.getByRole('link', { name: 'Time-lapse' }).click()
    await expect(visitor).toHaveURL('/whiteboard/history?play')
    await expect.poll(() => shown(visitor)).toBe(HASH_OF_PAPER)
    await expect(momentOf(visitor)).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4} at \d\d:\d\d$/)
    await momentOf(visitor).press('End')
    await expect.poll(() => shown(visitor)).toBe(board)
    await expect(visitor.getByRole('img', { name: `${name} is drawing` })).toBeVisible()
    await expect(visitor.getByRole('region', { name: 'Drawing at this moment' }).getByText(name)).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await visitor.setViewportSize({ width, height: 900 })
      await expectAccessible(visitor)
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }

    await momentOf(visitor).press('ArrowLeft')
    await expect.poll(() => shown(visitor)).not.toBe(board)
    await momentOf(visitor).press('Home')
    await expect.poll(() => shown(visitor)).toBe(HASH_OF_PAPER)
    await visitor.getByText('Fast').click()
    await momentOf(visitor).press(' ')
    await expect(visitor.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 })
    expect(await shown(visitor)).toBe(board)
  })

  test('plays by itself for those who did not ask for less motion, until they pause it', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/whiteboard/history?play')
    await page.getByText('Slow').click()
    await expect.poll(() => momentOf(page).inputValue()).not.toBe('0')
    await page.locator('h1').click()
    await page.keyboard.press(' ')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  })

  test('says when nothing was drawn, and loads again what could not be loaded', async ({ page, consoleErrors }) => {
    const nothing = { number: 0, date: '20260101000000' }
    const empty = { revision: 0, start: nothing, last: nothing, snapshots: [] }
    await page.route('**/api/v2/whiteboard/log', (route) => route.fulfill({ json: empty }))
    await page.goto('/whiteboard/history?play')
    await expect(page.getByText('Nobody has drawn on the board in the last 24 hours.')).toBeVisible()
    await page.unroute('**/api/v2/whiteboard/log')
    consoleErrors.allow(/Failed to load resource/)
    await page.route('**/api/v2/whiteboard/log/**', (route) => route.abort())
    await page.reload()
    const failed = page.getByText('The time-lapse could not be loaded.')
    await expect(failed).toBeVisible()
    await page.unroute('**/api/v2/whiteboard/log/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await expect.poll(() => shown(page)).toBe(HASH_OF_PAPER)
  })
})

test('the board becomes a sketch on the upload page [2 §2 Whiteboard]', async ({ page }) => {
  await signInAs(page, freshName('Sketch'))
  await enterWhiteboard(page)
  await page.getByRole('button', { name: 'Download as sketch' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByText(/whiteboard-\d{4}-\d\d-\d\d/)).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue(/^Drawn on the whiteboard by .*\.$/)
})

test.describe('with fingers [2 §2 Whiteboard]', () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 900 } })

  test('one draws, two zoom and turn, and a tap of three sets the board straight', async ({ page }) => {
    await signInAs(page, freshName('Fingers'))
    await enterWhiteboard(page)
    const fingers = await page.context().newCDPSession(page)
    await touch(page, fingers, [[[560, 200]], [[600, 200]], [[640, 200]]])
    await expect.poll(() => colourAt(page, [600, 200])).toBe(INK)

    const width = async () => Math.round((await boardOf(page).boundingBox())?.width ?? 0)
    const before = await width()
    await touch(page, fingers, [
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
    await expect.poll(width).toBeGreaterThan(before * 2)
    await touch(page, fingers, [
      [
        [300, 200],
        [350, 200],
        [400, 200],
      ],
    ])
    await expect.poll(width).toBe(before)
    await expectAccessible(page)
  })
})

/** Lets fingers go down at the first places, on to the others, and up; places are those of the board as it lies at first. */
async function touch(page: Page, session: CDPSession, steps: readonly (readonly Point[])[]): Promise<void> {
  const all = await Promise.all(steps.map((points) => Promise.all(points.map((point) => placeOf(page, point)))))
  for (const [step, places] of all.entries()) {
    const touchPoints = places.map((place, id) => ({ ...place, id }))
    await session.send('Input.dispatchTouchEvent', { type: step === 0 ? 'touchStart' : 'touchMove', touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
