import type { Page, Route } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { holdRequests } from '../support/e2e/hold-requests.ts'
import { completeSignUp, enterProviderName, freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { listedSketches, postSketch } from '../support/e2e/sketches.ts'
import { withoutFirstReplies } from '../support/e2e/without-first-replies.ts'

async function pressDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

const heart = (page: Page) => page.getByRole('button', { name: /^Heart, / })

test.describe('hearts [1 §4], [1 §5]', () => {
  test('a confirmed heart counts once and for ever', async ({ page, request, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/)
    const sketch = (await listedSketches(request)).at(-1)
    if (!sketch) throw new Error('there are no sketches')
    await signInAs(page, freshName('Giver'), `/sketch/${sketch.id}`)
    const none = page.getByRole('button', { name: `Heart, ${sketch.hearts} given` })
    const dialog = page.getByRole('alertdialog', { name: 'Give a heart?' })
    await none.click()
    await expect(dialog).toContainText('A heart can’t be taken back. You have 5 left.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(none).toHaveAttribute('aria-pressed', 'false')
    await expect(none).toBeFocused()

    await page.route('/heart', (route) => route.abort(), { times: 1 })
    await none.click()
    await dialog.getByRole('button', { name: 'Give heart' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Sorry, there was a problem giving the heart, please reload and try again.',
    )
    await dialog.getByRole('button', { name: 'Give heart' }).click()
    const given = page.getByRole('button', { name: `Heart, ${sketch.hearts + 1} given` })
    await expect(given).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(given).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await given.click()
    await expect(page.getByText('A heart can’t be taken back.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  test('a heart pressed before the session has loaded does not ask the member to log in', async ({ page, request }) => {
    const sketch = (await listedSketches(request)).at(-2)
    await signInAs(page, freshName('Quick'))
    await withoutFirstReplies(page)
    const release = await holdRequests(page, '/api/v2/session')
    await page.goto(`/sketch/${sketch?.id}`)
    await heart(page).click()
    release()
    await expect(page.getByRole('alertdialog', { name: 'Give a heart?' })).toBeVisible()
    await expect(page).toHaveURL(`/sketch/${sketch?.id}`)
  })

  test('a member sees a message when their five hearts are spent', async ({ page, request }) => {
    const sketches = (await listedSketches(request)).slice(-8, -2)
    const [last, next, ...others] = sketches
    if (!last || !next) throw new Error('there are too few sketches')
    await signInAs(page, freshName('Generous'))
    for (const { id } of others) {
      const reply = await page.request.post('/heart', { headers: siteHeaders(), data: { action: 'heart', which: id } })
      expect(reply.status()).toBe(200)
    }
    await page.goto(`/sketch/${last.id}`)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await heart(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Give a heart?' })
    await expect(dialog).toContainText('You have 1 left.')
    await dialog.getByRole('button', { name: 'Give heart' }).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

    await page.goto(`/sketch/${next.id}`)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await heart(page).click()
    await expect(page.getByRole('alertdialog', { name: 'No hearts left' })).toContainText(
      'You’ve given all your hearts.',
    )
    await page.keyboard.press('Escape')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('the heart of an own sketch is disabled and says why', async ({ page }) => {
    await signInAs(page, freshName('Proud'))
    await page.goto(`/sketch/${await postSketch(page)}`)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await expect(heart(page)).toBeDisabled()
    await expect(heart(page)).toHaveAccessibleDescription('You can’t give your own sketch a heart.')
    await heart(page).press('Enter')
    await expect(page.getByText('You can’t give your own sketch a heart.')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('a visitor who presses Heart reads what it is, joins, and is offered the same heart again', async ({
    page,
    anotherBrowser,
  }) => {
    await signInAs(page, freshName('Proud'))
    const address = `/sketch/${await postSketch(page)}`
    const visitor = await anotherBrowser()
    await visitor.goto(address)
    await heart(visitor).click()
    const explained = visitor.getByRole('dialog', { name: 'Give this sketch a heart?' })
    await expect(explained).toContainText('A heart is the most you can give a sketch')
    await expectAccessible(visitor)
    await visitor.keyboard.press('Escape')
    await expect(heart(visitor)).toBeFocused()
    await heart(visitor).click()
    await explained.getByRole('link', { name: 'Login' }).click()
    const nickname = freshName('Admirer')
    await enterProviderName(visitor, nickname)
    await completeSignUp(visitor, nickname)
    const offered = visitor.getByRole('alertdialog', { name: 'Give a heart?' })
    await expect(offered).toContainText('You have 5 left.')
    await expect(visitor).toHaveURL(address)
    await expect(heart(visitor)).toHaveAttribute('aria-pressed', 'false')
    await offered.getByRole('button', { name: 'Give heart' }).click()
    await expect(heart(visitor)).toHaveAttribute('aria-pressed', 'true')
  })
})

test('a visitor who presses Fan beside the artist joins, and is offered to become a fan again', async ({
  page,
  anotherBrowser,
}) => {
  const artist = freshName('Artist')
  await signInAs(page, artist)
  const address = `/sketch/${await postSketch(page)}`
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  const visitor = await anotherBrowser()
  const fan = visitor.getByRole('button', { name: 'Fan', exact: true })
  await visitor.goto(address)
  await fan.click()
  await visitor
    .getByRole('dialog', { name: `Become a fan of ${artist}?` })
    .getByRole('link', { name: 'Login' })
    .click()
  const nickname = freshName('Admirer')
  await enterProviderName(visitor, nickname)
  await completeSignUp(visitor, nickname)
  const offered = visitor.getByRole('alertdialog', { name: `Become a fan of ${artist}?` })
  await expect(offered).toBeVisible()
  await expect(fan).toHaveAttribute('aria-pressed', 'false')
  await offered.getByRole('button', { name: 'Become a fan' }).click()
  await expect(fan).toHaveAttribute('aria-pressed', 'true')
  await visitor.reload()
  await expect(fan).toHaveAttribute('aria-pressed', 'true')
})

test('deleting a sketch asks for confirmation and removes it everywhere [1 §5], [1 §8]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/, /ERR_FAILED/)
  await signInAs(page, freshName('Regret'))
  const address = `/sketch/${await postSketch(page, { altText: 'A drawing to be deleted' })}`
  await page.goto(address)
  const dialog = page.getByRole('alertdialog', { name: 'Delete this sketch?' })
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()

  // The page itself requests the same address.
  const refuse = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())
  await page.route(/\/api\/v2\/sketch\//, refuse)
  await pressDelete(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('There was an error deleting the sketch.')
  await page.unroute(/\/api\/v2\/sketch\//, refuse)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Sketch deleted')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent' }).getByRole('link').first()).toBeVisible()
  await expect(page.locator(`main a[href^="${address}"]`)).toHaveCount(0)
  await page.goto(address)
  await expect(
    page.getByRole('heading', { name: "Sorry, we couldn't find the page you're looking for." }),
  ).toBeVisible()
})
