import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { seededSketches } from '../support/e2e/sketches.ts'

test('glops are explained on the page of a sketch, in lists of artists and on the page of a group', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [sketch] = await seededSketches(page)
  for (const [path, text] of [
    [`/sketch/${sketch?.id}`, 'A heart earns 10'],
    [`/group/pond-life?tab=about`, 'the sketches of its gallery earned their artists'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'What are glops?' }).click()
    await expect(page.getByRole('dialog')).toContainText(text)
    await expectAccessible(page)
  }
  for (const path of ['/artists?tab=glops', '/artists?query=ines']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('A heart earns 10')).toBeVisible()
    await expect(page.getByRole('link', { name: 'How glops work' })).toHaveAttribute('href', '/how-hearts-work#glops')
  }
})

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
