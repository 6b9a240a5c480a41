import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { signInAs } from '../support/e2e/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const DESK = ['appeals', 'bans', 'comments', 'sketches', 'pictures', 'log', 'site', 'orders']
const GROUP_ADMIN = ['activity', 'stats', 'requests', 'queue', 'new', 'suggest', 'moderate']

test('every page of the moderation desk opens for an admin and is accessible [2 §2]', async ({ page }) => {
  await signInAs(page, 'Noor')
  for (const path of ['/gloperate', ...DESK.map((tab) => `/gloperate/${tab}`), '/forum/categories', '/failed-mails']) {
    await page.goto(path)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('every page of the group admin opens and is accessible [2 §2]', async ({ page }) => {
  await signInAs(page, 'kestrel')
  for (const tab of GROUP_ADMIN) {
    await page.goto(`/a/groups/${tab}`)
    await expect(page.getByRole('navigation', { name: 'Group admin' })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('staff add another spelling of a tag, see it in the list, and remove it with a reason', async ({ page }) => {
  await signInAs(page, 'Ines Karlsen', '/gloperate/site')
  const form = page.getByRole('form', { name: 'Tag spelling' })
  const alias = `kumulus-${process.pid}`
  await form.getByLabel('Other spelling').fill(alias)
  await form.getByLabel('Tag', { exact: true }).fill('cumulus')
  await form.getByRole('button', { name: 'Add the spelling' }).click()
  await expect(form.getByText('Fill in all fields.')).toBeVisible()
  await expect(form.getByLabel('Reason')).toBeFocused()
  await form.getByLabel('Reason').fill('The same cloud.')
  await form.getByRole('button', { name: 'Add the spelling' }).click()
  const row = page.getByRole('list', { name: 'Other spellings' }).getByRole('listitem').filter({ hasText: alias })
  await expect(row.getByRole('link', { name: 'cumulus' })).toBeVisible()
  await row.getByRole('button', { name: `Remove ${alias}` }).click()
  await dialog(page).getByLabel('Reason').fill('Another cloud.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), 'the pressed button is gone').toBeFocused()
})
