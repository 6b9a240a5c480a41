import type { Page, Response } from 'playwright/test'
import type { CompoBallot } from '../../contract/http/compos.ts'
import { moveCompo, OVER, openVoting, PICK_FIRST, setOf, tilesOf } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { signInAs } from '../support/e2e/people.ts'
import { png } from '../support/e2e/pictures.ts'

const VOTE_FAILED =
  'Sorry, your vote could not be sent. Please try again, or contact support if it keeps failing. Contact support Try again'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** The reply to a vote, or to the call that begins the ballot. */
const isVoteReply = (key: string) => (reply: Response) =>
  reply.url().endsWith(`/api/compoVote/${key}`) && reply.request().method() === 'POST' && reply.ok()

test('voting works with the keyboard alone', async ({ page, anotherMember }) => {
  const { compo } = await openVoting(anotherMember)
  await signInAs(page, 'tomo_w', `/compo/${compo.key}/vote`)
  await expect(setOf(page, 1)).toBeVisible()
  for (const [width, height] of [
    [1280, 720],
    [768, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await button(page, 'Next').click({ trial: true })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Enter')
  await expect(page.getByText(PICK_FIRST)).toBeVisible()
  await page.keyboard.press('2')
  await expect(tilesOf(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(PICK_FIRST), 'the message goes with its reason').toBeHidden({ timeout: 4000 })
  await page.keyboard.press('Enter')
  await expect(setOf(page, 2)).toBeFocused()
  await page.keyboard.press('b')
  await expect(setOf(page, 1), 'the previous set, with its pick').toBeFocused()
  await expect(tilesOf(page).first()).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(setOf(page, 2)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(tilesOf(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(tilesOf(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thanks for voting.')).toBeVisible()
  await expect(heading(page, compo.title)).toBeVisible()
})

test.describe('on a narrow touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('a tap picks a sketch, a tap on Next shows the next set, and the last one submits the vote [1 §4]', async ({
    page,
    anotherMember,
  }) => {
    const { compo } = await openVoting(anotherMember)
    await signInAs(page, 'tomo_w', `/compo/${compo.key}/vote`)
    await expect(setOf(page, 1)).toBeVisible()
    await button(page, 'Next').tap()
    await expect(page.getByText(PICK_FIRST)).toBeVisible()
    for (const number of [1, 2]) {
      await expect(setOf(page, number)).toBeVisible()
      const third = tilesOf(page).nth(2)
      const picked = (await third.innerText()).trim()
      await third.tap()
      await expect(tilesOf(page).first()).toContainText(picked)
      await expect(tilesOf(page).first()).toHaveAttribute('aria-pressed', 'true')
      await button(page, 'Next').tap()
    }
    await expect(page.getByText('Thanks for voting.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Update your vote', exact: true })).toBeVisible()
  })
})

test('a vote whose tab was closed goes on at the set after the last saved one, and keeps the earlier pick', async ({
  page,
  context,
  anotherMember,
}) => {
  const { compo } = await openVoting(anotherMember)
  const address = `/compo/${compo.key}`
  await signInAs(page, 'fernwise', `${address}/vote`)
  await expect(setOf(page, 1)).toBeVisible()
  const firstPick = (await tilesOf(page).nth(1).innerText()).trim()
  await tilesOf(page).nth(1).click()
  const saved = page.waitForResponse(isVoteReply(compo.key))
  await button(page, 'Next').click()
  await expect(setOf(page, 2)).toBeVisible()
  await saved
  await tilesOf(page).nth(3).click()
  await page.close()

  const tab = await context.newPage()
  await tab.goto(`${address}/vote`)
  await expect(setOf(tab, 2)).toBeVisible()
  for (const tile of await tilesOf(tab).all()) await expect(tile).toHaveAttribute('aria-pressed', 'false')
  const secondPick = (await tilesOf(tab).nth(3).innerText()).trim()
  await tilesOf(tab).nth(3).click()
  await button(tab, 'Next').click()
  await expect(tab.getByText('Thanks for voting.')).toBeVisible()
  await tab.getByRole('link', { name: 'Update your vote', exact: true }).click()
  for (const [index, pick] of [firstPick, secondPick].entries()) {
    await expect(setOf(tab, index + 1)).toBeVisible()
    await expect(tilesOf(tab).first()).toHaveAttribute('aria-pressed', 'true')
    await expect(tilesOf(tab).first()).toContainText(pick)
    await button(tab, 'Next').click()
  }
})

test('the pictures of the next set are loaded before Next is pressed, in the size in which they are shown', async ({
  page,
  anotherMember,
}) => {
  // The pictures are wider than the tiles, which therefore show smaller files.
  const { compo } = await openVoting(anotherMember, () => png('drawing.png'))
  await signInAs(page, 'Pia Brandt')
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname))
  const begun = page.waitForResponse(isVoteReply(compo.key))
  await page.goto(`/compo/${compo.key}/vote`)
  const { sets }: CompoBallot = await (await begun).json()
  const next = sets[1]?.sketches.map(({ imageUrl }) => new URL(imageUrl, page.url()).pathname) ?? []
  const loadedOf = (images: string[]) =>
    [...new Set(loaded.filter((path) => images.some((image) => path.startsWith(`${image}/`))))].sort()
  await expect.poll(() => loadedOf(next).length).toBe(4)
  const ahead = loadedOf(next)

  await tilesOf(page).first().click()
  await button(page, 'Next').click()
  await expect(setOf(page, 2)).toBeFocused()
  const shown = () =>
    tilesOf(page)
      .locator('img')
      .evaluateAll((pictures: HTMLImageElement[]) =>
        pictures.map(({ currentSrc }) => new URL(currentSrc, location.href).pathname),
      )
  await expect.poll(async () => (await shown()).sort()).toEqual(ahead)
  expect(loadedOf(next)).toEqual(ahead)
})

test('answers that could not be sent are kept, also from closing the page, and a vote after the end is refused', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/, /Failed to load resource/)
  const { compo, staff } = await openVoting(anotherMember)
  await signInAs(page, 'Maren O.', `/compo/${compo.key}/vote`)
  await expect(setOf(page, 1)).toBeVisible()
  await page.route('**/api/compoVote/**', (route) => route.abort())
  await tilesOf(page).nth(1).click()
  await button(page, 'Next').click()
  const failure = page.getByRole('alert').filter({ hasText: VOTE_FAILED })
  await expect(failure).toBeVisible()
  await expect(failure.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support')
  await expectAccessible(page)
  const asking = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asking).dismiss()
  await page.unroute('**/api/compoVote/**')
  const saved = page.waitForResponse((reply) => reply.url().endsWith(`/api/compoVote/${compo.key}`))
  await button(page, 'Try again').click()
  expect((await saved).status()).toBe(200)
  await expect(failure).toBeHidden()
  await moveCompo(staff, compo, OVER)
  await tilesOf(page).nth(1).click()
  await button(page, 'Next').click()
  await expect(page.getByText('The voting is over.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the compo' }).click()
  await expect(heading(page, compo.title)).toBeVisible()
})
