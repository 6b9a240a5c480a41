import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MARK_INTERVAL_UNITS, SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { ChatSocketState } from '../../../durable-objects/chat/state.ts'
import { Connection } from '../../../durable-objects/realtime/Connection.ts'
import { ConnectionRegistry } from '../../../durable-objects/realtime/ConnectionRegistry.ts'
import { SendBudget } from '../../../durable-objects/realtime/SendBudget.ts'
import { addChannel, type ChatClient, enterRoom, openSocket } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { sendRequest } from '../../support/worker/site.ts'

const LONG = 'x'.repeat(480)

/** Makes the owner of a room announce this many lines. */
async function announce(channel: string, ownerId: number, lines: number): Promise<void> {
  const roomId =
    (await env.DB.prepare('SELECT id FROM chat_rooms WHERE channel = ?').bind(channel).first<number>('id')) ?? 0
  const member = {
    id: ownerId,
    nickname: 'Owner',
    avatar: null,
    flags: '',
    registeredAt: 0,
    fan: false,
    inGroup: false,
  }
  return runInDurableObject(env.CHAT.getByName(channel), (room) => {
    for (let n = 0; n < lines; n++)
      room.moderate(
        { roomId, channel, title: null, ownerId, offeredTo: null, member },
        { action: 'announce', channel, message: `${n} ${LONG}` },
      )
  })
}

const unitsOf = ({ frames }: ChatClient) => frames.reduce((units, frame) => units + JSON.stringify(frame).length, 0)

describe('a connection that does not read', () => {
  describe('among 800 long lines', () => {
    let owner: Person
    let channel: string
    let slow: ChatClient
    let quick: ChatClient
    beforeAll(async () => {
      owner = await addPerson()
      channel = await addChannel({ ownerId: owner.id })
      slow = await enterRoom(await addPerson(), channel)
      quick = await enterRoom(await addPerson(), channel)
      for (const client of [slow, quick]) await client.next('chats')
      let received = 0
      while (received < 800) {
        await announce(channel, owner.id, 50)
        for (const until = received + 50; received < until; received++) await quick.next('chat')
        quick.acknowledge()
      }
    })

    it('the connection gets at most a quarter of a megabyte', () => {
      expect(unitsOf(slow)).toBeLessThan(MARK_INTERVAL_UNITS * 5)
    })

    it('other connections get everything', () => {
      expect(unitsOf(quick)).toBeGreaterThan(MARK_INTERVAL_UNITS * 6)
    })

    it('the connection gets the current lines once it has read', async () => {
      slow.acknowledge()
      const { missed, lines } = await slow.next('chats')
      expect([missed, lines.length, lines.at(-1)?.id]).toEqual([false, 50, 800])
      await announce(channel, owner.id, 1)
      expect((await slow.next('chat')).line.id).toBe(801)
    })
  })

  it('the connection gets the missed changes of the room once it has read', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    const slow = await enterRoom(mira, channel)
    await slow.next('user-list')
    for (let lines = 0; lines < 600; lines += 50) await announce(channel, owner.id, 50)
    const body = { action: 'topic', channel, message: 'Be kind' }
    await sendRequest('/api/v2/chat/moderate', { as: await addPerson({ flags: 'm' }), body })
    slow.acknowledge()
    expect((await slow.next('topic')).topic).toMatchObject({ message: 'Be kind' })
  })

  it('acknowledging unknown marks or marks from before hibernation does not raise the limit', () => {
    const { 0: client, 1: server } = new WebSocketPair()
    client.accept()
    server.accept()
    const member = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0, fan: false, inGroup: false }
    const woken = new Connection(server, { member, session: '', expiresAt: 1 })
    const now = Date.now()
    let sent = 0
    const finished = new Promise<void>((resolve) => {
      client.addEventListener('message', ({ data }) => {
        sent += String(data).length
        if (data === 'over') resolve()
      })
    })
    for (let time = 0; time < 8; time++) {
      for (let frame = 0; frame < 2000; frame++) woken.send(LONG, now)
      expect(woken.acknowledge(4711 + time)).toBe(false)
    }
    server.send('over')
    return finished.then(() => expect(sent).toBeLessThan(MARK_INTERVAL_UNITS * 5))
  })

  it('the connection is dropped when it has read nothing for half a minute', async () => {
    const { 0: client, 1: server } = new WebSocketPair()
    client.accept()
    server.accept()
    const member = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0, fan: false, inGroup: false }
    const connection = new Connection(server, { member, session: '', expiresAt: 1 })
    const start = Date.now()
    for (let sent = 0; sent <= MARK_INTERVAL_UNITS * 5; sent += LONG.length)
      expect(connection.send(LONG, start)).toBe(true)
    expect(connection.send(LONG, start + 30_000)).toBe(true)
    expect(connection.send(LONG, start + 30_001)).toBe(false)
  })
})

