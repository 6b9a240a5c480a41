import type { Locator, Page } from 'playwright/test'
import { drawBySocket } from '../support/e2e/board-socket.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import {
  type boardOf,
  colourAt,
  drawLine,
  enterWhiteboard,
  expectSameBoard,
  type Point,
  windowPosition,
} from '../support/e2e/whiteboard.ts'

/** A gloperator among the seeded people. */
const STAFF = 'Ines Karlsen'
const INK = '27,29,33'
const FROZEN = 'The whiteboard is frozen. No one can draw right now.'
const TOO_NEW = 'Members can draw here one day after joining.'

/** Two crossing lines that meet at (620, y); the later one is on top. */
const crossingLines = (y: number): [[Point, Point], [Point, Point]] => [
  [
    [560, y],
    [680, y],
  ],
  [
    [620, y - 20],
    [620, y + 20],
  ],
]

/** A short upright line. */
const uprightLine = (x: number, y: number): [Point, Point] => [
  [x, y],
  [x, y + 10],
]

/** Signs in a member on each page; returns the name of the second one. */
async function signInBoth(page: Page, other: Page, nickname = freshName('Looker')): Promise<string> {
  const name = freshName('Scribbler')
  await Promise.all([signInAs(page, nickname), signInAs(other, name)])
  return name
}

/** Opens the whiteboard on both pages. */
async function enterBoth(page: Page, other: Page, nickname?: string): Promise<string> {
  const name = await signInBoth(page, other, nickname)
  await Promise.all([enterWhiteboard(page), enterWhiteboard(other)])
  return name
}

/**
 * Draws a line as the member of `page` and another as that of `other` that crosses it at (620, y). Returns the colour
 * that only the second line changes, 15 px above the crossing.
 */
async function drawCrossingLines(page: Page, other: Page, y: number): Promise<string> {
  const [ownLine, othersLine] = crossingLines(y)
  await drawBySocket(page, ownLine)
  await expect.poll(() => colourAt(page, [620, y])).toBe(INK)
  const before = await colourAt(page, [620, y - 15])
  await drawBySocket(other, othersLine)
  await expect.poll(() => colourAt(page, [620, y - 15])).toBe(INK)
  return before
}

const artistRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the board names the artist of a mark [2 §2 Whiteboard]', async ({ page, anotherBrowser }) => {
  const other = await anotherBrowser()
  const name = await signInBoth(page, other)
  await enterWhiteboard(page)
  await drawCrossingLines(page, other, 480)
  await page.getByRole('button', { name: 'Artists' }).click()
  await expect(artistRow(page, name)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Who drew this?' }).click()
  await expect(page.getByText('Press a place on the board to see who drew there.')).toBeVisible()
  const { x, y } = await windowPosition(page, [620, 465])
  await page.mouse.click(x, y)
  const dialog = page.getByRole('dialog', { name: 'Who drew this?' })
  await expect(dialog.getByRole('link', { name })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Hide marks' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove marks…' })).toBeHidden()
})

test('a member can hide all marks of an artist from themselves, until they show them [2 §2 Whiteboard]', async ({
  page,
  anotherBrowser,
}) => {
  const other = await anotherBrowser()
  const name = await enterBoth(page, other)
  const before = await drawCrossingLines(page, other, 360)
  await expect.poll(() => colourAt(other, [620, 345])).toBe(INK)
  await page.getByRole('button', { name: 'Artists' }).click()
  await artistRow(page, name).getByRole('button', { name: 'Hide marks' }).click()
  await expect.poll(() => colourAt(page, [620, 345])).toBe(before)
  expect(await colourAt(page, [620, 360])).toBe(INK)
  expect(await colourAt(other, [620, 345])).toBe(INK)
  await page.keyboard.press('Escape')
  await drawLine(other, uprightLine(640, 280))
  await drawLine(page, uprightLine(600, 280))
  await expect.poll(() => colourAt(page, [600, 285])).toBe(INK)
  await expect.poll(() => colourAt(other, [600, 285])).toBe(INK)
  expect(await colourAt(page, [640, 285])).not.toBe(INK)
  await enterWhiteboard(page)
  await expect.poll(() => colourAt(page, [600, 285])).toBe(INK)
  await expect.poll(() => colourAt(page, [640, 285])).not.toBe(INK)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectSameBoard(page, other)
})

