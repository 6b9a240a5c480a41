import type { Page } from 'playwright/test'
import { moveCompo, OVER, openVoting, PICK_FIRST, setOf, tilesOf } from '../support/e2e/compos.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { signInAs } from '../support/e2e/people.ts'

const VOTE_FAILED =
  'Sorry, your vote could not be sent. Please try again, or contact support if it keeps failing. Contact support Try again'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

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

test('answers that could not be sent are kept, and a vote after the end is refused', async ({
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
