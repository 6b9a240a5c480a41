import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ROOMS_ENTERED_MAX } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addRoom, removeExpiredRoom } from '../../../worker/features/chat/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addChannel, addVisits, enterRoom, openSocket, ticketOf } from '../../support/worker/chat.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson, logIn } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { setRole } from '../../support/worker/staff.ts'
import { addStreamWithRoom } from '../../support/worker/stream-sockets.ts'

describe('a chat room', () => {
  it('a line is broadcast with its admin flag, action and background [2 §2 Chat, §3]', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [client, otherClient] = [await enterRoom(mira, channel), await enterRoom(tomo, channel)]
    await otherClient.next('chats')
    const said = await client.say('hello')
    expect(said).toMatchObject({ message: 'hello', user: { id: mira.id, nickname: mira.nickname } })
    expect(said).toMatchObject({
      admin: false,
      action: false,
      background: null,
      date: expect.stringMatching(/^\d{14}$/),
    })
    expect((await otherClient.next('chat')).line).toEqual(said)
  })

  it('lines and edits are trimmed, whatever the client sends [2 §5]', async () => {
    const client = await enterRoom(await addPerson(), await addChannel())
    const { id, message } = await client.say('  hello \t there\n\u202e ')
    expect(message).toBe('hello there')
    client.send({ type: 'edit', id, message: '  hello  again ' })
    expect(await client.next('edit')).toMatchObject({ id, message: 'hello again' })
  })

  it('an entering member gets the state of the room', async () => {
    const channel = await addChannel()
    const client = await enterRoom(await addPerson(), channel)
    expect(await client.next('channel')).toMatchObject({ channel, kind: 'open', moderator: false, mutedUntil: null })
    expect((await client.next('topic')).topic).toBeNull()
  })

  it('an entering member gets the members of the room', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    const otherClient = await enterRoom(await addPerson(), channel)
    expect((await otherClient.next('user-list')).users?.map(({ id }) => id)).toContain(mira.id)
    client.close()
  })

  it('an entering member gets the latest 50 lines [2 §2 Chat]', async () => {
    const channel = await addChannel()
    for (let line = 1; line <= 48; line += 6) {
      const someone = await enterRoom(await addPerson(), channel)
      for (let n = line; n < line + 6; n++) await someone.say(`line ${n}`)
    }
    const client = await enterRoom(await addPerson(), channel)
    for (let line = 49; line <= 52; line++) await client.say(`line ${line}`)
    const { lines, missed } = await (await enterRoom(await addPerson(), channel)).next('chats')
    expect(missed).toBe(false)
    expect(lines.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, i) => `line ${i + 3}`))
  })

  it('members receive an event when someone enters or leaves', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    expect(await client.next('user-list')).toMatchObject({ count: 1, users: [{ id: mira.id }] })
    const otherClient = await enterRoom(tomo, channel)
    for (;;) {
      const { count, joined } = await client.next('user-list')
      if (count === 1) continue
      expect(joined).toContainEqual({ id: tomo.id, nickname: tomo.nickname, avatar: null })
      break
    }
    otherClient.close()
    expect(await client.next('user-list')).toMatchObject({ count: 1, left: [tomo.id] })
  })

  it('the room closes its side at once when a client closes the socket', { timeout: 8000 }, async () => {
    const client = await enterRoom(await addPerson(), await addChannel())
    await client.next('chats')
    client.close()
    expect(await client.closed()).toBe(1000)
  })

  it('a join message is answered with the room to go to [2 §7 join, redirect]', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.next('chats')
    client.send({ type: 'join', channel: 'Life Drawing!' })
    expect(await client.next('redirect')).toEqual({ type: 'redirect', channel: 'life-drawing' })
  })

  it('the list of rooms shows how many members are in each [2 §7 channel-list]', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.next('channel-list')
    await expect.poll(() => countOf(channel)).toBe(1)
    const otherClient = await enterRoom(tomo, 'help')
    await expect.poll(() => countOf('help')).toBe(1)
    const { channels } = await otherClient.next('channel-list')
    expect(channels.slice(0, 3).map(({ channel, kind }) => [channel, kind])).toEqual([
      ['lobby', 'standing'],
      ['help', 'standing'],
      ['whiteboard', 'standing'],
    ])
    expect(channels).toContainEqual({ channel, kind: 'open', title: null, count: 1 })
    client.close()
    await expect.poll(() => countOf(channel)).toBe(0)
  })
})

const countOf = (channel: string) =>
  env.DB.prepare('SELECT present_count FROM chat_rooms WHERE channel = ?').bind(channel).first('present_count')

