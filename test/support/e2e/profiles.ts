import { expect, type Page } from 'playwright/test'
import { sessionReply } from '../../../contract/http/auth.ts'
import type { Member } from './people.ts'
import { siteHeaders } from './site.ts'

export async function currentUserId({ request }: Member): Promise<number> {
  const { user } = sessionReply.parse(await (await request.get('/api/v2/session')).json())
  if (!user) throw new Error('nobody is logged in here')
  return user.id
}

export async function openProfile(page: Page, address: string, nickname: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible()
}

export async function expectProfileCount(page: Page, name: string, count: string): Promise<void> {
  await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(count)
}

export async function block({ request }: Member, user: number): Promise<void> {
  const blocked = await request.post('/api/v2/user/block', { headers: siteHeaders(), data: { user } })
  expect(blocked.status(), await blocked.text()).toBe(200)
}

export async function becomeFan({ request }: Member, user: number): Promise<void> {
  const followed = await request.post('/api/fan', { headers: siteHeaders(), data: { user } })
  expect(followed.status(), await followed.text()).toBe(200)
}
