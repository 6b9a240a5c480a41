import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { describe, expect, it } from 'vitest'
import { chatSearchReply } from '../../contract/http/chat.ts'
import type { ChatLine } from '../../contract/socket/chat.ts'
import { buildWorker } from '../bench/lib/build.ts'
import { startWorkerd } from '../bench/lib/workerd.ts'
import { ROOT } from '../local/settings.ts'
import { addChat, chatMember, TICKET_SECRET } from '../support/chat/members.ts'
import type { RoomAddress } from '../support/chat/socket.ts'
import { Talker } from '../support/chat/talker.ts'

const KILLS = 50
const TALKERS = 4
/** Of each between two kills. All of them together are fewer than a page keeps, so nobody who comes back misses more. */
const LINES = 8
const STATE = '.local/killed'
const CHANNEL = 'talk'
const SETTINGS = { TICKET_SECRET, CHAT_LINES_AT_ONCE: '1000', CHAT_LINES_PER_SECOND: '1000' }

describe('a chat room whose runtime is killed while people talk', () => {
  it('keeps every acknowledged line once, in one order, of which nobody misses any', { timeout: 180_000 }, async () => {
    await using site = await startSite()
    const room = { origin: site.direct.site ?? '', channel: CHANNEL }
    const told = new EventEmitter()
    const until = async (look: () => boolean) => {
      while (!look()) await once(told, 'told')
    }
    const talkers: Talker[] = []
    for (let id = 1; id <= TALKERS; id++) talkers.push(new Talker(await chatMember(id), () => told.emit('told')))
    const heard = () => talkers.reduce((sum, talker) => sum + talker.heard, 0)
    for (let kill = 0; kill < KILLS; kill++) {
      // Some kills come while people still come in, most with lines on their way.
      const enough = heard() + (kill % (TALKERS * LINES - LINES))
      const talks = talkers.map((talker) => talker.talk(room, LINES))
      await until(() => heard() >= enough)
      await site.crash()
      await Promise.all(talks)
    }
    for (const talker of talkers) void talker.talk(room, 0)
    await until(() => talkers.every(({ said, heard, last }) => said.length === heard && last === talkers[0]?.last))
    const kept = await keptLines(room)
    expect(kept.map(({ key }) => key).sort()).toEqual(talkers.flatMap(({ said }) => said).sort())
    for (const talker of talkers) expect(talker.told).toEqual(kept)
  })
})

async function startSite() {
  await rm(join(ROOT, STATE), { recursive: true, force: true })
  const script = await buildWorker('worker/index.ts')
  const site = await startWorkerd({ state: STATE }, [{ name: 'site', script, settings: SETTINGS }])
  const DB = await site.databaseOf('site')
  // Wrangler needs half a minute for them, as it starts anew for each.
  for (const { queries } of await readD1Migrations(join(ROOT, 'migrations')))
    await DB.batch(queries.map((query) => DB.prepare(query)))
  await addChat(DB, { members: TALKERS, channels: [CHANNEL] })
  return site
}

/** All lines that the room keeps, the oldest first, as staff find them. */
async function keptLines({ origin, channel }: RoomAddress): Promise<ChatLine[]> {
  const { cookie } = await chatMember(1)
  const lines: ChatLine[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ channel, query: 'line', cursor })
    const reply = await fetch(`${origin}/api/v2/chat/search?${query}`, { headers: { cookie } })
    const page = chatSearchReply.parse(await reply.json())
    lines.push(...page.items)
    cursor = page.done ? null : page.cursor
  }
  return lines.reverse()
}
