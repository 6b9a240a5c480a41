import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'
import { postSketch } from '../support/e2e/sketches.ts'

/** A gloperator among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Chooses an item in the menu of a profile. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Opens and fills in the ban dialog as staff. */
async function fillInBan(staff: Page, member: Page, nickname: string, duration: string, reason: string): Promise<void> {
  await signInAs(member, nickname, '/')
  await signInAs(staff, GLOPERATOR, `/user/${await currentUserId(member)}`)
  await chooseInMenu(staff, 'Ban or warn')
  const dialog = staff.getByRole('dialog', { name: `Ban or warn ${nickname}` })
  await dialog.getByRole('button', { name: 'Duration' }).click()
  await staff.getByRole('option', { name: duration, exact: true }).click()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel('Notes').fill('Asked twice.')
}

const confirmBan = (staff: Page) => staff.getByRole('dialog').getByRole('button', { name: 'Ban or warn' }).click()

test('a suspended member can only read the notice and log out', async ({ page, anotherBrowser, consoleErrors }) => {
  consoleErrors.allow(/status of 401/)
  const [mira, nickname] = [await anotherBrowser(), freshName('Mira')]
  await fillInBan(page, mira, nickname, '3 hours', 'Traced the work of someone else.')
  await expectAccessible(page)
  await confirmBan(page)
  await expect(page.getByText(`${nickname} was suspended.`)).toBeVisible()

  await mira.reload()
  await expect(mira.getByRole('banner').getByText('Login')).toBeVisible()
  await signInAs(mira, nickname)
  for (const path of ['/', '/gallery/recent', '/upload', '/logout', '/nonsense']) {
    await mira.goto(path)
    await expect(heading(mira, 'Account Suspended')).toBeVisible()
    await expect(mira.getByRole('banner')).toHaveCount(0)
  }
  await expect(mira).toHaveTitle('Account Suspended – Croquis')
  await expect(mira.getByText('Your account has been suspended for 3 hours.')).toBeVisible()
  await expect(mira.getByText('Traced the work of someone else.')).toBeVisible()
  await expect(mira.getByText(/^Making a new account to evade a ban is not allowed/)).toBeVisible()
  await expect(mira.getByText('Asked twice.')).toHaveCount(0)
  await expectAccessible(mira)
  const data = { comment: 'hello', type: 'user', which: await currentUserId(page), key: crypto.randomUUID() }
  expect((await mira.request.post('/comment', { headers: siteHeaders(), data })).status()).toBe(403)

  await mira.getByRole('link', { name: 'community guidelines' }).click()
  await expect(heading(mira, 'Community guidelines')).toBeVisible()
  await expectAccessible(mira)
  await mira.goBack()
  await mira.getByRole('button', { name: 'Log out' }).click()
  await expect(mira.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a warned member must accept the guidelines to use the site again [2 §4]', async ({
  page,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const [mira, nickname] = [await anotherBrowser(), freshName('Mira')]
  await fillInBan(page, mira, nickname, 'Warning', 'Be kind.')
  await confirmBan(page)
  await expect(page.getByText(`${nickname} was warned.`)).toBeVisible()

  await mira.goto('/gallery/recent')
  await expect(heading(mira, 'Warning')).toBeFocused()
  await expect(mira.getByText('You have received a warning from a gloperator.')).toBeVisible()
  const accept = mira.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeDisabled()
  await mira.getByLabel("I've read the guidelines and agree to follow them").check()
  await expectAccessible(mira)

  await mira.route('/api/v2/user/warningAccept', (route) => route.abort(), { times: 1 })
  await accept.click()
  await expect(mira.getByRole('alert').filter({ hasText: 'Sorry there was an error' })).toContainText(
    /^Sorry there was an error, please try again in a bit or contact the support address of localhost:\d+\.$/,
  )
  await accept.click()
  await expect(mira.getByText("Thanks, let's keep the site a fun and safe place!")).toBeVisible()
  await expect(mira).toHaveURL('/')
  await expect(mira.getByRole('banner').getByText(nickname)).toBeVisible()
  await mira.reload()
  await expect(mira.getByRole('banner').getByText(nickname)).toBeVisible()
  await postSketch(mira, { title: 'After that' })
})

test('the form of a ban keeps its fields until the ban has succeeded [2 §8]', async ({
  page,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const [mira, nickname] = [await anotherBrowser(), freshName('Mira')]
  await fillInBan(page, mira, nickname, 'Permanent', ' ')
  await confirmBan(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Choose a duration and give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Be kind.')
  await page.route('/api/v2/gloperate/ban', (route) => route.abort(), { times: 1 })
  await confirmBan(page)
  await expect(dialog.getByText('There was an error, please try again in a bit')).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Asked twice.')
  await confirmBan(page)
  await signInAs(mira, nickname)
  await mira.goto('/')
  await expect(mira.getByText('Your account has been permanently suspended.')).toBeVisible()
  await expect(mira.getByText('Ends: Never')).toBeVisible()
})

test('a member who is not staff can block or report a profile, but not ban it', async ({ page, anotherBrowser }) => {
  const [mira, noor] = [freshName('Mira'), freshName('Noor')]
  const other = await anotherBrowser()
  await signInAs(other, mira)
  await signInAs(page, noor, `/user/${await currentUserId(other)}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Block', 'Report'])
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page
    .getByRole('alertdialog', { name: `Report ${mira}?` })
    .getByRole('button', { name: 'Report' })
    .click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'More', exact: true })).toBeFocused()
})
