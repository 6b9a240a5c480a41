import { expect, type Locator, type Page } from 'playwright/test'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengeListReply } from '../../../contract/http/challenges.ts'
import { siteHeaders } from './site.ts'

/** Challenges visible to visitors, latest first. */
export async function listedChallenges({ request }: Page): Promise<ChallengeItem[]> {
  return challengeListReply.parse(await (await request.get('/api/v2/challenge')).json()).items
}

export async function latestChallenge(page: Page): Promise<ChallengeItem> {
  const [latest] = await listedChallenges(page)
  if (!latest) throw new Error('there is no challenge')
  return latest
}

/** Enters a sketch as the member of `page`. */
export async function enterChallenge(page: Page, challengeId: number, sketchId: number): Promise<void> {
  const entered = await page.request.post('/challenges', { headers: siteHeaders(), data: { challengeId, sketchId } })
  expect(entered.status(), await entered.text()).toBe(200)
}

/** Tile of a sketch among the entries. */
export const entryOf = (page: Page, { id, title }: ChallengeItem, sketchId: number): Locator =>
  page.getByRole('list', { name: `Entries of ${title}` }).locator(`a[href="/sketch/${sketchId}?in=challenge-${id}"]`)
