import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'

test('a hint beside glops leads to their explanation, which shows what a member has to give', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAs(page, freshName('Curious'))
  await page.goto(`/user/${await currentUserId(page)}`)
  await page.getByRole('button', { name: 'What are glops?' }).click()
  await expect(page.getByRole('dialog')).toContainText('A heart earns 10')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'How glops work' }).click()
  await expect(page).toHaveURL('/how-hearts-work#glops')
  await expect(page.getByRole('heading', { name: 'Glops' })).toBeInViewport()
  const balance = page.getByRole('complementary', { name: 'Your hearts' })
  await expect(balance).toContainText('5 to give')
  await expect(balance.getByRole('progressbar', { name: 'Next heart at 150 glops' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
