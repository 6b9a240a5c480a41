import type { Page } from 'playwright/test'
import { PERMANENT, WARNING } from '../../contract/ban.ts'
import type { BanBody, BanList } from '../../contract/http/bans.ts'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { currentUserId } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'

/** A gloperator and an admin among the seeded people. */
const GLOPERATOR = 'Ines Karlsen'
const ADMIN = 'Noor'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const moreButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true })

async function ban({ request }: Member, body: Omit<BanBody, 'key' | 'replacesLonger'>): Promise<void> {
  const banned = await request.post('/api/v2/gloperate/ban', { headers: siteHeaders(), data: body })
  expect(banned.status(), await banned.text()).toBe(200)
}

async function confirmBan({ request }: Member, uid: number): Promise<void> {
  const { items }: BanList = await (await request.get('/api/v2/gloperate/bans?filter=waiting')).json()
  const data = { id: items.find(({ userId }) => userId === uid)?.id }
  const confirmed = await request.post('/api/v2/gloperate/confirmBan', { headers: siteHeaders(), data })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

async function liftBan({ request }: Member, uid: number): Promise<void> {
  const data = { uid, reason: 'Talked it over.' }
  const lifted = await request.post('/api/v2/gloperate/liftBan', { headers: siteHeaders(), data })
  expect(lifted.status(), await lifted.text()).toBe(200)
}

test('a suspended member can only read the notice and log out, until the ban is lifted', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/, /status of 404 .*\/nonsense/)
  const nickname = freshName('Mira')
  await signInAs(page, nickname, '/gallery/recent')
  const uid = await currentUserId(page)
  const notes = 'Asked twice.'
  const reason = 'Traced the work of someone else.'
  const staff = await anotherMember(GLOPERATOR)
  await ban(staff, { uid, duration: PERMANENT, reason, notes })
  await expect(heading(page, 'Account Suspended')).toBeVisible()
  await liftBan(staff, uid)
  await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
  await ban(staff, { uid, duration: PERMANENT, reason, notes })
  await expect(page.getByText('Your account has been suspended for 7 days.')).toBeVisible()
  await expect(page.getByText('We are deciding whether this suspension becomes permanent.')).toBeVisible()
  await confirmBan(await anotherMember(ADMIN), uid)
  await expect(page.getByText('Your account has been permanently suspended.')).toBeVisible()

  for (const path of ['/', '/nonsense', '/logout']) {
    await page.goto(path)
    await expect(heading(page, 'Account Suspended')).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await expect(page).toHaveTitle('Account Suspended – Croquis')
  await expect(page.getByText('Ends: Never')).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText(/^Making a new account to evade a ban is not allowed/)).toBeVisible()
  await expect(page.getByText(notes)).toHaveCount(0)
  await expectAccessible(page)
  const data = { comment: 'hello', type: 'profile', which: uid, key: crypto.randomUUID() }
  expect((await page.request.post('/comment', { headers: siteHeaders(), data })).status()).toBe(403)

  await page.getByRole('link', { name: 'community guidelines' }).click()
  await expect(heading(page, 'Community guidelines')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a warned member must accept the guidelines to use the site again [2 §4]', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const nickname = freshName('Mira')
  await signInAs(page, nickname, '/gallery/recent')
  const uid = await currentUserId(page)
  await ban(await anotherMember(GLOPERATOR), { uid, duration: WARNING, reason: 'Be kind.', notes: '' })

  await expect(heading(page, 'Warning')).toBeFocused()
  await expect(page.getByText('You have received a warning from a gloperator.')).toBeVisible()
  const accept = page.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeDisabled()
  await page.getByLabel("I've read the guidelines and agree to follow them").check()
  await expectAccessible(page)

  await page.route('/api/v2/user/warningAccept', (route) => route.abort(), { times: 1 })
  await accept.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sorry there was an error' })).toContainText(
    /^Sorry there was an error, please try again in a bit or contact the support address of localhost:\d+\.$/,
  )
  await accept.click()
  await expect(page.getByText("Thanks, let's keep the site a fun and safe place!")).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
})

