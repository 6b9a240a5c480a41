import { expect, test } from '../support/e2e/fixtures.ts'
import { listedSketches } from '../support/e2e/sketches.ts'

test('a followed link replaces the title and the canonical address of the first page', async ({ page }) => {
  const [sketch] = (await listedSketches(page.request)).slice(-1)
  if (!sketch) throw new Error('there are no sketches')
  await page.goto(`/sketch/${sketch.id}`)
  await expect(page).toHaveTitle(`${sketch.title} by ${sketch.nickname} – Croquis`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/sketch/${sketch.id}$`))
  await page.getByRole('article').getByRole('link', { name: sketch.nickname }).first().click()
  await expect(page).toHaveTitle(`${sketch.nickname} – Croquis`)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})
