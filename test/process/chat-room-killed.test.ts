import { EventEmitter, once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { chatSearchReply } from '../../contract/http/chat.ts'
import type { ChatLine } from '../../contract/socket/chat.ts'
import { ChatBot } from '../support/chat/chat-bot.ts'
import { chatMember } from '../support/chat/members.ts'
import { startChatSite } from '../support/chat/site.ts'
import type { RoomAddress } from '../support/chat/socket.ts'

const KILLS = 50
const BOTS = 4
/** Lines of each member between two kills: together fewer than the room sends again to a member who reconnects. */
const LINES = 8
const CHANNEL = 'talk'

describe('a chat room whose runtime is killed during conversations', () => {
  const bots: ChatBot[] = []
  let stored: ChatLine[]

  beforeAll(async () => {
    await using site = await startChatSite('.local/killed', { members: BOTS, channels: [CHANNEL] })
    const room = { origin: site.direct.site ?? '', channel: CHANNEL }
    const received = new EventEmitter()
    const until = async (isReached: () => boolean) => {
      while (!isReached()) await once(received, 'line')
    }
    for (let id = 1; id <= BOTS; id++) bots.push(new ChatBot(await chatMember(id), () => received.emit('line')))
    const receivedLines = () => bots.reduce((sum, bot) => sum + bot.confirmed, 0)
    for (let kill = 0; kill < KILLS; kill++) {
      // Some kills happen while members still enter, most with lines on their way.
      const receivedBeforeKill = receivedLines() + (kill % (BOTS * LINES - LINES))
      const sending = bots.map((bot) => bot.sendUntilClosed(room, LINES))
      await until(() => receivedLines() >= receivedBeforeKill)
      await site.crash()
      await Promise.all(sending)
    }
    for (const bot of bots) void bot.sendUntilClosed(room, 0)
    await until(() =>
      bots.every(({ sentKeys, confirmed, last }) => sentKeys.length === confirmed && last === bots[0]?.last),
    )
    stored = await storedLines(room)
  }, 600_000)

  it('the room stores every acknowledged line once', () => {
    expect(stored.map(({ key }) => key).sort()).toEqual(bots.flatMap(({ sentKeys }) => sentKeys).sort())
  })

  it('every member gets the stored lines in their order', () => {
    for (const bot of bots) expect(bot.received).toEqual(stored)
  })
})

/** Returns all lines of the room, oldest first, from the search of staff. */
async function storedLines({ origin, channel }: RoomAddress): Promise<ChatLine[]> {
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
