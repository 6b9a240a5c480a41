import { chromium, type Page } from 'playwright'
import { expect, it } from 'vitest'
import { startBrowser } from '../bench/lib/browser.ts'
import { emptySite, startSite } from '../support/board/started-site.ts'

const DAY_MS = 86_400_000
const [LEAVING, STAYING] = ['Vera Holm', 'Tomas Lind']
const COMMENT = 'Such calm water.'

/** Signs up through the pages of the local provider; returns the member's id. */
async function signUp(page: Page, nickname: string): Promise<number> {
  await page.goto('/sign-in')
  await page.getByLabel('Name').fill(nickname)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByLabel('Date of birth').fill('1990-06-14')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('banner').getByText(nickname).waitFor()
  return (await (await page.request.get('/api/v2/session')).json()).user.id
}

async function askForDeletion(page: Page, nickname: string): Promise<void> {
  await page.goto('/editProfile')
  await page.getByRole('main').getByRole('link', { name: 'Delete my account' }).click()
  await page.getByLabel('Your nickname, to confirm').fill(nickname)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page
    .getByRole('status')
    .getByText(/^Your account will be deleted on/)
    .waitFor()
}

it('an account is deleted after its week, and what its member said stays without their name', {
  timeout: 240_000,
}, async () => {
  const site = await startSite(await emptySite('.local/deletion', 1))
  await using browser = await startBrowser()
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`)
  const openPage = async () => {
    const context = await connection.newContext({ baseURL: site.origin })
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }
  const [leaver, other] = [await openPage(), await openPage()]
  const own = await signUp(leaver, LEAVING)
  const comments = `/user/${await signUp(other, STAYING)}/comments`
  await leaver.goto(comments)
  await leaver.getByLabel('Your comment').fill(COMMENT)
  await leaver.getByRole('button', { name: 'Post', exact: true }).click()
  const commentOn = (page: Page) => page.getByRole('article').filter({ hasText: COMMENT })
  await commentOn(leaver).waitFor()
  await other.goto(comments)
  await commentOn(other).getByText(LEAVING).waitFor()
  await askForDeletion(leaver, LEAVING)

  const runJobsIn = async (days: number) => {
    const time = Math.round(Date.now() + days * DAY_MS)
    const reply = await other.request.get(`/cdn-cgi/handler/scheduled?time=${time}`)
    expect(reply.status()).toBe(200)
  }
  const statusOfProfile = async () => (await other.request.get(`/api/user/${own}`)).status()
  await runJobsIn(6.9)
  expect(await statusOfProfile()).toBe(200)
  await runJobsIn(7.1)
  await expect.poll(statusOfProfile).toBe(404)
  await other.reload()
  await commentOn(other).getByText('deleted member').waitFor()
  expect(await other.getByText(LEAVING).count()).toBe(0)
  // The login is free: the same sign-in leads to a new account, which may have the same nickname.
  expect(await signUp(leaver, LEAVING)).not.toBe(own)
  await connection.close()
  expect(await site.stop()).toBe(0)
})