const moderation = (as: Awaited<ReturnType<typeof addPerson>>, body: unknown) => ({ as, body })

describe('the life of a room', () => {
  it('a new room belongs to the first member who joins it', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    for (const person of [mira, tomo]) {
      const event = await (await enterRoom(person, 'ink-only')).next('channel')
      expect(event).toMatchObject({ channel: 'ink-only', ownerId: mira.id })
    }
  })

  it('the owner of a room moderates it', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    expect(await (await enterRoom(mira, 'pens-only')).next('channel')).toMatchObject({ moderator: true })
    expect(await (await enterRoom(tomo, 'pens-only')).next('channel')).toMatchObject({ moderator: false })
  })

  it('a member who enters one room too many in any session leaves the room that was entered first', async () => {
    const mira = await addPerson()
    const elsewhere = await logIn(mira.id, mira.nickname)
    const channel = await addChannel()
    const first = await enterRoom(mira, channel)
    await first.next('chats')
    await addVisits(mira, ROOMS_ENTERED_MAX - 2)
    await openSocket(elsewhere, await addChannel())
    expect(await first.say('still here')).toMatchObject({ message: 'still here' })
    await openSocket(elsewhere, await addChannel())
    expect(await first.closed()).toBe(SOCKET_CLOSE.leftForOthers)
    expect(await (await enterRoom(mira, channel)).say('back')).toMatchObject({ message: 'back' })
  })

  it('a member who enters a room again leaves none', async () => {
    const mira = await addPerson()
    const channel = await addChannel()
    const first = await enterRoom(mira, channel)
    await first.next('chats')
    await addVisits(mira, ROOMS_ENTERED_MAX - 1)
    await (await enterRoom(mira, channel)).next('chats')
    expect(await first.say('still here')).toMatchObject({ message: 'still here' })
  })

  it('a member can create ten rooms', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    for (let n = 1; n <= 10; n++) await (await enterRoom(mira, `mine-${n}`)).next('channel')
    expect(await (await openSocket(mira, 'mine-11')).closed()).toBe(SOCKET_CLOSE.tooManyRooms)
    await (await enterRoom(tomo, 'mine-11')).next('channel')
    await (await enterRoom(mira, 'mine-11')).next('channel')
  })

  it('a member cannot create the room of a stream or group', async () => {
    const mira = await addPerson()
    for (const channel of ['stream-7', 'group-ink'])
      expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.notFound)
  })

  it('the artist of a stream moderates its room', async () => {
    const mira = await addPerson()
    await addRoom(openDb(env.DB), { channel: 'stream-8', ownerId: mira.id, now: Date.now() })
    expect(await (await enterRoom(mira, 'stream-8')).next('channel')).toMatchObject({ kind: 'stream', moderator: true })
  })

  it('a room that is added twice keeps its first owner', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    for (const { id: ownerId } of [mira, tomo])
      await addRoom(openDb(env.DB), { channel: 'stream-9', ownerId, now: Date.now() })
    expect(await (await enterRoom(tomo, 'stream-9')).next('channel')).toMatchObject({ ownerId: mira.id })
  })

  it('a group room can be limited to members of the group', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const group = await addGroup(mira)
    await joinGroup(tomo, group)
    const channel = `group-${group}`
    const rules = { slowSeconds: 0, speakers: 'group', hold: false }
    await requestJson('/api/v2/chat/moderate', moderation(mira, { action: 'settings', channel, rules, words: [] }))
    expect(await (await enterRoom(tomo, channel)).say('hello')).toMatchObject({ message: 'hello' })
    const other = await enterRoom(await addPerson(), channel)
    await other.next('chats')
    other.send({ type: 'chat', key: 'from-outside', message: 'hello' })
    expect(await other.next('refused')).toEqual({ type: 'refused', key: 'from-outside', code: 'speakers_group' })
  })

  it('a malformed room name is refused', async () => {
    const mira = await addPerson()
    for (const name of ['Lobby', 'a%20b', '%3Cb%3E', 'x'.repeat(33)])
      expect(
        await errorOf(sendRequest(`/socket/chat/${name}`, { as: mira, headers: { upgrade: 'websocket' } })),
      ).toEqual([400, 'bad_request'])
  })

  it('a room that nobody entered for 30 days loses its lines and its owner', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const client = await enterRoom(mira, 'left-alone')
    await client.say('hello')
    await sendRequest('/api/v2/chat/moderate', {
      as: mira,
      body: { action: 'topic', channel: 'left-alone', message: 'Mine' },
    })
    const room = env.CHAT.getByName('left-alone')
    await runInDurableObject(room, (_, { storage }) => makeDue(storage, 'forget'))
    await runDurableObjectAlarm(room)
    await expect.poll(() => countOf('left-alone')).toBe(1)
    client.close()
    await expect.poll(() => countOf('left-alone')).toBe(0)
    await ageVisits('left-alone')
    await runInDurableObject(room, (_, { storage }) => makeDue(storage, 'forget'))
    await runDurableObjectAlarm(room)
    await expect.poll(() => countOf('left-alone')).toBeNull()
    const otherClient = await enterRoom(tomo, 'left-alone')
    expect(await otherClient.next('channel')).toMatchObject({ ownerId: tomo.id })
    expect((await otherClient.next('topic')).topic).toBeNull()
    expect((await otherClient.next('chats')).lines).toEqual([])
    expect((await otherClient.say('anybody')).id).toBeGreaterThan(1)
  })

  it('the room of a stream that nobody entered for 30 days is removed, with the names in it', async () => {
    const [mira, tomo] = [await addPerson({ nickname: 'Streaming Mira' }), await addPerson({ nickname: 'Muted Tomo' })]
    const channel = `stream-${await addStreamWithRoom(mira)}`
    const client = await enterRoom(mira, channel)
    await client.say('hello')
    const muted = { action: 'mute', channel, userId: tomo.id, minutes: 60 }
    await jsonOf(sendRequest('/api/v2/chat/moderate', { as: mira, body: muted }))
    client.close()
    await expect.poll(() => countOf(channel)).toBe(0)
    await ageVisits(channel)
    const room = env.CHAT.getByName(channel)
    await runInDurableObject(room, (_, { storage }) => makeDue(storage, 'forget'))
    await runDurableObjectAlarm(room)
    await expect.poll(() => countOf(channel)).toBeNull()
    const mutes = await runInDurableObject(room, (_, { storage }) => storage.sql.exec('SELECT * FROM mutes').toArray())
    expect(mutes).toEqual([])
  })

  it('lines are kept longer when a member enters, but not when the owner reads the settings', async () => {
    const [mira, channel] = [await addPerson(), 'seldom-entered']
    await (await enterRoom(mira, channel)).next('chats')
    const room = env.CHAT.getByName(channel)
    const expiry = () => runInDurableObject(room, (_, { storage }) => alarmsOf(storage).forget ?? 0)
    const soon = Date.now() + 3_600_000
    await runInDurableObject(room, (_, { storage }) => setAlarm(storage, 'forget', soon))
    await jsonOf(sendRequest(`/api/v2/chat/settings?channel=${channel}`, { as: mira }))
    expect(await expiry()).toBe(soon)
    await (await enterRoom(mira, channel)).next('chats')
    expect(await expiry()).toBeGreaterThan(soon)
  })

  describe('an abandoned room to which a member returns', () => {
    /** Abandons a room for 30 days. The member returns just before it is removed. */
    async function returnToRoom(channel: string) {
      const mira = await addPerson()
      const left = await enterRoom(mira, channel)
      await left.next('chats')
      left.close()
      await ageVisits(channel)
      const back = await enterRoom(mira, channel)
      await back.next('chats')
      await removeExpiredRoom(openDb(env.DB), channel, Date.now())
      return { mira, back }
    }

    it('the room is not removed', async () => {
      await returnToRoom('not-so-lonely')
      expect(await countOf('not-so-lonely')).not.toBeNull()
    })

    it('logging out closes the socket of the member', async () => {
      const { mira, back } = await returnToRoom('hardly-lonely')
      await jsonOf(sendRequest('/logout', { as: mira, body: {} }))
      expect(await back.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    })

    it('the room is removed once the member has logged out', async () => {
      const { mira, back } = await returnToRoom('lonely-again')
      await jsonOf(sendRequest('/logout', { as: mira, body: {} }))
      await back.closed()
      await removeExpiredRoom(openDb(env.DB), 'lonely-again', Date.now())
      expect(await countOf('lonely-again')).toBeNull()
    })
  })
})