describe('the unread data of all sockets of a room', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('a connection that does not read gets little when the other sockets hold much', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    const slow = await enterRoom(mira, channel)
    await slow.next('chats')
    vi.spyOn(SendBudget.prototype, 'for').mockReturnValue(0)
    for (let lines = 0; lines < 400; lines += 50) await announce(channel, owner.id, 50)
    await slow.ping()
    expect(unitsOf(slow)).toBeLessThan(MARK_INTERVAL_UNITS * 3.5)
  })

  /** A room with a queue of held lines that is longer than what a client gets that is not known to read. */
  async function addLongQueue() {
    const owner = await addPerson()
    const channel = await addChannel({ ownerId: owner.id })
    await announce(channel, owner.id, 1)
    const room = env.CHAT.getByName(channel)
    await runInDurableObject(room, (_room, { storage }) => {
      for (let id = 1000; id < 1200; id++) {
        const user = { id: 1, nickname: 'Mira', avatar: null }
        const line = { id, user, message: '木'.repeat(400), key: `held-${id}`, replyTo: null, date: '20260101000000' }
        storage.sql.exec('INSERT INTO held_lines (id, line) VALUES (?, ?)', id, JSON.stringify(line))
      }
    })
    await evictDurableObject(room, { webSockets: 'close' })
    return { owner, channel }
  }

  it('a moderator gets a long queue of held lines after the room, once they are known to read', async () => {
    const { owner, channel } = await addLongQueue()
    vi.spyOn(SendBudget.prototype, 'for').mockReturnValue(0)
    const moderator = await enterRoom(owner, channel)
    await moderator.next('chats')
    await moderator.ping()
    vi.restoreAllMocks()
    moderator.acknowledge()
    expect((await moderator.next('held')).lines).toHaveLength(200)
  })

  it('the room is not sent again while there is no space for the held lines, which follow alone', async () => {
    const { owner, channel } = await addLongQueue()
    vi.spyOn(SendBudget.prototype, 'for').mockReturnValue(0)
    const moderator = await enterRoom(owner, channel)
    await moderator.next('chats')
    for (let times = 0; times < 3; times++) {
      await moderator.ping()
      moderator.acknowledge()
    }
    await moderator.ping()
    vi.restoreAllMocks()
    expect((await moderator.next('held')).lines).toHaveLength(200)
    const types = moderator.frames.flat().map(({ type }) => type)
    expect(types.filter((type) => type === 'chats' || type === 'held')).toEqual(['chats', 'held'])
  })

  it('members whose closing sockets made the room restart are refused', async () => {
    const [owner, vera, mira] = [await addPerson(), await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    const client = await enterRoom(vera, channel)
    await client.next('chats')
    const closing = Array.from({ length: 9 }, (_, index) => {
      // Ten sockets of a member hold less than 3 MB.
      return { state: { member: { id: mira.id + index } }, acks: { unread: 2.7 * 2 ** 20 } }
    }) as Connection<ChatSocketState>[]
    const spy = vi.spyOn(ConnectionRegistry.prototype, 'closing').mockReturnValue(closing)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
    client.send({ type: 'channels' })
    await client.closed()
    spy.mockRestore()
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.tooSlow)
    await enterRoom(vera, channel)
  })
})
