import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { enterProviderName, expectLoggedIn, freshName, signInAs } from '../support/e2e/people.ts'

/** A name of a passkey that would change the title of a page that runs it. */
const LAPTOP = '<img src=x onerror=document.title="ran">'

/** Gives the page's browser an authenticator whose user always agrees and is verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const abilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...abilities } as const
  await client.send('WebAuthn.addVirtualAuthenticator', { options })
}

test.describe('passkeys', () => {
  test('a member adds a passkey, logs in with it, gets in by a backup code in another browser, and removes it', async ({
    page,
    anotherBrowser,
  }) => {
    const nickname = freshName('Keyed')
    await addAuthenticator(page)
    await signInAs(page, nickname, '/sessions')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your backup codes' })
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page)
    const codes = await dialog.getByRole('listitem').allTextContents()
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('croquis-backup-codes.txt')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('10 of 10 codes left.')).toBeVisible()

    await page.goto('/logout')
    await page.getByRole('button', { name: 'Log out' }).click()
    const login = page.getByRole('banner').getByRole('button', { name: 'Login' })
    await expect(login).toBeVisible()
    await page.goto('/challenges')
    await login.click()
    await expect(page.getByRole('dialog', { name: 'Join or log in' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expectLoggedIn(page, nickname)
    await expect(page).toHaveURL('/challenges')

    const other = await anotherBrowser()
    await other.goto('/recover')
    await other.getByRole('link', { name: 'Use a backup code' }).click()
    await expectAccessible(other)
    await other.getByLabel('Nickname').fill(nickname)
    await other.getByLabel('Backup code').fill(codes[0]?.toUpperCase() ?? '')
    await other.getByRole('button', { name: 'Log in' }).click()
    await expect(other).toHaveURL('/')
    await expectLoggedIn(other, nickname)

    await page.goto('/sessions')
    await expect(page.getByText('9 of 10 codes left.')).toBeVisible()
    await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(LAPTOP)
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: `Remove ${LAPTOP}` }).click()
    await expectAccessible(page)
    await expect(page.getByRole('alertdialog')).toContainText('Your backup codes still work.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: `Remove ${LAPTOP}` })).toHaveCount(0)
    await expect(page.getByText('Linked. Your only login, so it can’t be unlinked.')).toBeVisible()
  })

  test('a member who unlinked Google is led to their account when they sign in with it', async ({
    page,
    anotherBrowser,
  }) => {
    const nickname = freshName('Unlinked')
    await addAuthenticator(page)
    await signInAs(page, nickname, '/sessions')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible()

    const other = await anotherBrowser()
    await other.goto('/sign-in?return=/')
    await enterProviderName(other, nickname)
    await expect(other.getByRole('heading', { name: 'You already have an account' })).toBeVisible()
    await expect(other.getByText('This login was unlinked from another account of yours.')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Recover your account' }).click()
    await expect(other.getByRole('heading', { name: 'Recover your account' })).toBeVisible()
  })
})