/** Moves all visits of a room 30 days into the past. */
const ageVisits = (channel: string) =>
  env.DB.prepare(
    `UPDATE chat_room_sessions SET entered_at = entered_at - ${30 * 86_400_000}
     WHERE room_id = (SELECT id FROM chat_rooms WHERE channel = ?)`,
  )
    .bind(channel)
    .run()

function alarmsOf(storage: DurableObjectStorage): Record<string, number> {
  const [row] = storage.sql.exec<{ value: string }>("SELECT value FROM key_values WHERE name = 'alarms'").toArray()
  return JSON.parse(row?.value ?? '{}')
}

function setAlarm(storage: DurableObjectStorage, name: string, at: number): void {
  const alarms = JSON.stringify({ ...alarmsOf(storage), [name]: at })
  storage.sql.exec("INSERT OR REPLACE INTO key_values VALUES ('alarms', ?)", alarms)
}

/** Makes an alarm of the room due now. */
function makeDue(storage: DurableObjectStorage, name: string): Promise<void> {
  setAlarm(storage, name, Date.now() - 1)
  return storage.setAlarm(Date.now())
}

describe('opening a socket', () => {
  it('only a logged-in member can open a socket [2 §6 Visitor, §8 Chat needs login]', async () => {
    expect(await (await openSocket(null, 'lobby')).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await errorOf(sendRequest('/socket/chat/lobby'))).toEqual([401, 'not_logged_in'])
  })

  it('only pages of this site can open a socket', async () => {
    const mira = await addPerson()
    for (const origin of ['https://elsewhere.example', null])
      expect(
        await errorOf(sendRequest('/socket/chat/lobby', { as: mira, headers: { upgrade: 'websocket', origin } })),
      ).toEqual([403, 'cross_origin'])
  })

  it('a socket belongs to the member of the session, whatever the client claims', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const forged = encodeURIComponent(
      JSON.stringify({
        channel,
        ownerId: mira.id,
        session: 'x',
        member: { id: tomo.id, nickname: tomo.nickname, flags: 'a' },
      }),
    )
    const headers = { upgrade: 'websocket', 'x-socket-handshake': forged }
    const reply = await sendRequest(`/socket/chat/${channel}?member=${tomo.id}`, { as: mira, headers })
    expect(reply.status).toBe(101)
    reply.webSocket?.accept()
    reply.webSocket?.send(JSON.stringify({ type: 'auth', chatId: await ticketOf(tomo, channel), channel }))
    const code = await new Promise((resolve) => reply.webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    expect(code).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a line before authentication is refused', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'chat', key: 'too-early', message: 'hello' })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    expect((await (await enterRoom(mira, channel)).next('chats')).lines).toEqual([])
  })

  it('a member may have ten sockets in a room', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    for (let n = 0; n < 10; n++) await (await enterRoom(mira, channel)).next('chats')
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.tooManySockets)
  })
})

