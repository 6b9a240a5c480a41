import type { Locator, Page } from 'playwright/test'
import { drawBySocket } from '../support/e2e/board-socket.ts'
import { ConsoleErrors, expect, expectAccessible, expectFocusIn, openBrowser, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { block, currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import {
  type boardOf,
  colourAt,
  drawLine,
  enterWhiteboard,
  expectSameBoard,
  hashOfSite,
  type Point,
  recordDescriptions,
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

/**
 * Draws a line as the member of `page` and another as `other` that crosses it at (620, y). Returns the colour that only
 * the second line changes, 15 px above the crossing.
 */
async function drawCrossingLines(page: Page, other: Member, y: number): Promise<string> {
  const [ownLine, othersLine] = crossingLines(y)
  await drawBySocket(page, ownLine)
  await expect.poll(() => colourAt(page, [620, y])).toBe(INK)
  const before = await colourAt(page, [620, y - 15])
  await drawBySocket(other, othersLine)
  await expect.poll(() => colourAt(page, [620, y - 15])).toBe(INK)
  return before
}

const artistRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Opens the whiteboard as a new member. */
async function enterAs(page: Page, nickname: string): Promise<void> {
  await signInAs(page, nickname)
  await enterWhiteboard(page)
}

test('the board names the artist of a mark [2 §2 Whiteboard]', async ({ page, anotherMember }) => {
  const name = freshName('Scribbler')
  await enterAs(page, freshName('Looker'))
  await drawCrossingLines(page, await anotherMember(name), 480)
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

test('the cursor of a blocked member is hidden [2 §4]', async ({ page, anotherMember }) => {
  const [rude, friend] = [freshName('Rude'), freshName('Friend')]
  const [blocked, other] = [await anotherMember(rude), await anotherMember(friend)]
  await signInAs(page, freshName('Looker'))
  await block(page, await currentUserId(blocked))
  await enterWhiteboard(page)
  const drawing = await recordDescriptions(page)
  await drawBySocket(blocked, uprightLine(300, 440))
  await expect.poll(() => colourAt(page, [300, 445])).toBe(INK)
  await drawBySocket(other, uprightLine(320, 440))
  await expect.poll(drawing).toContain(friend)
  expect(await drawing()).not.toContain(rude)
})

test('staff roll a reported mark back from its case, and put it back when they undo that', async ({
  page,
  anotherMember,
  anotherBrowser,
}) => {
  const name = freshName('Scribbler')
  await enterAs(page, freshName('Looker'))
  const before = await drawCrossingLines(page, await anotherMember(name), 200)
  await page.getByRole('button', { name: 'Artists' }).click()
  await page.getByRole('button', { name: 'Who drew this?' }).click()
  const { x, y } = await windowPosition(page, [620, 185])
  await page.mouse.click(x, y)
  await page.getByRole('dialog', { name: 'Who drew this?' }).getByRole('button', { name: 'Report this mark' }).click()
  const dialog = page.getByRole('dialog', { name: `Report this mark by ${name}?` })
  await dialog.getByLabel(/^What’s wrong/).fill('Crossed out my line.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog).toBeHidden()

  const staff = await anotherBrowser()
  await signInAs(staff, STAFF, '/gloperate?kind=boardMark')
  await artistRow(staff, name)
    .getByRole('link', { name: /^Whiteboard mark: at/ })
    .click()
  const found = staff.getByRole('article', { name: /^Case/ })
  await expect(found.getByText('Crossed out my line.')).toBeVisible()
  const form = staff.getByRole('form', { name: 'Decision' })
  await form.getByRole('button', { name: /Action/ }).click()
  await staff.getByRole('option', { name: 'Roll back the marks' }).click()
  await form.getByRole('button', { name: /Rule/ }).click()
  await staff.getByRole('option', { name: 'Unkind' }).click()
  await form.getByLabel(/^Reason/).fill('Draw beside others, not over them.')
  await form.getByRole('button', { name: 'Roll back the marks', exact: true }).click()
  await expect(found.getByRole('heading', { name: 'Marks rolled back' })).toBeVisible()
  await expect.poll(() => colourAt(page, [620, 185])).toBe(before)
  expect(await colourAt(page, [580, 200])).toBe(INK)

  await found.getByRole('button', { name: 'Undo' }).click()
  const undoing = staff.getByRole('dialog', { name: 'Undo the decision?' })
  await undoing.getByLabel('Reason').fill('They had agreed on it.')
  await undoing.getByRole('button', { name: 'Undo' }).click()
  await expect(found.getByText(`Undone by ${STAFF}`)).toBeVisible()
  await expect.poll(() => colourAt(page, [620, 185])).toBe(INK)
})

test('a member can hide the marks of an artist for themselves and show them again [2 §2 Whiteboard]', async ({
  page,
  anotherMember,
}) => {
  const name = freshName('Scribbler')
  const other = await anotherMember(name)
  await enterAs(page, freshName('Looker'))
  const before = await drawCrossingLines(page, other, 360)
  const site = await hashOfSite(page)
  await page.getByRole('button', { name: 'Artists' }).click()
  await artistRow(page, name).getByRole('button', { name: 'Hide marks' }).click()
  await expect.poll(() => colourAt(page, [620, 345])).toBe(before)
  expect(await colourAt(page, [620, 360])).toBe(INK)
  expect(await hashOfSite(page), 'the marks stay for everyone else').toBe(site)
  await page.keyboard.press('Escape')
  await drawBySocket(other, uprightLine(640, 280))
  await drawBySocket(page, uprightLine(600, 280))
  await expect.poll(() => colourAt(page, [600, 285])).toBe(INK)
  expect(await colourAt(page, [640, 285])).not.toBe(INK)
  await enterWhiteboard(page)
  await expect.poll(() => colourAt(page, [600, 285])).toBe(INK)
  await expect.poll(() => colourAt(page, [640, 285])).not.toBe(INK)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectSameBoard(page)
})

test.describe('draw policy [2 §6]', () => {
  const line = (x: number): [Point, Point] => {
    const to: Point = [x + 60, 330]
    return [[x, 330], to]
  }
  const OPEN = { frozen: false, excludesNewMembers: false }

  async function setPolicy({ request }: Member, data: typeof OPEN): Promise<void> {
    const set = await request.post('/api/v2/whiteboard/draw-policy', { headers: siteHeaders(), data })
    expect(set.status(), await set.text()).toBe(200)
  }

  // All tests share one board.
  test.afterEach(async ({ anotherMember }) => setPolicy(await anotherMember(STAFF), OPEN))

  test('no one can draw while staff have frozen the whiteboard', async ({ page, anotherMember }) => {
    const staff = await anotherMember(STAFF)
    await enterAs(page, freshName('Artist'))
    await setPolicy(staff, { ...OPEN, frozen: true })
    await expect(page.getByText(FROZEN)).toBeVisible()
    await drawLine(page, line(100))
    await setPolicy(staff, OPEN)
    await expect(page.getByText(FROZEN)).toBeHidden()
    await drawLine(page, line(200))
    await expect.poll(() => colourAt(page, [230, 330])).toBe(INK)
    expect(await colourAt(page, [130, 330])).not.toBe(INK)
    await expectSameBoard(page)
  })

  test('new members cannot draw while staff have paused new members', async ({ page, anotherMember }) => {
    const staff = await anotherMember(STAFF)
    await enterAs(page, freshName('Artist'))
    const tooNew = page.getByText(TOO_NEW)
    await setPolicy(staff, { ...OPEN, excludesNewMembers: true })
    await expect(tooNew).toBeVisible()
    await drawLine(page, line(300))
    await setPolicy(staff, OPEN)
    await expect(tooNew).toBeHidden()
    await drawLine(page, line(500))
    await expect.poll(() => colourAt(page, [530, 330])).toBe(INK)
    expect(await colourAt(page, [330, 330])).not.toBe(INK)
    await expectSameBoard(page)
  })

  test('new members who enter while new members are paused are told that they cannot draw', async ({
    page,
    anotherMember,
  }) => {
    await setPolicy(await anotherMember(STAFF), { ...OPEN, excludesNewMembers: true })
    await enterAs(page, freshName('Artist'))
    await expect(page.getByText(TOO_NEW)).toBeVisible()
  })

  test('staff freeze the whiteboard and pause new members in its menu', async ({ page }) => {
    await enterAs(page, STAFF)
    const more = page.getByRole('navigation', { name: 'Whiteboard' }).getByRole('button', { name: 'More' })
    for (const [set, unset] of [
      ['Pause new members', 'Allow new members'],
      ['Freeze', 'Unfreeze'],
    ] as const)
      for (const label of [set, unset]) {
        await more.click()
        await page.getByRole('menuitem', { name: label, exact: true }).click()
      }
    await expect(page.getByText(FROZEN)).toBeHidden()
  })
})

test.describe('rollback by staff [2 §6]', () => {
  // A single worker runs these tests, so that they share the page of staff. Each rollback makes the page read the log
  // again, which then names the artist of the next test; only the last tests roll nothing back.
  test.describe.configure({ mode: 'default' })
  let page: Page
  let errors: ConsoleErrors

  test.beforeAll(async ({ browser }) => {
    errors = new ConsoleErrors()
    page = await openBrowser(browser, errors)
    await enterAs(page, STAFF)
  })
  test.afterEach(() => {
    expect(errors.left(), 'errors on the console').toEqual([])
  })
  test.afterAll(() => page.context().close())

  const dialogOf = (name: string) => page.getByRole('dialog', { name: `Remove marks by ${name}` })

  /** Opens the dialog that removes the marks of an artist. */
  async function openRollback(name: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Artists' }).press('Enter')
    await artistRow(page, name).getByRole('button', { name: 'Remove marks…' }).press('Enter')
    const dialog = dialogOf(name)
    await expect(dialog.getByText(/^\d+ marks? will be removed for everyone\.$/)).toBeVisible()
    await expectFocusIn(dialog)
    return dialog
  }
  const removeMarks = async (dialog: Locator) => {
    await dialog.getByLabel('Reason').fill('Scribbled over others.')
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  }
  const previewOf = (dialog: Locator) => dialog.getByRole('img', { name: 'The board without these marks' })

  test('staff can remove the marks in a part of the board', async ({ anotherMember }) => {
    const name = freshName('Scribbler')
    const before = await drawCrossingLines(page, await anotherMember(name), 240)
    const dialog = await openRollback(name)
    await dialog.getByText('Part of the board', { exact: true }).click()
    await dialog.getByRole('spinbutton', { name: 'Left' }).fill('400')
    await dialog.getByRole('spinbutton', { name: 'Width' }).fill('100')
    await dialog.getByRole('spinbutton', { name: 'Top' }).fill('200')
    await expect(dialog.getByText('No marks will be removed.')).toBeVisible()
    expect(await pixelOf(previewOf(dialog), [620, 225])).toBe(INK)
    await expectAccessible(page)
    await dialog.getByRole('spinbutton', { name: 'Left' }).fill('600')
    await expect(dialog.getByText(/will be removed for everyone\.$/)).toBeVisible()
    await removeMarks(dialog)
    await expect.poll(() => colourAt(page, [620, 225])).toBe(before)
  })

  test("a rollback removes only the artist's marks, until it is undone", async ({ anotherMember }) => {
    const name = freshName('Scribbler')
    const before = await drawCrossingLines(page, await anotherMember(name), 160)
    await removeMarks(await openRollback(name))
    const undo = page.getByRole('button', { name: 'Undo' })
    // The toast stays while the pointer is over it.
    await undo.hover()
    await expect.poll(() => colourAt(page, [620, 145])).toBe(before)
    expect(await colourAt(page, [580, 160])).toBe(INK)
    await expectSameBoard(page)
    await undo.click()
    await expect.poll(() => colourAt(page, [620, 145])).toBe(INK)
    await expectSameBoard(page)
  })

  test('the focus returns to the used control when a rollback is cancelled or done', async ({ anotherMember }) => {
    const name = freshName('Scribbler')
    await drawCrossingLines(page, await anotherMember(name), 60)
    const artists = page.getByRole('button', { name: 'Artists' })
    await openRollback(name)
    await page.keyboard.press('Escape')
    await expect(dialogOf(name)).toBeHidden()
    await expect(artists).toBeFocused()
    await removeMarks(await openRollback(name))
    await expect(dialogOf(name)).toBeHidden()
    await expect(artists).toBeFocused()
  })

  test('staff see the board without the marks before they remove them', async ({ anotherMember }) => {
    const name = freshName('Scribbler')
    const before = await drawCrossingLines(page, await anotherMember(name), 420)
    const dialog = await openRollback(name)
    await expectAccessible(page)
    expect(await pixelOf(previewOf(dialog), [620, 405])).toBe(before)
    expect(await pixelOf(previewOf(dialog), [580, 420])).toBe(INK)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('a ban can remove the marks of the banned member', async ({ anotherMember }) => {
    const name = freshName('Scribbler')
    const vandal = await anotherMember(name)
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
