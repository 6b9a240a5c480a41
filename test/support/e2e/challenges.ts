import { expect, type Locator, type Page } from 'playwright/test'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengeListReply } from '../../../contract/http/challenges.ts'
import type { Member } from './people.ts'
import { siteHeaders } from './site.ts'

/** Challenges visible to visitors, latest first. */
export async function listedChallenges({ request }: Member): Promise<ChallengeItem[]> {
  return challengeListReply.parse(await (await request.get('/api/v2/challenge')).json()).items
}

export async function latestChallenge(member: Member): Promise<ChallengeItem> {
  const [latest] = await listedChallenges(member)
  if (!latest) throw new Error('there is no challenge')
  return latest
}

/** The latest challenge with a number of entries. That of today has none at the beginning of a day. */
export async function challengeWithEntries(member: Member, least = 1): Promise<ChallengeItem> {
  const challenge = (await listedChallenges(member)).find(({ entries }) => entries >= least)
  if (!challenge) throw new Error(`no challenge has ${least} entries`)
  return challenge
}

export async function enterChallenge({ request }: Member, challengeId: number, sketchId: number): Promise<void> {
  const entered = await request.post('/challenges', { headers: siteHeaders(), data: { challengeId, sketchId } })
  expect(entered.status(), await entered.text()).toBe(200)
}

/** Tile of a sketch among the entries. */
export const entryOf = (page: Page, { id, title }: ChallengeItem, sketchId: number): Locator =>
  page.getByRole('list', { name: `Entries of ${title}` }).locator(`a[href="/sketch/${sketchId}?in=challenge-${id}"]`)
