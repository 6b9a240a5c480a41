import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { siteHeaders } from './site.ts'

/** A member who sends requests: one with a page, or one without (`anotherMember`), who costs far less. */
export type Member = { readonly request: APIRequestContext }

const BLANK = 'about:blank'
const BIRTH_DATE = '1990-06-14'

let nameCount = 0
export const freshName = (stem: string) => `${stem} ${process.pid}.${++nameCount}`.slice(0, 24)

/** A unique nickname of 24 of the widest letters. */
export function widestName(): string {
  const number = (process.pid * 100 + ++nameCount).toString(2).padStart(24, '0')
  return number.slice(-24).replaceAll('0', 'W').replaceAll('1', 'M')
}

/** Signs up through the provider's pages and returns to `path`. */
export async function signInAsNew(page: Page, nickname: string, path = '/'): Promise<void> {
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`)
  await enterProviderName(page, nickname)
  await completeSignUp(page, nickname)
}

export async function enterProviderName(page: Page, nickname: string): Promise<void> {
  await page.getByLabel('Name').fill(nickname)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Completes the first sign-in. */
export async function completeSignUp(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome to Croquis' })).toBeVisible()
  await page.getByLabel('Nickname').fill(nickname)
  await page.getByLabel('Date of birth').fill(BIRTH_DATE)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectLoggedIn(page, nickname)
}

/** Logs in by requests instead of pages, and signs up if necessary; then opens `path`, if given. */
export async function signInAs(page: Page, nickname: string, path?: string): Promise<void> {
  // A page of another member would notice the new one, and load itself again.
  if (page.url() !== BLANK) await page.goto(BLANK)
  await signInByRequests(page, nickname)
  if (path === undefined) return
  await page.goto(path)
  await expectLoggedIn(page, nickname)
}

/** Logs in, and signs up if necessary. */
export async function signInByRequests(member: Member, nickname: string): Promise<void> {
  if ((await signInAtProvider(member, nickname)) !== '/welcome') return
  const data = { nickname, birthDate: BIRTH_DATE }
  const opened = await member.request.post('/api/v2/signUp', { headers: siteHeaders(), data })
  expect(opened.status(), await opened.text()).toBe(200)
  // Otherwise the first page of the member reports it, at a moment that no test knows.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const reported = await member.request.post('/api/v2/user/timeZone', { headers: siteHeaders(), data: { timeZone } })
  expect(reported.status(), await reported.text()).toBe(200)
}

/** Returns the path after the sign-in: `/welcome` for a new member. */
export async function signInAtProvider({ request }: Member, nickname: string): Promise<string> {
  const form = await request.get('/sign-in')
  const reply = await request.post(form.url(), { form: { name: nickname } })
  expect(reply.status(), reply.url()).toBe(200)
  return new URL(reply.url()).pathname
}

export async function expectLoggedIn(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('banner').getByText(nickname)).toBeVisible()
}
