import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { type ChatServerEvent, chatServerFrame } from '../../contract/socket/chat.ts'
import { chatMember } from '../support/chat/members.ts'
import { startChatSite } from '../support/chat/site.ts'
import { enterRoom, sendMessage } from '../support/chat/socket.ts'
import { onEachFrame } from '../support/open-socket.ts'

const CHANNEL = 'talk'
/** A megabyte of lines, four times what the room sends ahead of acknowledgements. */
const LINES = 1500
const LONG = 'x'.repeat(480)

/** Collects the events that a socket receives from now on. */
function collectEvents(socket: WebSocket): ChatServerEvent[] {
  const events: ChatServerEvent[] = []
  onEachFrame(socket, (frame) => events.push(...chatServerFrame.parse(JSON.parse(String(frame)))))
  return events
}

const linesOf = (events: readonly ChatServerEvent[]) =>
  events.flatMap((event) => (event.type === 'chat' ? [event.number] : []))

describe('a chat connection that stops reading', () => {
  let received: ChatServerEvent[]
  let late: ChatServerEvent[]
  let current: { lines: readonly { id: number }[] } | undefined

  beforeAll(async () => {
    await using site = await startChatSite('.local/slow', { members: 3, channels: [CHANNEL] })
    const room = { origin: site.direct.site ?? '', channel: CHANNEL }
    const [speaker, quick, slow] = await Promise.all([1, 2, 3].map(async (id) => enterRoom(room, await chatMember(id))))
    if (!speaker || !quick || !slow) throw new Error('expected three members')
    ;[received, late] = [collectEvents(quick), collectEvents(slow)]
    slow.pause()
    for (let line = 1; line <= LINES; line++) {
      sendMessage(speaker, { type: 'chat', key: `long-line-${line}`, message: `${line} ${LONG}` })
      if (line % 20 === 0) while (linesOf(received).length < line) await once(quick, 'message')
    }
    slow.resume()
    const caughtUp = () => late.findLast((event) => event.type === 'chats')
    while (!caughtUp()) await once(slow, 'message')
    current = caughtUp()
    for (const socket of [speaker, quick, slow]) socket.close()
  }, 120_000)

  it('the connection delays no other member', () => {
    expect(linesOf(received)).toEqual(Array.from({ length: LINES }, (_, index) => index + 1))
  })

  it('the connection gets the current lines once it reads again', () => {
    expect(current?.lines.at(-1)?.id).toBe(LINES)
  })

  it('the connection does not get the lines that it missed', () => {
    expect(linesOf(late).length).toBeLessThan(LINES / 2)
  })
})
