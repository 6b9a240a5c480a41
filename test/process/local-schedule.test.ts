import { expect, it } from 'vitest'
import type { ChallengeListReply } from '../../contract/http/challenges.ts'
import { openPlatform } from '../../dev/platform.ts'
import { emptySite, startSite } from '../support/board/started-site.ts'

const TITLE = 'A heron at low tide'

it('`npm start` runs the scheduled jobs, so the site has a challenge of the day soon after its start', {
  timeout: 60_000,
}, async () => {
  const localSite = await emptySite('.local/schedule', 1)
  const { DB, close } = await openPlatform(localSite)
  await DB.prepare(
    `INSERT INTO challenge_ideas (title, description, user_id, queue_position, created_at) VALUES (?, '', 1, 1, 0)`,
  )
    .bind(TITLE)
    .run()
  await close()
  const site = await startSite(localSite)
  const challenges = async () => {
    const { items } = (await (await fetch(`${site.origin}/api/v2/challenge`)).json()) as ChallengeListReply
    return items.map(({ title }) => title)
  }
  await expect.poll(challenges, { interval: 1000 }).toEqual([TITLE])
  expect(await site.stop()).toBe(0)
})
