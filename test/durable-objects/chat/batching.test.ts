import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ChatClientMessage, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { UserList } from '../../../durable-objects/chat/Attendance.ts'
import { addChannel, type ChatClient, enterRoom, newKey, openSocket, ticketOf } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'

/** The number of lines that a member may send at once. */
const LINES = Array.from({ length: 8 }, (_, index) => `line ${index + 1}`)

const lineMessages = () => LINES.map((message): ChatClientMessage => ({ type: 'chat', key: newKey(), message }))

/** Delivers messages to a room together, each through the socket of its member. */
async function deliverTogether(channel: string, messages: { by: Person; message: ChatClientMessage }[]): Promise<void> {
  await runInDurableObject(env.CHAT.getByName(channel), (room, state) => {
    for (const { by, message } of messages) {
      const socket = state.getWebSockets().find((candidate) => candidate.deserializeAttachment().member.id === by.id)
      if (socket) void room.webSocketMessage(socket, JSON.stringify(message))
    }
  })
}

async function allLinesReceived(client: ChatClient): Promise<void> {
  while ((await client.next('chat')).line.message !== LINES.at(-1));
}

const linesIn = (events: readonly ChatServerEvent[]) =>
  events.flatMap((event) => (event.type === 'chats' ? event.lines : event.type === 'chat' ? [event.line] : []))

/** Filters the changes of the member list. */
const changesIn = (frames: readonly ChatServerEvent[][]) =>
  frames.flat().filter((event) => event.type === 'user-list' && !event.users) as UserList[]

/** Waits until a change reports this number of members. */
async function countReceived(client: ChatClient, count: number): Promise<void> {
  for (;;) {
    const list = await client.next('user-list')
    if (!list.users && list.count === count) return
  }
}

/** Reads the rows of the log of a room. */
function storedBatches(channel: string): Promise<ChatServerEvent[][]> {
  return runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) =>
    storage.sql
      .exec<{ events: string }>('SELECT events FROM batches ORDER BY last')
      .toArray()
      .map(({ events }) => JSON.parse(events)),
  )
}

describe('lines sent to a room at almost the same time', () => {
  it('the lines are broadcast in one frame', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [client, otherClient] = [await enterRoom(mira, channel), await enterRoom(tomo, channel)]
    await client.next('chats')
    await otherClient.next('chats')
    const before = otherClient.frames.length
    await deliverTogether(
      channel,
      lineMessages().map((message) => ({ by: mira, message })),
    )
    await allLinesReceived(otherClient)
    const frames = otherClient.frames.slice(before).map(linesIn)
    expect(frames.filter(({ length }) => length > 0).map((lines) => lines.map(({ message }) => message))).toEqual([
      LINES,
    ])
  })

  it('the lines are stored in one row, in order', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.next('chats')
    await deliverTogether(
      channel,
      lineMessages().map((message) => ({ by: mira, message })),
    )
    await allLinesReceived(client)
    expect((await storedBatches(channel)).map((batch) => linesIn(batch).map(({ message }) => message))).toEqual([LINES])
  })

  /** Enters a room while lines are sent to it, and returns the events that the new member got. */
  async function eventsOfEntering(): Promise<ChatServerEvent[]> {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.next('chats')
    const auth: ChatClientMessage = { type: 'auth', chatId: await ticketOf(tomo, channel), channel }
    const otherClient = await openSocket(tomo, channel)
    await deliverTogether(channel, [
      ...lineMessages().map((message) => ({ by: mira, message })),
      { by: tomo, message: auth },
    ])
    await otherClient.next('chats')
    await allLinesReceived(client)
    otherClient.send({ type: 'join', channel })
    await otherClient.next('redirect')
    return otherClient.frames.flat()
  }

  it('a member who enters in the meantime gets the state of the room first', async () => {
    expect((await eventsOfEntering())[0]?.type).toBe('channel')
  })

  it('a member who enters in the meantime gets each line once', async () => {
    expect(linesIn(await eventsOfEntering()).map(({ message }) => message)).toEqual(LINES)
  })
})

describe('members who enter a room at almost the same time', () => {
  /** Makes five members enter a room together in which one is already, and waits until all have the list. */
  async function enterTogether() {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await countReceived(client, 1)
    const coming = await Promise.all(Array.from({ length: 5 }, () => addPerson()))
    const sockets = await Promise.all(coming.map((by) => openSocket(by, channel)))
    const tickets = await Promise.all(coming.map((by) => ticketOf(by, channel)))
    const before = client.frames.length
    await deliverTogether(
      channel,
      coming.map((by, index) => ({ by, message: { type: 'auth', chatId: tickets[index] ?? '', channel } })),
    )
    for (const receiver of [client, ...sockets]) await countReceived(receiver, 6)
    return { channel, client, before, sockets, ids: coming.map(({ id }) => id).sort() }
  }

  it('each member gets one list of the members who entered', async () => {
    const { client, before, sockets, ids } = await enterTogether()
    for (const receiver of [client, ...sockets]) {
      const changes = changesIn(receiver.frames.slice(receiver === client ? before : 0))
      expect(changes.map(({ count, joined }) => [count, joined?.map(({ id }) => id).sort()])).toEqual([[6, ids]])
    }
  })

  it('the remaining member gets one list of the members who left', async () => {
    const { channel, client, ids } = await enterTogether()
    const whenAll = client.frames.length
    await runInDurableObject(env.CHAT.getByName(channel), (room) => {
      for (const userId of ids) room.revokeSessions({ userId }, SOCKET_CLOSE.notLoggedIn)
    })
    await countReceived(client, 1)
    const changes = changesIn(client.frames.slice(whenAll))
    expect(changes.map(({ count, left }) => [count, left?.toSorted()])).toEqual([[1, ids]])
  })
})
