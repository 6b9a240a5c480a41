import { readFile } from 'node:fs/promises'
import { decodeBoardPng } from '../../contract/board/board-png.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
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
  pressAt,
  windowPosition,
} from '../support/e2e/whiteboard.ts'

const INK = '27,29,33'
const PAPER = '255,255,255'

test('the board fits every window and is drawn on under the pointer', async ({ page }) => {
  await signInAs(page, freshName('Fits'))
  await page.setViewportSize({ width: 1920, height: 1080 })
  await enterWhiteboard(page)
  const large = await boardTransform(page)
  expect(large.scale).toBeCloseTo(976 / 525, 2)
  await expect(boardOf(page)).toBeInViewport({ ratio: 1 })
  await drawLine(page, [
    [660, 500],
    [690, 500],
  ])
  await expect.poll(() => colourAt(page, [675, 500])).toBe(INK)
  expect(await colourAt(page, [675, 510])).toBe(PAPER)
  // The pixels on the screen are those of the board, although a larger canvas shows them.
  const { x, y } = await windowPosition(page, [675, 500])
  const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
  const dot = await page.screenshot({ clip })
  const shown = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(picture, 0, 0)
      return context?.getImageData(0, 0, 1, 1).data.slice(0, 3).join(',')
    },
    [...dot],
  )
  expect(shown).toBe(INK)

  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await boardTransform(page)).scale).toBeCloseTo(360 / 700, 2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 740, height: 360 })
  await expect(boardOf(page)).toBeInViewport({ ratio: 1 })
  await expectSameBoard(page)
})

test('held Space and the middle button move the board instead of drawing', async ({ page }) => {
  await signInAs(page, freshName('Pans'))
  await enterWhiteboard(page)
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

  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(from.x - 60, from.y + 30, { steps: 3 })
  await page.mouse.up({ button: 'middle' })
  await expect.poll(() => boardTransform(page)).toMatchObject({ x, y, scale })
  expect(await hashOfPage(page)).toBe(before)

  await pressAt(page, [300, 300])
  await dragTo(page, [330, 300])
  await page.mouse.up()
  await expect.poll(() => colourAt(page, [315, 300])).toBe(INK)
  // A control that was reached by key is pressed by Space.
  await page.getByRole('button', { name: 'Pick a colour from the board' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press(' ')
  await expect(page.getByRole('button', { name: 'Pick a colour from the board', pressed: true })).toBeVisible()
})

test('the toolbar gives a hint for the device that was used last', async ({ page }) => {
  await signInAs(page, freshName('Hints'))
  await enterWhiteboard(page)
  const tools = page.getByRole('region', { name: 'Tools' })
  await expect(tools.getByText('Hold Space or the middle button to move.')).toBeVisible()
  const stage = page.getByRole('region', { name: 'Board', exact: true })
  for (const [pointerType, hint] of [
    ['touch', 'A three-finger tap resets the rotation.'],
    ['pen', 'Press harder for a thicker line.'],
    ['mouse', 'Hold Space or the middle button to move.'],
  ] as const) {
    await stage.dispatchEvent('pointermove', { pointerType })
    await expect(tools.getByText(hint)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Instructions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Instructions' })
  await expect(dialog.getByRole('radio', { name: 'Mouse and keys' })).toBeChecked()
  await dialog.getByText('Touch', { exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Controls' })).toContainText(
    'Two fingers zoom, turn and move the board.',
  )
  await expectAccessible(page)
})

test('the rules are a dialog once a day, and after that a line beside the same button [2 §2 Whiteboard]', async ({
  page,
}) => {
  await signInAs(page, freshName('Promise'))
  await page.goto('/whiteboard')
  const dialog = page.getByRole('dialog', { name: 'Whiteboard Free Draw' })
  await expect(dialog.getByRole('link', { name: 'community guidelines' })).toHaveAttribute('href', '/guidelines')
  await enterWhiteboard(page)
  await page.reload()
  const enter = page.getByRole('button', { name: "I'll be good, let me in!" })
  await expect(enter).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'community guidelines' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(enter).toBeInViewport({ ratio: 1 })
  await enter.click()
  await expect(page.getByRole('region', { name: 'Board', exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.setItem('whiteboard-promise', '2001-01-01'))
  await page.reload()
  await expect(dialog).toBeVisible()
})

test('the picture of the board can be downloaded', async ({ page }) => {
  await signInAs(page, freshName('Saves'))
  await enterWhiteboard(page)
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
