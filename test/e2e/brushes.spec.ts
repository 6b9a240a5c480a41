import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'

test('a member finds a brush by its category, reads its description and downloads it [1 §2]', async ({ page }) => {
  await page.goto('/content')
  await expect(page.getByRole('heading', { name: 'Brushes', level: 1 })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /^Pencils/ })
    .click()
  await expect(page).toHaveURL(/\/content#drawing\/pencils$/)
  await expectAccessible(page)

  await page.getByRole('list', { name: 'Pencils' }).getByRole('link', { name: 'Soft pencil' }).click()
  await expect(page).toHaveURL(/\/shared\/brush\/\d+$/)
  await expect(page.getByText('thinner with light pressure')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download brush' }).click()
  expect((await download).suggestedFilename()).toBe('Soft pencil.json')
})
