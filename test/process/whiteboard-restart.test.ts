import { expect, it } from 'vitest'
import { LOCAL_CLIENT } from '../../dev/settings.ts'
import { BoardArtist } from '../support/board/artist.ts'
import { emptySite, runScript, startSite } from '../support/board/started-site.ts'
import { type ChatMember, chatMember } from '../support/chat/members.ts'

const nothing = () => undefined

/** Hashes the board as a new member sees it, after drawing on it if `draws` is set. */
async function boardOf(origin: string, member: ChatMember, draws: boolean): Promise<number> {
  let mark = 0
  const ticket = async ({ cookie }: ChatMember) => {
    const reply = await fetch(`${origin}/api/v2/chat/ticket?channel=whiteboard`, { headers: { cookie } })
    return ((await reply.json()) as { chatId: string }).chatId
  }
  const artist = new BoardArtist(member, { nextMark: () => ++mark, onEntered: nothing, onFrame: nothing, ticket })
  const staying = artist.connectUntilClosed(origin, draws)
  const reportedHash = () => artist.boardHash?.hash
  await Promise.race([staying, expect.poll(reportedHash).toBeDefined()])
  await expect.poll(() => [artist.marks.length, artist.replica.outgoing.length]).toEqual([draws ? 40 : 0, 0])
  artist.boardHash = null
  artist.requestHash()
  await expect.poll(reportedHash).toBe(artist.replica.hash())
  artist.close()
  await staying
  return artist.replica.hash()
}

it('the drawing survives a kill of the runtime of `npm start`, and a restart from a restored copy of the site', {
  timeout: 240_000,
}, async () => {
  const { clientSecret } = LOCAL_CLIENT
  const [mira, tomo] = [await chatMember(1, clientSecret), await chatMember(2, clientSecret)]
  const localSite = await emptySite('.local/restart', 2)
  const site = await startSite(localSite)
  const paper = await boardOf(site.origin, tomo, false)
  const drawn = await boardOf(site.origin, mira, true)
  expect(drawn).not.toBe(paper)
  await site.killRuntime()
  const isThere = async () => (await fetch(`${site.origin}/healthz`)).ok
  await expect.poll(() => isThere().catch(() => false)).toBe(true)
  expect(await boardOf(site.origin, tomo, false)).toBe(drawn)
  expect(await site.stop()).toBe(0)
  const { code, output } = await runScript(localSite, 'dev/restore-drill.ts')
  expect([code, output]).toEqual([0, expect.stringMatching(/, [1-9]\d* of them of Durable Objects\n/)])
  const restored = await startSite({ ...localSite, state: `${localSite.state}-restored` })
  expect(await boardOf(restored.origin, tomo, false)).toBe(drawn)
  expect(await restored.stop()).toBe(0)
})