describe('tickets', () => {
  it.each([
    ['of another member', async (channel: string) => ticketOf(await addPerson(), channel)],
    ['that is forged', async () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['that is empty', async () => ''],
  ])('a ticket %s is refused', async (_, forge) => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: await forge(channel), channel })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a ticket for another room is refused', async () => {
    const [mira, channel, other] = [await addPerson(), await addChannel(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: await ticketOf(mira, other), channel: other })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a ticket does not restore rights that the member has lost', async () => {
    const [mira, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const before = await ticketOf(mira, channel)
    await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(mira.id).run()
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: before, channel })
    expect(await socket.next('channel')).toMatchObject({ moderator: false })
    expect(await socket.say('hello')).toMatchObject({ admin: false })
  })

  it('an earlier ticket never restores the rights of staff, however often it is sent', async () => {
    const [mira, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const before = [await ticketOf(mira, channel), await ticketOf(mira, channel)]
    const socket = await enterRoom(mira, channel)
    expect(await socket.next('channel')).toMatchObject({ moderator: true })
    await jsonOf(setRole(await addPerson({ flags: 'a' }), mira, { role: 'm', granted: false }))
    expect(await socket.next('channel')).toMatchObject({ moderator: false })
    for (const chatId of before) socket.send({ type: 'auth', chatId, channel })
    expect(await socket.say('hello')).toMatchObject({ admin: false })
    expect(
      socket.frames
        .flat()
        .filter(({ type }) => type === 'channel')
        .at(-1),
    ).toMatchObject({ moderator: false })
  })

  it('an open room learns at once that a member became a gloperator', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await enterRoom(mira, channel)
    expect(await socket.next('channel')).toMatchObject({ moderator: false })
    await jsonOf(setRole(await addPerson({ flags: 'a' }), mira, { role: 'm', granted: true }))
    expect(await socket.next('channel')).toMatchObject({ moderator: true })
    expect(await socket.say('hello')).toMatchObject({ admin: true })
  })

  it('the session includes a ticket that is accepted [1 §3 Current user: chat id]', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const { user } = await requestJson<{ user: { chatId: string } }>('/api/v2/session', { as: mira })
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: user.chatId, channel })
    expect(await socket.next('channel')).toMatchObject({ channel })
  })
})
