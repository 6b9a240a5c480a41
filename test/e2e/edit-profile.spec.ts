import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { siteHeaders } from '../support/e2e/site.ts'

test.describe('editing a profile [2 §2 Edit profile]', () => {
  test('a saved profile is shown on the page of the member and in the header', async ({ page }) => {
    await signInAs(page, freshName('Before'), '/editProfile')
    await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible()
    await expectAccessible(page)
    const nickname = freshName('After')
    await page.getByLabel('Nickname').fill(nickname)
    await page.getByRole('textbox', { name: 'About' }).fill('Ink, mostly.')
    await page.getByRole('button', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'Portugal' }).click()
    await page.getByLabel('Website').fill('example.org/ink')
    await page.getByRole('radio', { name: 'Hills' }).check()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
    await page.getByRole('link', { name: 'About', exact: true }).click()
    await expect(page.getByText('Ink, mostly.')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '14 June' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org/ink')
    await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
  })

  test('a taken nickname is reported beside its field, which gets the focus', async ({
    page,
    anotherMember,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 409/)
    const taken = freshName('Taken')
    await anotherMember(taken)
    await signInAs(page, freshName('Late'), '/editProfile')
    const field = page.getByLabel('Nickname')
    await field.fill(taken.toUpperCase())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(field).toHaveAccessibleDescription(/That nickname is taken\./)
    await expect(field).toBeFocused()
  })

  test('no page has the chat box of a member who switched it off', async ({ page }) => {
    await signInAs(page, freshName('Quiet'), '/editProfile')
    const chat = page.getByRole('button', { name: 'Chat' })
    await expect(chat).toBeVisible()
    await page.getByRole('checkbox', { name: 'Show the chat box' }).uncheck()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await expect(chat).toBeHidden()
  })

  test('a theme that a member chose on another device applies here', async ({ page }) => {
    await signInAs(page, freshName('Night'))
    const data = { theme: 'dark' }
    const saved = await page.request.post('/api/v2/user/theme', { headers: siteHeaders(), data })
    expect(saved.status()).toBe(200)
    await page.goto('/how-hearts-work')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
