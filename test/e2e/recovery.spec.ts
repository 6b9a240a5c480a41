import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { openLastMail } from '../support/e2e/mails.ts'
import { enterProviderName, expectLoggedIn, freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'

test.describe('account recovery [2 §2 Account recovery]', () => {
  test('a member who lost their login gets back in by the mail that was sent to their confirmed address', async ({
    page,
    anotherBrowser,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 400/)
    const nickname = freshName('Lost')
    const address = `${nickname.replace(/\W/g, '-').toLowerCase()}@people.test`
    await signInAs(page, nickname, '/editProfile')
    const field = page.getByLabel('E-mail', { exact: true })
    await expect(field).toHaveAccessibleDescription(/For account recovery only/)
    await field.fill(address)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await page.goto('/editProfile')
    await expect(page.getByText('This address isn’t confirmed yet.')).toBeVisible()
    await expectAccessible(page)

    const other = await anotherBrowser()
    await openLastMail(other, address, 'Please confirm your e-mail address')
    await expect(other.getByText('Log in to confirm your address.')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Login with Google' }).click()
    await enterProviderName(other, nickname)
    await expect(other.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
    await expectAccessible(other)
    await page.reload()
    await expect(field).toHaveValue(address)
    await expect(page.getByText('This address isn’t confirmed yet.')).toBeHidden()

    const lost = await anotherBrowser()
    await lost.goto('/')
    await lost.getByRole('button', { name: 'Login' }).click()
    await lost.getByRole('link', { name: 'Can’t log in?' }).click()
    await expect(lost.getByRole('heading', { name: 'Recover your account' })).toBeVisible()
    await expectAccessible(lost)
    await lost.getByLabel('E-mail', { exact: true }).fill(address)
    await lost.getByRole('button', { name: 'Send link' }).click()
    await expect(lost.getByText('If this address recovers an account, a link is on its way to it.')).toBeVisible()
    const link = await openLastMail(lost, address, 'Log in to Croquis again')
    await expect(lost.getByRole('heading', { name: 'Log in again' })).toBeVisible()
    await expectAccessible(lost)
    const channel = lost.waitForEvent('websocket', (socket) => socket.url().endsWith('/socket/member'))
    await lost.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(lost).toHaveURL('/')
    await expectLoggedIn(lost, nickname)
    await channel
    await lost.getByRole('button', { name: 'See your sessions' }).click()
    await expect(lost.getByText('This browser')).toBeVisible()

    await lost.goto(link)
    await lost.getByRole('button', { name: 'Switch account' }).click()
    await expect(lost.getByText('Error accepting account recovery key')).toBeVisible()
    await expect(lost).toHaveURL('/')
  })

  test('a recovery link leaves a member logged in until they choose to switch the account', async ({
    page,
    anotherBrowser,
  }) => {
    const [owner, reader] = [freshName('Owner'), freshName('Reader')]
    const address = `${owner.replace(/\W/g, '-').toLowerCase()}@people.test`
    await signInAs(page, owner, '/editProfile')
    await page.getByLabel('E-mail', { exact: true }).fill(address)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await openLastMail(page, address, 'Please confirm your e-mail address')
    await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
    await page.goto('/recover')
    await page.getByLabel('E-mail', { exact: true }).fill(address)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If this address recovers an account, a link is on its way to it.')).toBeVisible()

    const other = await anotherBrowser()
    await signInAs(other, reader, '/')
    const link = await openLastMail(other, address, 'Log in to Croquis again')
    await expect(other.getByText(`You are logged in as ${reader}.`)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Stay logged in' }).click()
    await expect(other).toHaveURL('/')
    await expectLoggedIn(other, reader)

    await other.goto(link)
    const draft = `comment-draft ${await currentUserId(other)} sketch 1`
    await other.evaluate((name) => localStorage.setItem(name, 'Herons'), draft)
    // The page learns that the session ended before the reply arrives.
    await other.route('**/api/v2/recover/accept', async (route) => {
      await other.request.post('/logout', { headers: siteHeaders(), data: {} })
      await expect(other.getByText('This link logs you in to the account it was sent for.')).toBeVisible()
      await route.continue()
    })
    await other.getByRole('button', { name: 'Switch account' }).click()
    await expect(other).toHaveURL('/')
    await expectLoggedIn(other, owner)
    expect(await other.evaluate((name) => localStorage.getItem(name), draft)).toBeNull()
  })
})
