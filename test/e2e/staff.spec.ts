import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/e2e/fixtures.ts'
import { freshName, type Member, signInAs } from '../support/e2e/people.ts'
import { becomeFan, currentUserId, openProfile } from '../support/e2e/profiles.ts'
import { siteHeaders } from '../support/e2e/site.ts'

/** An admin among the seeded people. */
const ADMIN = 'Noor'

const banner = (page: Page) => page.getByRole('complementary', { name: 'Impersonation' })

async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function statusOf({ request }: Member, path: string, data: object): Promise<number> {
  return (await request.post(path, { headers: siteHeaders(), data })).status()
}

/** Acts as a member, while no page is open that would notice the change of the member and load itself again. */
async function actAs(page: Page, userId: number): Promise<void> {
  await page.goto('about:blank')
  expect(await statusOf(page, '/admin/impersonate', { userId, reason: 'Asked for help.' })).toBe(200)
}

test('an admin grants roles, acts as a member within limits, and merges accounts', async ({
  page,
  anotherMember,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 403/, /ERR_FAILED/)
  const [mira, tomo] = [freshName('Mira'), freshName('Tomo')]
  const member = await anotherMember(mira)
  const fan = await anotherMember(tomo)
  const [miraId, tomoId] = [await currentUserId(member), await currentUserId(fan)]
  await becomeFan(await anotherMember(freshName('Fan')), miraId)
  await signInAs(page, ADMIN, `/user/${miraId}`)

  await test.step('roles need a reason, and the member has them at once', async () => {
    await chooseAct(page, 'Roles')
    const dialog = page.getByRole('dialog', { name: `Roles of ${mira}` })
    await dialog.getByLabel('Gloperator').check()
    await dialog.getByLabel('Patron').check()
    await dialog.getByRole('button', { name: 'Patron from today for' }).click()
    await page.getByRole('option', { name: '1 year' }).click()
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await expect(dialog.getByText('Give a reason.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Reason').fill('Helps in the lobby.')
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await expect(page.getByText(`The roles of ${mira} were changed.`)).toBeVisible()
    expect((await member.request.get('/api/v2/gloperate/bans')).status()).toBe(200)
  })

  await test.step('an admin acts as the member, with a banner and without rights of staff', async () => {
    await chooseAct(page, 'Impersonate')
    const dialog = page.getByRole('dialog', { name: `Impersonate ${mira}?` })
    await dialog.getByLabel('Reason').fill('Asked for help.')
    await page.route('/admin/impersonate', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Impersonate' }).click()
    await expect(dialog.getByText('Error!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Impersonate' }).click()
    await expect(banner(page)).toContainText(`You act as ${mira} until`)
    await expect(page).toHaveURL('/')
    await expectAccessible(page)
    expect(await statusOf(page, '/admin/role', {})).toBe(403)
    expect((await page.request.get('/api/v2/sessions')).status()).toBe(403)
    expect(await statusOf(page, '/api/fan', { user: tomoId })).toBe(200)
    await page.goto('/whiteboard')
    await expect(banner(page)).toBeVisible()
  })

  await test.step('a page whose clock is ahead of the end asks for the session once, and does not reload', async () => {
    await page.clock.install({ time: Date.now() + 24 * 3_600_000 })
    let loads = 0
    page.on('load', () => loads++)
    await page.goto('/activity')
    await expect(banner(page)).toBeVisible()
    await page.waitForResponse('**/api/v2/session')
    await expect(banner(page)).toBeVisible()
    expect(loads).toBe(1)
    await page.clock.setSystemTime(Date.now())
  })

  await test.step('Stop gives the session back', async () => {
    await banner(page).getByRole('button', { name: 'Stop' }).click()
    await expect(page).toHaveURL(`/user/${miraId}`)
    await expect(page.getByRole('heading', { level: 1, name: mira })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    expect(await currentUserId(page)).not.toBe(miraId)
  })

  await test.step('an account is merged once it has no role of staff, and its page leads to the target', async () => {
    const merge = async (link: string) => {
      await chooseAct(page, 'Merge to another user')
      const dialog = page.getByRole('dialog', { name: /^Merge / })
      await dialog.getByLabel('Account to keep').fill('somewhere')
      await dialog.getByRole('button', { name: 'Find account' }).click()
      await expect(dialog.getByText('Enter the link of the other account’s profile.')).toBeVisible()
      await dialog.getByLabel('Account to keep').fill(link)
      await dialog.getByRole('button', { name: 'Find account' }).click()
      await expect(dialog.getByText('This cannot be undone.')).toBeVisible()
      await dialog.getByLabel('Reason').fill('The same person.')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: /^Merge into / }).click()
    }
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Roles' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Merge to another user' })).toHaveCount(0)
    const taken = { userId: miraId, role: 'm', granted: false, reason: 'Merged.' }
    expect(await statusOf(page, '/admin/role', taken)).toBe(200)
    await page.reload()
    await merge(`/user/${tomoId}`)
    await expect(page.getByText(`${mira} is being merged into ${tomo}.`)).toBeVisible()
    await expect(page).toHaveURL(`/user/${tomoId}`)
    await expect
      .poll(async () => (await (await page.request.get(`/api/user/${tomoId}`)).json()).fans, { timeout: 20_000 })
      .toBe(1)
    await openProfile(page, `/user/${miraId}`, tomo)
    await expect(page).toHaveURL(`/user/${tomoId}`)
  })
})

test('stopping to act as a member removes their drafts and recent searches from the browser', async ({
  page,
  anotherMember,
}) => {
  const miraId = await currentUserId(await anotherMember(freshName('Mira')))
  await signInAs(page, ADMIN, '/guidelines')
  const own = `comment-draft ${await currentUserId(page)} sketch 1`
  const names = [own, `comment-draft ${miraId} sketch 1`, `recent-searches ${miraId}`]
  await page.evaluate((stored) => {
    for (const name of stored) localStorage.setItem(name, '["Herons"]')
  }, names)
  await actAs(page, miraId)
  await page.goto('/guidelines')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(`/user/${miraId}`)
  const left = await page.evaluate((stored) => stored.filter((name) => localStorage.getItem(name)), names)
  expect(left).toEqual([own])
})

test('logging out while acting as a member also removes the drafts of staff from the browser', async ({
  page,
  anotherMember,
}) => {
  const miraId = await currentUserId(await anotherMember(freshName('Mira')))
  await signInAs(page, ADMIN, '/guidelines')
  const drafts = [`comment-draft ${await currentUserId(page)} sketch 1`, `comment-draft ${miraId} sketch 1`]
  await page.evaluate((names) => {
    for (const name of names) localStorage.setItem(name, 'Herons')
  }, drafts)
  await actAs(page, miraId)
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter((name) => name.startsWith('comment-draft'))).toEqual([])
})
