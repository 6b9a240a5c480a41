import type { Locator, Page } from 'playwright/test'
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

/** The place where the crossing lines meet. */
const CROSSING: Point = [620, 480]
/** Two crossing lines; the later one is on top. */
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

test('the board names the artist of a mark, and their marks can be hidden [2 §2 Whiteboard]', async ({
  page,
  anotherBrowser,
}) => {
  const other = await anotherBrowser()
  const name = freshName('Scribbler')
  await signInAs(page, freshName('Looker'))
  await signInAs(other, name)
  await enterWhiteboard(page)
  await enterWhiteboard(other)
  const [ownLine, othersLine] = crossingLines(CROSSING[1])
  await drawLine(page, ownLine)
  await expectSameBoard(page, other)
  const before = await colourAt(page, [620, 465])
  await drawLine(other, othersLine)
  await expect.poll(() => colourAt(page, [620, 465])).toBe(INK)
  await page.getByRole('button', { name: 'Artists' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Who drew this?' }).click()
  await expect(page.getByText('Press a place on the board to see who drew there.')).toBeVisible()
  const { x, y } = await windowPosition(page, [620, 465])
  await page.mouse.click(x, y)
  const dialog = page.getByRole('dialog', { name: 'Who drew this?' })
  await expect(dialog.getByRole('link', { name })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove marks…' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Hide marks' }).click()
  await expect.poll(() => colourAt(page, [620, 465])).toBe(before)
  expect(await colourAt(page, CROSSING)).toBe(INK)
  expect(await colourAt(other, [620, 465])).toBe(INK)
  await page.keyboard.press('Escape')
  await drawLine(other, [
    [640, 460],
    [640, 470],
  ])
  await drawLine(page, [
    [600, 460],
    [600, 470],
  ])
  await expect.poll(() => colourAt(page, [600, 465])).toBe(INK)
  await expect.poll(() => colourAt(other, [600, 465])).toBe(INK)
  expect(await colourAt(page, [640, 465])).not.toBe(INK)
  await page.reload()
  await page.getByRole('button', { name: "I'll be good, let me in!" }).click()
  await expect.poll(() => colourAt(page, [600, 465])).toBe(INK)
  await expect.poll(() => colourAt(page, [640, 465])).not.toBe(INK)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expectSameBoard(page, other)
})

/** Checks the draw policy; the artist has just joined [2 §6]. */
async function expectDrawPolicy(staff: Page, artist: Page): Promise<void> {
  const [frozen, tooNew] = [FROZEN, TOO_NEW].map((notice) => artist.getByText(notice)) as [Locator, Locator]
  const chooseAction = async (label: string) => {
    await staff.getByRole('navigation', { name: 'Whiteboard' }).getByRole('button', { name: 'More' }).click()
    await staff.getByRole('menuitem', { name: label, exact: true }).click()
  }
  const line = (x: number): [Point, Point] => {
    const to: Point = [x + 60, 330]
    return [[x, 330], to]
  }
  await chooseAction('Freeze')
  await expect(frozen).toBeVisible()
  await drawLine(artist, line(100))
  await chooseAction('Unfreeze')
  await expect(frozen).toBeHidden()
  await chooseAction('Pause new members')
  await expect(tooNew).toBeVisible()
  await drawLine(artist, line(200))
  await drawLine(staff, line(300))
  await expect.poll(() => colourAt(artist, [330, 330])).toBe(INK)
  await expect(staff.getByText(TOO_NEW)).toBeHidden()
  await enterWhiteboard(artist)
  await expect(tooNew).toBeVisible()
  await chooseAction('Allow new members')
  await expect(tooNew).toBeHidden()
  await drawLine(artist, line(400))
  await expect.poll(() => colourAt(staff, [430, 330])).toBe(INK)
  expect(await colourAt(artist, [130, 330])).not.toBe(INK)
  expect(await colourAt(artist, [230, 330])).not.toBe(INK)
}

/** Resets the policy, because all tests share one board. */
const resetDrawPolicy = (staff: Page) =>
  staff.request.post('/api/v2/whiteboard/draw-policy', {
    ...{ headers: siteHeaders(), data: { frozen: false, excludesNewMembers: false } },
  })

test("staff preview and roll back a vandal's marks, and only those disappear", async ({ page, anotherBrowser }) => {
  const vandal = await anotherBrowser()
  const name = freshName('Vandal')
  await signInAs(page, STAFF)
  await signInAs(vandal, name)
  await enterWhiteboard(page)
  await enterWhiteboard(vandal)
  await test.step('staff set the draw policy, and the artist sees it [2 §6]', () =>
    expectDrawPolicy(page, vandal).finally(() => resetDrawPolicy(page)))
  const [ownLine, othersLine] = crossingLines(420)
  await drawLine(page, ownLine)
  await expect.poll(() => colourAt(vandal, [620, 420])).toBe(INK)
  const before = await colourAt(page, [620, 405])
  await drawLine(vandal, othersLine)
  await expect.poll(() => colourAt(page, [620, 405])).toBe(INK)
  await page.getByRole('button', { name: 'Artists' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: 'Remove marks…' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove marks by ${name}` })
  await expect(dialog.getByText(/^\d+ marks? will be removed for everyone\.$/)).toBeVisible()
  await expectAccessible(page)
  const preview = dialog.getByRole('img', { name: 'The board without these marks' })
  expect(await pixelOf(preview, [620, 405])).toBe(before)
  expect(await pixelOf(preview, [580, 420])).toBe(INK)
  await dialog.getByText('Part of the board', { exact: true }).click()
  await dialog.getByRole('spinbutton', { name: 'Left' }).fill('400')
  await dialog.getByRole('spinbutton', { name: 'Width' }).fill('100')
  await dialog.getByRole('spinbutton', { name: 'Top' }).fill('380')
  await expect(dialog.getByText('No marks will be removed.')).toBeVisible()
  expect(await pixelOf(preview, [620, 405])).toBe(INK)
  await expectAccessible(page)
  await dialog.getByRole('spinbutton', { name: 'Left' }).fill('600')
  await expect(dialog.getByText(/will be removed for everyone\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => colourAt(page, [620, 405])).toBe(before)
  await expect.poll(() => colourAt(vandal, [620, 405])).toBe(before)
  expect(await colourAt(page, [580, 420])).toBe(INK)
  await expectSameBoard(page, vandal)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => colourAt(vandal, [620, 405])).toBe(INK)
  await expectSameBoard(page, vandal)

  // The ban dialog offers the rollback too.
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
  expect(await colourAt(page, [620, 405])).toBe(before)
})

function pixelOf(canvas: ReturnType<typeof boardOf>, [x, y]: Point): Promise<string> {
  return canvas.evaluate(
    (canvas: HTMLCanvasElement, [x, y]) =>
      canvas.getContext('2d')?.getImageData(x, y, 1, 1).data.slice(0, 3).join(',') ?? '',
    [x, y] as const,
  )
}