test.describe('draw policy [2 §6]', () => {
  async function chooseAction(staff: Page, label: string): Promise<void> {
    await staff.getByRole('navigation', { name: 'Whiteboard' }).getByRole('button', { name: 'More' }).click()
    await staff.getByRole('menuitem', { name: label, exact: true }).click()
  }

  const line = (x: number): [Point, Point] => {
    const to: Point = [x + 60, 330]
    return [[x, 330], to]
  }

  // All tests share one board.
  test.afterEach(async ({ page }) => {
    const data = { frozen: false, excludesNewMembers: false }
    await page.request.post('/api/v2/whiteboard/draw-policy', { headers: siteHeaders(), data })
  })

  test('no one draws while staff have frozen the whiteboard', async ({ page, anotherBrowser }) => {
    const artist = await anotherBrowser()
    await enterBoth(page, artist, STAFF)
    await chooseAction(page, 'Freeze')
    await expect(artist.getByText(FROZEN)).toBeVisible()
    await drawLine(artist, line(100))
    await chooseAction(page, 'Unfreeze')
    await expect(artist.getByText(FROZEN)).toBeHidden()
    await drawLine(artist, line(200))
    await expect.poll(() => colourAt(page, [230, 330])).toBe(INK)
    expect(await colourAt(artist, [130, 330])).not.toBe(INK)
  })

  test('new members do not draw while staff have paused them', async ({ page, anotherBrowser }) => {
    const artist = await anotherBrowser()
    await enterBoth(page, artist, STAFF)
    const tooNew = artist.getByText(TOO_NEW)
    await chooseAction(page, 'Pause new members')
    await expect(tooNew).toBeVisible()
    await drawLine(artist, line(300))
    await drawLine(page, line(400))
    await expect.poll(() => colourAt(artist, [430, 330])).toBe(INK)
    await expect(page.getByText(TOO_NEW)).toBeHidden()
    await enterWhiteboard(artist)
    await expect(tooNew).toBeVisible()
    await chooseAction(page, 'Allow new members')
    await expect(tooNew).toBeHidden()
    await drawLine(artist, line(500))
    await expect.poll(() => colourAt(page, [530, 330])).toBe(INK)
    expect(await colourAt(artist, [330, 330])).not.toBe(INK)
  })
})

test.describe('rollback by staff [2 §6]', () => {
  /** Opens the dialog that removes the marks of an artist. */
  async function openRollback(page: Page, name: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Artists' }).click()
    await artistRow(page, name).getByRole('button', { name: 'Remove marks…' }).click()
    const dialog = page.getByRole('dialog', { name: `Remove marks by ${name}` })
    await expect(dialog.getByText(/^\d+ marks? will be removed for everyone\.$/)).toBeVisible()
    return dialog
  }
  const previewOf = (dialog: Locator) => dialog.getByRole('img', { name: 'The board without these marks' })

  test('staff see the board without the marks before they remove them', async ({ page, anotherBrowser }) => {
    const vandal = await anotherBrowser()
    const name = await signInBoth(page, vandal, STAFF)
    await enterWhiteboard(page)
    const before = await drawCrossingLines(page, vandal, 420)
    const dialog = await openRollback(page, name)
    await expectAccessible(page)
    expect(await pixelOf(previewOf(dialog), [620, 405])).toBe(before)
    expect(await pixelOf(previewOf(dialog), [580, 420])).toBe(INK)
  })

  test('staff can remove the marks in a part of the board', async ({ page, anotherBrowser }) => {
    const vandal = await anotherBrowser()
    const name = await signInBoth(page, vandal, STAFF)
    await enterWhiteboard(page)
    const before = await drawCrossingLines(page, vandal, 240)
    const dialog = await openRollback(page, name)
    await dialog.getByText('Part of the board', { exact: true }).click()
    await dialog.getByRole('spinbutton', { name: 'Left' }).fill('400')
    await dialog.getByRole('spinbutton', { name: 'Width' }).fill('100')
    await dialog.getByRole('spinbutton', { name: 'Top' }).fill('200')
    await expect(dialog.getByText('No marks will be removed.')).toBeVisible()
    expect(await pixelOf(previewOf(dialog), [620, 225])).toBe(INK)
    await expectAccessible(page)
    await dialog.getByRole('spinbutton', { name: 'Left' }).fill('600')
    await expect(dialog.getByText(/will be removed for everyone\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => colourAt(page, [620, 225])).toBe(before)
  })

  test("a rollback removes only the artist's marks, until it is undone", async ({ page, anotherBrowser }) => {
    const vandal = await anotherBrowser()
    const name = await enterBoth(page, vandal, STAFF)
    const before = await drawCrossingLines(page, vandal, 160)
    await (await openRollback(page, name)).getByRole('button', { name: 'Remove' }).click()
    for (const each of [page, vandal]) await expect.poll(() => colourAt(each, [620, 145])).toBe(before)
    expect(await colourAt(page, [580, 160])).toBe(INK)
    await expectSameBoard(page, vandal)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => colourAt(vandal, [620, 145])).toBe(INK)
    await expectSameBoard(page, vandal)
  })

  test('a ban can remove the marks of the banned member', async ({ page, anotherBrowser }) => {
    const vandal = await anotherBrowser()
    const name = await signInBoth(page, vandal, STAFF)
    await enterWhiteboard(page)
    const before = await drawCrossingLines(page, vandal, 100)
    await page.goto(`/user/${await currentUserId(vandal)}`)
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Ban or warn' }).click()
    const ban = page.getByRole('dialog', { name: `Ban or warn ${name}` })
    await ban.getByRole('button', { name: 'Duration' }).click()
    await page.getByRole('option', { name: '3 hours', exact: true }).click()
    await ban.getByLabel('Reason').fill('Scribbled over others.')
    await ban.getByRole('checkbox', { name: 'Remove their marks from the whiteboard' }).check()
    await ban.getByRole('button', { name: 'Ban or warn' }).click()
    await expect(page.getByText(/^\d+ marks? removed\.$/)).toBeVisible()
    await enterWhiteboard(page)
    expect(await colourAt(page, [620, 85])).toBe(before)
  })
})

function pixelOf(canvas: ReturnType<typeof boardOf>, [x, y]: Point): Promise<string> {
  return canvas.evaluate(
    (canvas: HTMLCanvasElement, [x, y]) =>
      canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.slice(0, 3).join(',') ?? '',
    [x, y] as const,
  )
}
