import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { decodeBoardPng } from '../../contract/board/board-png.ts'
import { drawBySocket } from '../support/e2e/board-socket.ts'
import { ConsoleErrors, expect, expectAccessible, openBrowser, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import {
  boardOf,
  boardTransform,
  colourAt,
  dragTo,
  drawLine,
  enterWhiteboard,
  expectSameBoard,
  hashOfPage,
  type Point,
  pressAt,
  windowPosition,
} from '../support/e2e/whiteboard.ts'

const INK = '27,29,33'
const PAPER = '255,255,255'

const stageOf = (page: Page) => page.getByRole('region', { name: 'Board', exact: true })
const toolsOf = (page: Page) => page.getByRole('region', { name: 'Tools' })

test.describe('at the board [2 §2 Whiteboard, §5]', () => {
  // A single worker runs these tests, so that they share the page; those that change the tools come last.
  test.describe.configure({ mode: 'default' })
  let page: Page
  let errors: ConsoleErrors
  let firstView: Awaited<ReturnType<typeof boardTransform>>

  test.beforeAll(async ({ browser }) => {
    errors = new ConsoleErrors()
    page = await openBrowser(browser, errors)
    await page.setViewportSize({ width: 1280, height: 720 })
    await signInAs(page, freshName('Artist'))
    await enterWhiteboard(page)
    firstView = await boardTransform(page)
  })
  test.beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await stageOf(page).focus()
    await page.keyboard.press('0')
    await expect.poll(() => boardTransform(page)).toEqual(firstView)
  })
  test.afterEach(() => {
    expect(errors.left(), 'errors on the console').toEqual([])
  })
  test.afterAll(() => page.context().close())

  test('axe finds no violations at the board', async () => {
    await expectAccessible(page)
  })

  test("the whiteboard has its own header instead of the site's", async () => {
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByText(/^(Board moves on (in|after) )?\d+:\d\d/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/whiteboard/history')
  })

  test('the board fits every window', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect.poll(async () => (await boardTransform(page)).scale).toBeCloseTo(976 / 525, 2)
    await expect(boardOf(page)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(async () => (await boardTransform(page)).scale).toBeCloseTo(360 / 700, 2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 740, height: 360 })
    await expect(boardOf(page)).toBeInViewport({ ratio: 1 })
  })

  test('a line is drawn under the pointer, also on an enlarged board', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect.poll(async () => (await boardTransform(page)).scale).toBeGreaterThan(1.5)
    await drawLine(page, [
      [660, 500],
      [690, 500],
    ])
    await expect.poll(() => colourAt(page, [675, 500])).toBe(INK)
    expect(await colourAt(page, [675, 510])).toBe(PAPER)
    // The pixels on the screen are those of the board, although a larger canvas shows them.
    expect(await colourOnScreen(page, [675, 500])).toBe(INK)
    await expectSameBoard(page)
  })

  test('held Space moves the board instead of drawing', async () => {
    const before = await hashOfPage(page)
    const { x, y, scale } = await boardTransform(page)
    // Space would press the button again, or scroll the page.
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('0')
    await expect.poll(() => boardTransform(page)).toEqual({ x, y, scale, degrees: 0 })
    const from = await windowPosition(page, [300, 300])
    await page.mouse.move(from.x, from.y)
    await page.keyboard.down(' ')
    await page.mouse.down()
    await page.mouse.move(from.x + 50, from.y - 30, { steps: 3 })
    await expect.poll(() => boardTransform(page)).toMatchObject({ x: x + 50, y: y - 30, scale })
    await page.keyboard.up(' ')
    await page.mouse.move(from.x + 60, from.y - 30)
    await page.mouse.up()
    await expect.poll(() => boardTransform(page)).toMatchObject({ x: x + 60, y: y - 30 })
    expect(await hashOfPage(page)).toBe(before)
  })

  test('the middle button moves the board instead of drawing', async () => {
    const before = await hashOfPage(page)
    const { x, y, scale } = await boardTransform(page)
    const from = await windowPosition(page, [300, 300])
    await page.mouse.move(from.x, from.y)
    await page.mouse.down({ button: 'middle' })
    await page.mouse.move(from.x - 60, from.y + 30, { steps: 3 })
    await page.mouse.up({ button: 'middle' })
    await expect.poll(() => boardTransform(page)).toMatchObject({ x: x - 60, y: y + 30, scale })
    expect(await hashOfPage(page)).toBe(before)
  })

  test('a line can be drawn after the board was moved', async () => {
    const { x, y } = await windowPosition(page, [300, 300])
    await page.mouse.move(x, y)
    await page.mouse.down({ button: 'middle' })
    await page.mouse.move(x - 60, y + 30, { steps: 3 })
    await page.mouse.up({ button: 'middle' })
    await expect.poll(() => boardTransform(page)).toMatchObject({ x: firstView.x - 60, y: firstView.y + 30 })
    await pressAt(page, [300, 300])
    await dragTo(page, [330, 300])
    await page.mouse.up()
    await expect.poll(() => colourAt(page, [315, 300])).toBe(INK)
  })

  test('Space presses a control that was reached by key', async () => {
    const picker = page.getByRole('button', { name: 'Pick a colour from the board' })
    await picker.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press(' ')
    await expect(page.getByRole('button', { name: 'Pick a colour from the board', pressed: true })).toBeVisible()
    await picker.press(' ')
  })

  test('the wheel zooms around the mouse, or rotates with Shift', async () => {
    await expectWheelControls(page)
  })

  test('keys zoom, rotate and move the board', async () => {
    await expectKeyControls(page)
  })

  test('the buttons that turn the board show a turning square, unlike the arrows of undo and redo', async () => {
    for (const name of ['Turn left', 'Turn right'])
      await expect(page.getByRole('button', { name }).locator('svg')).toHaveClass(/-square\b/)
  })

  test('the key 0 resets the view of the board', async () => {
    const width = async () => (await boardOf(page).boundingBox())?.width
    const before = await width()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('.')
    await expect.poll(width).toBeGreaterThan(900)
    await page.keyboard.press('0')
    await expect.poll(width).toBe(before)
  })

  test('the toolbar gives a hint for the device that was used last', async () => {
    for (const [pointerType, hint] of [
      ['touch', 'A three-finger tap resets the rotation.'],
      ['pen', 'Press harder for a thicker line.'],
      ['mouse', 'Hold Space or the middle button to move.'],
    ] as const) {
      await stageOf(page).dispatchEvent('pointermove', { pointerType })
      await expect(toolsOf(page).getByText(hint)).toBeVisible()
    }
  })

  test('the instructions list the controls of the used device before those of others', async () => {
    await page.getByRole('button', { name: 'Instructions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Instructions' })
    await expect(dialog.getByRole('radio', { name: 'Mouse and keys' })).toBeChecked()
    await dialog.getByText('Touch', { exact: true }).click()
    await expect(dialog.getByRole('list', { name: 'Controls' })).toContainText(
      'Two fingers zoom, turn and move the board.',
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('the chat is beside the board, or below it in a narrow window', async () => {
    await expectChatBesideOrBelow(page)
  })

  test('the chat can be hidden and shown again', async () => {
    const chat = page.getByRole('region', { name: 'Room whiteboard' })
    await page.getByRole('button', { name: 'Hide chat' }).click()
    await expect(chat).toBeHidden()
    await page.getByRole('button', { name: 'Show chat' }).click()
    await expect(chat).toBeVisible()
  })

  test('the picture of the board can be downloaded', async () => {
    await page.getByRole('button', { name: 'Download as sketch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download as sketch' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^whiteboard-\d{4}-\d\d-\d\d\.png$/)
    const pixels = decodeBoardPng(await readFile(await (await download).path()))
    expect(pixels.length).toBe(700 * 525)
    await expect(dialog).toBeHidden()
  })

  test('a slider of the tools goes to its ends by End and Home', async () => {
    await choosePixelByKey(page)
    const inset = page.getByRole('slider', { name: 'Inset' })
    for (const [key, value, percent] of [
      ['End', '1', '100%'],
      ['Home', '0', '0%'],
    ] as const) {
      await inset.press(key)
      await expect(inset).toHaveValue(value)
      await expect(inset).toHaveAttribute('aria-valuetext', percent)
    }
  })

  test('the picker takes the colour of the board', async () => {
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

  test('the tool and its settings are kept until the next visit', async () => {
    await toolsOf(page).getByText('Pen', { exact: true }).click()
    const pressure = page.getByRole('checkbox', { name: 'Pen pressure' })
    await pressure.uncheck()
    await pressure.blur()
    await choosePixelByKey(page)
    await page.keyboard.press(']')
    const size = page.getByRole('slider', { name: 'Size' })
    await expect(size).toHaveAttribute('aria-valuetext', '32')
    await enterWhiteboard(page)
    await expect(pixelOf(page)).toBeChecked()
    await expect(size).toHaveAttribute('aria-valuetext', '32')
    await toolsOf(page).getByText('Pen', { exact: true }).click()
    await expect(pressure).not.toBeChecked()
  })

  test('the board can be posted as a sketch on the upload page', async () => {
    await page.getByRole('button', { name: 'Download as sketch' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Post as a sketch' }).click()
    await expect(page).toHaveURL('/upload')
    await expect(page.getByText(/whiteboard-\d{4}-\d\d-\d\d/)).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue(/^Drawn on the whiteboard by .*\.$/)
  })
})

const pixelOf = (page: Page) => page.getByRole('radio', { name: 'Pixel' })

async function choosePixelByKey(page: Page): Promise<void> {
  await page.keyboard.press('x')
  await expect(pixelOf(page)).toBeChecked()
}

/** Colour of the pixel of the window at a point of the board, as "r,g,b". */
async function colourOnScreen(page: Page, point: Point): Promise<string | undefined> {
  const { x, y } = await windowPosition(page, point)
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const dot = await page.screenshot({ clip })
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(picture, 0, 0)
      return context?.getImageData(0, 0, 1, 1).data.slice(0, 3).join(',')
    },
    [...dot],
  )
}

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

test('a member who accepted the rules today sees them in a line beside the same button [2 §2 Whiteboard]', async ({
  page,
}) => {
  await signInAs(page, freshName('Promise'))
  await enterWhiteboard(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  const enter = page.getByRole('button', { name: "I'll be good, let me in!" })
  await expect(enter).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'community guidelines' })).toBeVisible()
  await expectAccessible(page)
  await enter.click()
  await expect(stageOf(page)).toBeVisible()
})

test('a toast appears above the state of the board', async ({ page, consoleErrors, anotherMember }) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  await signInAs(page, freshName('Stacked'))
  await enterWhiteboard(page)
  await drawBySocket(await anotherMember(freshName('Other')), [
    [300, 500],
    [340, 500],
  ])
  await expect.poll(() => colourAt(page, [320, 500])).toBe(INK)
  await page.getByRole('button', { name: 'Hide chat' }).click()
  await page.getByRole('button', { name: 'Artists' }).click()
  await page.getByRole('button', { name: 'Who drew this?' }).click()
  const { x, y } = await windowPosition(page, [690, 5])
  await page.mouse.click(x, y)
  const statusOf = (text: string) => page.getByRole('status').filter({ hasText: text })
  const toast = statusOf('No one drew there in the last 24 hours.')
  // Keeps it.
  await toast.locator('> *').hover()
  await page.context().setOffline(true)
  const state = statusOf('You’re offline. Your drawing will be sent when you’re back.')
  await expect(state).toBeVisible()
  const [above, below] = [await toast.boundingBox(), await state.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test('the board explains the touches that move it', async ({ page }) => {
    await signInAs(page, freshName('Turned'))
    await enterWhiteboard(page)
    await expect(toolsOf(page).getByText('Two fingers zoom, turn and move.')).toBeInViewport({ ratio: 1 })
  })

  test('the tools of the pen fit into a row 640 px wide', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 360 })
    await signInAs(page, freshName('Turned'))
    await enterWhiteboard(page)
    for (const name of ['Colour', 'Zoom out', 'Zoom in', 'Turn left', 'Turn right', 'Reset the rotation'])
      await expect(toolsOf(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  })
})
