import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ChatClientMessage, ChatServerEvent } from '../../contract/socket/chat.ts'
import { addChannel, type ChatClient, enter, newKey, openSocket, ticketOf } from '../support/worker/chat.ts'
import { addPerson, type Person } from '../support/worker/people.ts'

/** As many as one member may say at once. */
const LINES = Array.from({ length: 8 }, (_, index) => `line ${index + 1}`)

const said = () => LINES.map((message): ChatClientMessage => ({ type: 'chat', key: newKey(), message }))

/** Messages that reach a room together, each by a socket that the member has there. */
async function reach(channel: string, messages: { by: Person; message: ChatClientMessage }[]): Promise<void> {
  await runInDurableObject(env.CHAT.getByName(channel), (room, state) => {
    for (const { by, message } of messages) {
      const socket = state.getWebSockets().find((one) => one.deserializeAttachment().member.id === by.id)
      if (socket) void room.webSocketMessage(socket, JSON.stringify(message))
    }
  })
}

async function heardAll(client: ChatClient): Promise<void> {
  while ((await client.next('chat')).line.message !== LINES.at(-1));
}

const linesIn = (events: readonly ChatServerEvent[]) =>
  events.flatMap((event) => (event.type === 'chats' ? event.lines : event.type === 'chat' ? [event.line] : []))

describe('a room in which several lines come close together', () => {
  it('tells them in one frame', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [here, there] = [await enter(mira, channel), await enter(tomo, channel)]
    await here.next('chats')
    await there.next('chats')
    const before = there.frames.length
    await reach(
      channel,
      said().map((message) => ({ by: mira, message })),
    )
    await heardAll(there)
    const frames = there.frames.slice(before).map(linesIn)
    expect(frames.filter(({ length }) => length > 0).map((lines) => lines.map(({ message }) => message))).toEqual([
      LINES,
    ])
  })

  it('tells who enters meanwhile first where they are, and each line once', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const here = await enter(mira, channel)
    await here.next('chats')
    const auth: ChatClientMessage = { type: 'auth', chatId: await ticketOf(tomo, channel), channel }
    const there = await openSocket(tomo, channel)
    await reach(channel, [...said().map((message) => ({ by: mira, message })), { by: tomo, message: auth }])
    await there.next('chats')
    await heardAll(here)
    there.send({ type: 'join', channel })
    await there.next('redirect')
    const events = there.frames.flat()
    expect(events[0]?.type).toBe('channel')
    expect(linesIn(events).map(({ message }) => message)).toEqual(LINES)
  })
})
