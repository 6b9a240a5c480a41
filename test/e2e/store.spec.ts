import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { openLastMail } from '../support/e2e/mails.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { choose, order } from '../support/e2e/store.ts'

/** Goes to the payment provider's page; returns the page of the provider that lists this order with its buttons. */
async function orderWithControls(page: Page, anotherBrowser: () => Promise<Page>, item: RegExp): Promise<Locator> {
  await order(page, item)
  const { origin, searchParams } = new URL(page.url())
  const controls = await anotherBrowser()
  await controls.goto(`${origin}/stand-in`)
  return controls.getByRole('article').filter({ hasText: searchParams.get('token') ?? '' })
}

/** Reads on the store's page, until it says so, how many hearts a member has. */
async function expectHearts(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.goto('/store')
    await expect(page.getByText(`You have ${count} hearts to give.`)).toBeVisible({ timeout: 5000 })
  }).toPass()
}

/** Signs in with a confirmed address for mails; returns the address. */
async function signInWithMails(page: Page, nickname: string): Promise<string> {
  const address = `${nickname.replace(/\W/g, '-').toLowerCase()}@people.test`
  await signInAs(page, nickname, '/editProfile')
  await page.getByLabel('E-mail', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await openLastMail(page, address, 'Please confirm your e-mail address')
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  return address
}

/** Chooses a web address, and sees the badge on the profile and the statistics of a patron. */
async function expectPatron(page: Page, name: string): Promise<void> {
  await page.goto('/store')
  await expect(page.getByText(/^You’re a patron until/)).toBeVisible()
  await page.goto('/editProfile')
  const slug = `${name}-${process.pid}-${Date.now()}`
  await page.getByLabel('Web address').fill(slug)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.goto(`/${slug}`)
  await expect(page).toHaveURL(/\/user\/\d+$/)
  await expect(page.getByText(/\bPatron\b/).first()).toBeVisible()
  const id = /\d+$/.exec(page.url())?.[0] ?? ''
  await page.goto(`/stats/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
}

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
  const friend = await anotherBrowser()
  const address = await signInWithMails(friend, friendName)

  await signInAs(page, freshName('Giver'), '/store')
  await page.getByRole('radio', { name: /^Patron for one year/ }).check()
  await page.getByRole('checkbox', { name: 'Give to someone else' }).check()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  const field = page.getByLabel('Who gets it')
  await expect(field).toHaveAccessibleDescription(/Choose who gets it/)
  await expect(field).toBeFocused()
  const found = page.getByRole('list', { name: 'Members' }).getByRole('button', { name: friendName })
  const change = page.getByRole('button', { name: 'Change' })
  await field.fill(friendName)
  await found.click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(field).toBeFocused()
  await field.fill(friendName)
  await found.click()
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
  await expectPatron(friend, 'friend')
})

test('a membership for oneself brings the badge, an address, statistics, and a receipt by mail', async ({ page }) => {
  const address = await signInWithMails(page, freshName('Buyer'))
  await order(page, /^Patron for one year/)
  await choose(page, 'Pay now')
  await expect(page.getByText('You’re a patron now. Your extras are waiting in your settings.')).toBeVisible()
  await openLastMail(page, address, 'Your receipt: Patron for one year')
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt \d+$/ })).toBeVisible()
  await expect(page.getByText('$25.00')).toBeVisible()
  await expectPatron(page, 'buyer')
})

test('a payment under review gives the hearts once the provider releases it', async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Buyer'), '/store')
  const controls = await orderWithControls(page, anotherBrowser, /^25 hearts/)
  await choose(page, 'Pay, but hold the payment for review')
  await expect(page.getByRole('heading', { name: 'PayPal is reviewing your payment' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Your purchases' }).click()
  await expect(page.getByRole('row', { name: /25 hearts.*In review at PayPal/ })).toBeVisible()
  await expectHearts(page, 5)
  await controls.getByRole('button', { name: 'Release a held payment' }).click()
  await expectHearts(page, 30)
})

test('notices that come late or twice give once, and forged ones do nothing', async ({ page, anotherBrowser }) => {
  await signInAs(page, freshName('Buyer'), '/store')
  const controls = await orderWithControls(page, anotherBrowser, /^25 hearts/)
  const press = (name: string) => controls.getByRole('button', { name }).click()
  await press('Hold back notices from now on')
  // The buyer pays and does not come back.
  const { origin, searchParams } = new URL(page.url())
  const form = { token: searchParams.get('token') ?? '', choice: 'approve' }
  expect((await page.request.post(`${origin}/checkoutnow`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expectHearts(page, 5)
  await press('Send forged notices')
  await expectHearts(page, 5)
  await press('Send all notices again')
  await expectHearts(page, 30)
  await press('Send all notices again')
  await press('Refund')
  await press('Send forged notices')
  await expectHearts(page, 30)
  await press('Send all notices again')
  await expectHearts(page, 5)
})

test('an order that was already sent says so, and the next try is a new order', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 409/)
  await signInAs(page, freshName('Buyer'), '/store')
  const keys: string[] = []
  await page.route('**/api/v2/store/order', async (route) => {
    keys.push(route.request().postDataJSON().key)
    if (keys.length > 1) await route.continue()
    else await route.fulfill({ status: 409, json: { error: { code: 'order_changed', message: '' } } })
  })
  const send = page.getByRole('button', { name: 'Continue to PayPal' })
  await send.click()
  await expect(page.getByText('This order was already sent.')).toBeVisible()
  await send.click()
  await expect(page.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
  expect(new Set(keys).size).toBe(2)
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
