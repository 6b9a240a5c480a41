import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { openLastMail } from '../support/e2e/mails.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

/** Chooses an item in the store and goes to the payment provider's page. */
async function order(page: Page, item: RegExp): Promise<void> {
  await page.goto('/store')
  await page.getByRole('radio', { name: item }).check()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await expect(page.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
}

const choose = (page: Page, choice: string) => page.getByRole('button', { name: choice }).click()

test('visitors read that the store needs a login [2 §8]', async ({ page }) => {
  await page.goto('/store')
  await expect(page.getByText('You must be logged in to use the store.')).toBeVisible()
})

test('a member buys hearts: they arrive once the provider confirms, with a receipt', async ({
  page,
  consoleErrors,
}) => {
  const nickname = freshName('Buyer')
  await signInAs(page, nickname, '/store')
  await expect(page.getByText('You have 5 hearts to give.')).toBeVisible()
  await expectAccessible(page)
  await order(page, /^25 hearts/)
  await choose(page, 'Cancel and return')
  await expect(page.getByText(/You left PayPal without paying/)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^25 hearts/ })).toBeChecked()

  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await choose(page, 'Pay with a card that is declined')
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try another way' }).click()
  await expect(page.getByText('You have 5 hearts to give.')).toBeVisible()

  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await choose(page, 'Pay now')
  await expect(page.getByText('25 hearts are yours to give.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt \d+$/ })).toBeVisible()
  await expect(page.getByText('$5.00')).toBeVisible()
  await expectAccessible(page)
  const receipt = page.url()
  await page.getByRole('link', { name: 'Your purchases' }).click()
  await expect(page.getByRole('row', { name: /25 hearts.*Paid.*\$5\.00/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/store')
  await expect(page.getByText('You have 30 hearts to give.')).toBeVisible()

  await page.context().clearCookies()
  await signInAs(page, freshName('Other'))
  consoleErrors.allow(/status of 404/)
  await page.goto(receipt)
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
})

test('a patron year given to a friend brings them a mail, the badge, their own address and statistics', async ({
  page,
  anotherBrowser,
}) => {
  const friendName = freshName('Friend')
  const address = `${friendName.replace(/\W/g, '-').toLowerCase()}@people.test`
  const friend = await anotherBrowser()
  await signInAs(friend, friendName, '/editProfile')
  await friend.getByLabel('E-mail', { exact: true }).fill(address)
  await friend.getByRole('button', { name: 'Update' }).click()
  await expect(friend.getByText('Profile updated')).toBeVisible()
  await openLastMail(friend, address, 'Please confirm your e-mail address')
  await expect(friend.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()

  await signInAs(page, freshName('Giver'), '/store')
  await page.getByRole('radio', { name: /^Patron for one year/ }).check()
  await page.getByRole('checkbox', { name: 'Give to someone else' }).check()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  const field = page.getByLabel('Who gets it')
  await expect(field).toHaveAccessibleDescription(/Choose who gets it/)
  await field.fill(friendName)
  await page.getByRole('list', { name: 'Members' }).getByRole('button', { name: friendName }).click()
  await page.getByLabel('A few words (optional)').fill('For the red wolf. Keep going.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await choose(page, 'Pay now')
  await expect(page.getByText(`Your gift has arrived: ${friendName} has it now`)).toBeVisible()

  await friend.goto('/activity')
  await friend.getByRole('link', { name: 'gave you a year as a patron' }).click()
  await expect(friend.getByText('For the red wolf. Keep going.')).toBeVisible()
  await openLastMail(friend, address, 'has a gift for you')
  await expect(friend.getByText('For the red wolf. Keep going.')).toBeVisible()
  await friend.getByRole('button', { name: /^Report the words of Giver/ }).click()
  await friend.getByLabel('What’s wrong? (optional)').fill('Not kind.')
  await friend.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(friend.getByText(/^Thanks for your report/)).toBeVisible()
  await expectAccessible(friend)
  await friend.goto('/store')
  await expect(friend.getByText(/^You’re a patron until/)).toBeVisible()
  await friend.goto('/editProfile')
  const slug = `friend-${process.pid}-${Date.now()}`
  await friend.getByLabel('Web address').fill(slug)
  await friend.getByRole('button', { name: 'Update' }).click()
  await expect(friend.getByText('Profile updated')).toBeVisible()
  await friend.goto(`/${slug}`)
  await expect(friend).toHaveURL(/\/user\/\d+$/)
  await expect(friend.getByText(/\bPatron\b/).first()).toBeVisible()
  const id = /\d+$/.exec(friend.url())?.[0] ?? ''
  await friend.goto(`/stats/${id}`)
  await expect(friend.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
})

test('a disputed payment takes the hearts back, and admins see the order', async ({ page, anotherBrowser }) => {
  const nickname = freshName('Buyer')
  await signInAs(page, nickname, '/store')
  await order(page, /^25 hearts/)
  const { origin, searchParams } = new URL(page.url())
  await choose(page, 'Pay now')
  await expect(page.getByText('25 hearts are yours to give.')).toBeVisible()
  const orderAct = `${origin}/stand-in/orders/${searchParams.get('token')}`
  const disputed = await page.request.post(orderAct, { data: { act: 'dispute' } })
  expect(disputed.ok()).toBe(true)

  const admin = await anotherBrowser()
  await signInAs(admin, 'Noor', '/gloperate/orders')
  const row = admin.getByRole('row', { name: new RegExp(nickname) })
  await expect(async () => {
    await admin.reload()
    await expect(row).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(row).toContainText('Disputed')
  await expectAccessible(admin)
  await admin.getByText('Paid', { exact: true }).first().click()
  await expect(admin).toHaveURL(/filter=paid$/)
  await expect(row).toContainText('25 hearts')

  await page.goto('/store')
  await expect(page.getByText('You have 5 hearts to give.')).toBeVisible()
})
