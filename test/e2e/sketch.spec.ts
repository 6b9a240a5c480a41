import type { Page, Route } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { completeSignUp, enterProviderName, freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch, seededSketches } from '../support/e2e/sketches.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

async function pressDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

const heart = (page: Page) => page.getByRole('button', { name: /^Heart, / })
/** Number of hearts that the button shows. */
const heartsOf = async (page: Page) =>
  Number.parseInt((await heart(page).getAttribute('aria-label'))?.slice(7) ?? '', 10)

test.describe('hearts [1 §4], [1 §5]', () => {
  test('a confirmed heart counts once and for ever', async ({ page, anotherMember, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    const sketch = await postSketch(await anotherMember(freshName('Artist')))
    await signInAs(page, freshName('Giver'), `/sketch/${sketch}`)
    const dialog = page.getByRole('alertdialog', { name: 'Give a heart?' })
    await heart(page).click()
    await expect(dialog).toContainText('A heart can’t be taken back. You have 5 left.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(heart(page)).toBeFocused()

    const before = await heartsOf(page)
    await page.route('/heart', (route) => route.abort(), { times: 1 })
    await heart(page).click()
    await dialog.getByRole('button', { name: 'Give heart' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Sorry, there was a problem giving the heart, please reload and try again.',
    )
    await dialog.getByRole('button', { name: 'Give heart' }).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await heartsOf(page)).toBe(before + 1)
    await expect(dialog).toBeHidden()
    await heart(page).click()
    await expect(page.getByText('A heart can’t be taken back.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  test('a heart pressed before the session has loaded does not ask the member to log in', async ({ page }) => {
    const sketch = (await seededSketches(page)).at(-2)
    await signInAs(page, freshName('Quick'))
    await withoutFirstReplies(page)
    const release = await holdRequests(page, '/api/v2/session')
    await page.goto(`/sketch/${sketch?.id}`)
    await heart(page).click()
    release()
    await expect(page.getByRole('alertdialog', { name: 'Give a heart?' })).toBeVisible()
    await expect(page).toHaveURL(`/sketch/${sketch?.id}`)
  })

  test('a member sees a message when their five hearts are spent', async ({ page }) => {
    const [next, ...others] = (await seededSketches(page)).slice(-8, -2)
    await signInAs(page, freshName('Generous'))
    for (const { id } of others) {
      const reply = await page.request.post('/heart', { headers: siteHeaders(), data: { action: 'heart', which: id } })
      expect(reply.status()).toBe(200)
    }
    await page.goto(`/sketch/${next?.id}`)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await heart(page).click()
    await expect(page.getByRole('alertdialog', { name: 'No hearts left' })).toContainText(
      'You’ve given all your hearts.',
    )
    await page.keyboard.press('Escape')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('artists read why they can neither give their own sketch a heart nor rate it', async ({ page }) => {
    await signInAs(page, freshName('Proud'))
    await page.goto(`/sketch/${await postSketch(page)}`)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    for (const [action, reason] of [
      [heart(page), 'You can’t give your own sketch a heart.'],
      [page.getByRole('button', { name: /^This rules, / }), 'You can’t rate your own sketch.'],
    ] as const) {
      await expect(action).toBeDisabled()
      await expect(action).toHaveAccessibleDescription(reason)
      await action.press('Enter')
      await expect(page.getByText(reason)).toBeVisible()
    }
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('a visitor who presses Heart is offered the same heart again after joining', async ({ page }) => {
    const sketch = (await seededSketches(page)).at(-9)
    const address = `/sketch/${sketch?.id}`
    await page.goto(address)
    await heart(page).click()
    const explained = page.getByRole('dialog', { name: 'Give this sketch a heart?' })
    await expect(explained).toContainText('A heart is the most you can give a sketch')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(heart(page)).toBeFocused()
    await heart(page).click()
    await explained.getByRole('link', { name: 'Login' }).click()
    const nickname = freshName('Admirer')
    await enterProviderName(page, nickname)
    await completeSignUp(page, nickname)
    const offered = page.getByRole('alertdialog', { name: 'Give a heart?' })
    await expect(offered).toContainText('You have 5 left.')
    await expect(page).toHaveURL(address)
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await offered.getByRole('button', { name: 'Give heart' }).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  })
})

test('a visitor who presses Fan beside the artist is offered it again after joining', async ({
  page,
  anotherMember,
}) => {
  const artist = freshName('Artist')
  const sketch = await postSketch(await anotherMember(artist))
  const fan = page.getByRole('button', { name: 'Fan', exact: true })
  await page.goto(`/sketch/${sketch}`)
  await fan.click()
  await page
    .getByRole('dialog', { name: `Become a fan of ${artist}?` })
    .getByRole('link', { name: 'Login' })
    .click()
  const nickname = freshName('Admirer')
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
  const offered = page.getByRole('alertdialog', { name: `Become a fan of ${artist}?` })
  await expect(offered).toBeVisible()
  await expect(fan).toHaveAttribute('aria-pressed', 'false')
  await offered.getByRole('button', { name: 'Become a fan' }).click()
  await expect(fan).toHaveAttribute('aria-pressed', 'true')
})

test('a visitor who presses Collect is asked to log in, and offered their collections afterwards [1 §6]', async ({
  page,
}) => {
  const sketch = (await seededSketches(page)).at(-9)
  await page.goto(`/sketch/${sketch?.id}`)
  await page.getByRole('button', { name: 'Collect sketch' }).click()
  const explained = page.getByRole('dialog', { name: 'Collect this sketch?' })
  await expectAccessible(page)
  await explained.getByRole('link', { name: 'Login' }).click()
  const nickname = freshName('Collector')
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
  await expect(page.getByRole('dialog', { name: 'Add to a collection' })).toBeVisible()
})

test('a visitor who presses This rules, or Report, reads what it does, and is offered it again after joining', async ({
  page,
}) => {
  const sketch = (await seededSketches(page)).at(-9)
  await page.goto(`/sketch/${sketch?.id}`)
  await page.getByRole('button', { name: /^This rules, / }).click()
  const explained = page.getByRole('dialog', { name: 'Say that this sketch rules?' })
  await expectAccessible(page)
  await explained.getByRole('link', { name: 'Login' }).click()
  const nickname = freshName('Admirer')
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
  const offered = page.getByRole('alertdialog', { name: 'Say that this sketch rules?' })
  await offered.getByRole('button', { name: 'This rules' }).click()
  await expect(page.getByRole('button', { name: /^This rules, / })).toHaveAttribute('aria-pressed', 'true')

  await page.context().clearCookies()
  await page.goto(`/sketch/${sketch?.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report this sketch?' })
  await expect(report).toContainText('Staff read every report')
  await report.getByRole('link', { name: 'Login' }).click()
  await enterProviderName(page, nickname)
  await expect(page.getByRole('dialog', { name: 'Report this sketch' })).toContainText('What’s wrong with it?')
})

test('deleting a sketch asks for confirmation and removes it from all lists [1 §5], [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  await signInAs(page, freshName('Regret'))
  const address = `/sketch/${await postSketch(page, { altText: 'A drawing to be deleted' })}`
  await page.goto(address)
  const dialog = page.getByRole('alertdialog', { name: 'Delete this sketch?' })
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  // The page itself requests the same address.
  const refuse = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())
  await page.route(/\/api\/v2\/sketch\//, refuse)
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('There was an error deleting the sketch.')
  await page.unroute(/\/api\/v2\/sketch\//, refuse)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`/user/${await currentUserId(page)}`)
  await expect(page.getByText('Sketch deleted')).toBeVisible()
  await expect(page.getByText('No sketches yet, you should make one!')).toBeVisible()
  await expect(page.locator(`main a[href^="${address}"]`)).toHaveCount(0)
})