test('staff ban and lift a ban by a form that keeps its fields until it has succeeded [2 §8]', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const nickname = freshName('Mira')
  const member = await anotherMember(nickname)
  await signInAs(page, GLOPERATOR, `/user/${await currentUserId(member)}`)
  await moreButton(page).click()
  await page.getByRole('menuitem', { name: 'Ban or warn' }).click()
  const dialog = page.getByRole('dialog', { name: `Ban or warn ${nickname}` })
  const confirm = dialog.getByRole('button', { name: 'Ban or warn' })
  await dialog.getByRole('button', { name: 'Duration' }).click()
  await page.getByRole('option', { name: 'Permanent', exact: true }).click()
  await dialog.getByLabel('Reason').fill(' ')
  await dialog.getByLabel('Notes').fill('Asked twice.')
  await confirm.click()
  await expect(dialog.getByText('Choose a duration and give a reason.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Be kind.')
  await page.route('/api/v2/gloperate/ban', (route) => route.abort(), { times: 1 })
  await confirm.click()
  await expect(dialog.getByText('There was an error, please try again in a bit')).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Asked twice.')
  const sending = page.waitForRequest('/api/v2/gloperate/ban')
  await confirm.click()
  const sent = { duration: PERMANENT, reason: 'Be kind.', notes: 'Asked twice.' }
  expect((await sending).postDataJSON()).toMatchObject(sent)
  await expect(page.getByText(`${nickname} was suspended.`)).toBeVisible()

  await moreButton(page).click()
  await page.getByRole('menuitem', { name: 'Ban or warn' }).click()
  await expect(dialog.getByText(/^Suspended until .*, or permanently if .* Reason: Be kind\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Duration' }).click()
  await expect(page.getByRole('option', { name: 'Warning' })).toHaveCount(0)
  await page.getByRole('option', { name: '3 hours' }).click()
  await dialog.getByLabel('Reason').fill('Talked it over.')
  await confirm.click()
  await expect(dialog.getByText('This ban ends before the current one. Tick the box to replace it.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Duration' }).click()
  await page.getByRole('option', { name: 'Lift the ban' }).click()
  await dialog.getByRole('button', { name: 'Lift', exact: true }).click()
  await expect(page.getByText(`${nickname} can use the site again.`)).toBeVisible()
})

test('staff confirm a permanent ban of another member of staff, and lift it, in the list of bans [2 §2]', async ({
  page,
  anotherMember,
}) => {
  const nickname = freshName('Mira')
  const uid = await currentUserId(await anotherMember(nickname))
  const act = { uid, duration: PERMANENT, reason: 'Sells followers.', notes: '' } as const
  await ban(await anotherMember(ADMIN), act)
  await signInAs(page, GLOPERATOR, '/gloperate/bans')
  await page.getByRole('radio', { name: 'To confirm' }).check()
  const row = page.getByRole('list', { name: 'Bans and warnings' }).getByRole('listitem').filter({ hasText: nickname })
  await expect(row.getByText(/, or permanently if someone else on staff confirms it\.$/)).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Confirm' }).click()
  const question = page.getByRole('alertdialog', { name: `Suspend ${nickname} permanently?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Confirm the ban' }).click()
  await expect(page.getByText(`${nickname} is suspended permanently.`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('radio', { name: 'In force' }).check()
  await expect(row.getByText(`confirmed by ${GLOPERATOR}`)).toBeVisible()
  await row.getByRole('button', { name: 'Lift' }).click()
  const dialog = page.getByRole('dialog', { name: `Lift the ban of ${nickname}?` })
  await dialog.getByLabel('Reason').fill('Talked it over.')
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await expect(row).toHaveCount(0)
})

test('a member who is not staff can block or report a profile, but not ban it', async ({ page, anotherMember }) => {
  const mira = freshName('Mira')
  const other = await anotherMember(mira)
  await signInAs(page, freshName('Noor'), `/user/${await currentUserId(other)}`)
  await moreButton(page).click()
  // The menu also offers a nomination while an award is open.
  await expect(page.getByRole('menuitem').filter({ hasNotText: 'Nominate' })).toHaveText(['Block', 'Report'])
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page
    .getByRole('alertdialog', { name: `Report ${mira}?` })
    .getByRole('button', { name: 'Report' })
    .click()
  await expect(page.getByText('Thanks for your report, it will be reviewed by a gloperator.')).toBeVisible()
  await expect(moreButton(page)).toBeFocused()
})
