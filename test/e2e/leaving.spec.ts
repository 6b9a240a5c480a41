import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'

test('a member asks for the deletion of their account, sees it on every page and keeps the account', async ({
  page,
}) => {
  const nickname = freshName('Leaver')
  await signInAs(page, nickname, '/editProfile')
  await page.getByRole('main').getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Delete my account' })).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('Your nickname, to confirm')
  await field.fill('somebody else')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(field).toHaveAccessibleDescription(new RegExp(`Type ${nickname} to confirm`))
  await field.fill(nickname)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('status').getByText(/^Your account will be deleted on/)).toBeVisible()
  await page.goto('/guidelines')
  const banner = page.getByRole('complementary', { name: 'Deletion of your account' })
  await expect(banner.getByText(/^Your account will be deleted on/)).toBeVisible()
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays. Glad you’re here!')).toBeVisible()
  await expect(banner).toBeHidden()
})
