import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { MESSAGES_AFTER_CLOSE_MAX } from '../../../contract/limits.ts'
import { chatSocketPath } from '../../../contract/socket/chat.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { ChatSocketState } from '../../../durable-objects/chat/state.ts'
import { Connection } from '../../../durable-objects/realtime/Connection.ts'
import { ConnectionRegistry } from '../../../durable-objects/realtime/ConnectionRegistry.ts'
import { openSocketAt } from '../../../durable-objects/realtime/handshake.ts'
import { enterRoom as visitRoom } from '../../../worker/domain/chat/rooms.ts'
import { findSession } from '../../../worker/domain/users/viewer.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addChannel, enterRoom, openSocket, shortTicketOf, ticketOf } from '../../support/worker/chat.ts'
import { openHalfOpen } from '../../support/worker/half-open.ts'
import { addPerson, logIn, type Person, sessionHash } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

/** Logs the same member in on another device. */
const logInElsewhere = ({ id, nickname }: Person) => logIn(id, nickname)

/** Opens a socket that the worker let through before the session ended, and returns its close code. */
async function lateSocketCode({ id, nickname }: Person, channel: string, session: string): Promise<number> {
  const member = { id, nickname, avatar: null, flags: '', registeredAt: 0, fan: false, inGroup: false }
  const facts = { roomId: 0, channel, title: null, ownerId: null, offeredTo: null }
  const { webSocket } = await openSocketAt(env.CHAT.getByName(channel), { ...facts, session, member })
  return new Promise((resolve) => {
    webSocket?.addEventListener('close', ({ code }) => resolve(code))
    webSocket?.accept()
  })
}

/** Counts the open sockets of a member in a room, as the room sees them. */
function openIn(channel: string, { id }: Person): Promise<number> {
  return runInDurableObject(env.CHAT.getByName(channel), (_, state) => {
    const sockets = state.getWebSockets().filter((socket) => socket.deserializeAttachment().member.id === id)
    return sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length
  })
}

describe('the end of a session', () => {
  it('the sockets of a session are closed before the logout is answered', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    for (let n = 0; n < 2; n++) await (await enterRoom(mira, channel)).next('chats')
    expect(await openIn(channel, mira)).toBe(2)
    await sendRequest('/logout', { as: mira, body: {} })
    expect(await openIn(channel, mira)).toBe(0)
  })

  it('logging out closes the sockets of the session in every room', async () => {
    const mira = await addPerson()
    const sockets = [await enterRoom(mira, await addChannel()), await enterRoom(mira, await addChannel())]
    for (const socket of sockets) await socket.next('chats')
    await sendRequest('/logout', { as: mira, body: {} })
    for (const socket of sockets) expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('logging out keeps the sockets of other sessions open', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await enterRoom(mira, channel)
    const otherSocket = await enterRoom(await logInElsewhere(mira), channel)
    for (const opened of [socket, otherSocket]) await opened.next('chats')
    await sendRequest('/logout', { as: mira, body: {} })
    await socket.closed()
    expect(await otherSocket.say('still here')).toMatchObject({ message: 'still here' })
  })

  it('ending a session from another device closes its sockets', async () => {
    const mira = await addPerson()
    const other = await logInElsewhere(mira)
    const channel = await addChannel()
    const otherSocket = await enterRoom(other, channel)
    await otherSocket.next('chats')
    const { items } = await requestJson<{ items: { id: string; current: boolean }[] }>('/api/v2/sessions', { as: mira })
    await sendRequest('/api/v2/sessions/end', { as: mira, body: { id: items.find(({ current }) => !current)?.id } })
    expect(await otherSocket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('ending all other sessions closes their sockets in every room', async () => {
    const mira = await addPerson()
    const [room, otherRoom] = [await addChannel(), await addChannel()]
    const sockets = [
      await enterRoom(await logInElsewhere(mira), room),
      await enterRoom(await logInElsewhere(mira), otherRoom),
    ]
    const own = await enterRoom(mira, room)
    for (const socket of [...sockets, own]) await socket.next('chats')
    await sendRequest('/api/v2/sessions/end', { as: mira, body: { others: true } })
    for (const socket of sockets) expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await own.say('still here')).toMatchObject({ message: 'still here' })
  })

  it('a socket on its way is refused after the session ended', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const before = await enterRoom(mira, channel)
    await before.next('chats')
    await sendRequest('/logout', { as: mira, body: {} })
    expect(await lateSocketCode(mira, channel, await sessionHash(mira.token))).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a member who is banned while they enter a room does not enter', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const visit = { session: await sessionHash(mira.token), channel, now: Date.now() }
    const found = await findSession(openDb(env.DB), visit.session, visit.now)
    if (!found) throw new Error('the session is missing')
    await addBan(mira, 24)
    expect(await visitRoom(openDb(env.DB), found.viewer, visit)).toEqual({ ok: false, code: 'banned' })
  })

  it('a socket on its way is refused after all sessions of the member ended', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    await (await enterRoom(mira, channel)).next('chats')
    await env.CHAT.getByName(channel).revokeSessions({ userId: mira.id }, SOCKET_CLOSE.forbidden)
    expect(await lateSocketCode(mira, channel, 'another one')).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('the end persists after the room has hibernated, also for a client that keeps its side open', async () => {
    const [mira, ines, channel] = [await addPerson(), await addPerson({ flags: 'm' }), await addChannel()]
    const { socket: open, closed } = await openHalfOpen(mira, chatSocketPath(channel))
    const entered = new Promise((resolve) => open.addEventListener('message', resolve))
    open.send(JSON.stringify({ type: 'auth', chatId: await ticketOf(mira, channel), channel }))
    await entered
    await sendRequest('/logout', { as: mira, body: {} })
    await closed
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    open.send(JSON.stringify({ type: 'chat', key: 'after-the-end', message: 'still here' }))
    const staff = await enterRoom(ines, channel)
    expect((await staff.next('user-list')).users?.map(({ id }) => id)).toEqual([ines.id])
    expect((await staff.say('hello')).id).toBe(1)
  })

  it('a client that goes on sending after the end is cut off, and its member refused', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const other = await enterRoom(tomo, channel)
    const { socket: open, closed } = await openHalfOpen(mira, chatSocketPath(channel))
    open.send('no message')
    await closed
    for (let sent = 0; sent < MESSAGES_AFTER_CLOSE_MAX; sent++) open.send('no message')
    await other.say('Hello')
    expect(await (await enterRoom(mira, channel)).say('Back again')).toMatchObject({ message: 'Back again' })
    open.send('no message')
    await other.closed()
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.tooSlow)
    expect(await (await enterRoom(tomo, channel)).say('Here')).toMatchObject({ message: 'Here' })
  })

  it('closed sockets count until the client closes them, too, also after hibernation', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    for (let n = 0; n < 10; n++) await openHalfOpen(mira, chatSocketPath(channel))
    await sendRequest('/logout', { as: mira, body: {} })
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    const another = await openSocket(await logInElsewhere(mira), channel)
    expect(await another.closed()).toBe(SOCKET_CLOSE.tooManySockets)
  })

  it('tickets of an ended session are refused', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const other = await logInElsewhere(mira)
    const ticket = await ticketOf(mira, channel)
    await sendRequest('/logout', { as: mira, body: {} })
    const socket = await openSocket(other, channel)
    socket.send({ type: 'auth', chatId: ticket, channel })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })
})

describe('expiring tickets', () => {
  /** Enters a room with a ticket that is valid for some seconds. */
  async function enterFor(seconds: number) {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: await shortTicketOf(mira, channel, seconds), channel })
    return { mira, channel, socket }
  }

  /** Makes the ticket of a room's only socket expire after its first line. */
  async function expireTicket(channel: string) {
    const room = env.CHAT.getByName(channel)
    const expire = () =>
      runInDurableObject(room, (_, state) => {
        const [socket] = state.getWebSockets()
        const attachment: ChatSocketState = socket?.deserializeAttachment()
        // The site's reply to the first line stores the state of the socket, which still has the old expiry.
        const isCounted = Number(attachment.blocks?.left) > 0
        if (isCounted) socket?.serializeAttachment({ ...attachment, expiresAt: Date.now() - 1 })
        return isCounted
      })
    await expect.poll(expire).toBe(true)
    await evictDurableObject(room, { webSockets: 'hibernate' })
  }

  /** Makes a connection whose ticket expires now. */
  function connected(flags = '') {
    const { 0: client, 1: server } = new WebSocketPair()
    client.accept()
    server.accept()
    const member = { id: 1, nickname: 'Mira', avatar: null, flags, registeredAt: 0, fan: false, inGroup: false }
    const until = Date.now()
    return { client, server, until, connection: new Connection(server, { member, session: '', expiresAt: until }) }
  }

  it('a new ticket is requested during a conversation [2 §7 reauth]', async () => {
    const { socket } = await enterFor(30)
    await socket.next('chats')
    socket.send({ type: 'chat', key: 'with-an-old-one', message: 'hello' })
    await socket.next('reauth')
    expect((await socket.next('chat')).line).toMatchObject({ message: 'hello' })
  })

  it('a conversation continues with the new ticket', async () => {
    const { mira, channel, socket } = await enterFor(30)
    await socket.next('chats')
    await socket.say('hello')
    socket.send({ type: 'auth', chatId: await ticketOf(mira, channel), channel, last: 1 })
    expect(await socket.next('chats')).toMatchObject({ missed: true, lines: [] })
    expect(await socket.say('again')).toMatchObject({ message: 'again' })
  })

  it('a ticket of another room continues no conversation, and the member enters again', async () => {
    const { mira, channel, socket } = await enterFor(30)
    await socket.next('chats')
    socket.send({ type: 'auth', chatId: await ticketOf(mira, await addChannel()), channel, last: 1 })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a ticket that is sent again is not answered with the room', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const chatId = await ticketOf(mira, channel)
    const socket = await openSocket(mira, channel)
    for (let count = 0; count < 10; count += 1) socket.send({ type: 'auth', chatId, channel })
    await socket.say('hello')
    expect(socket.frames.flat().filter(({ type }) => type === 'chats')).toHaveLength(1)
  })

  it('a member who renews the ticket again and again gets the room a few times', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    for (let seconds = 30; seconds < 75; seconds += 1)
      socket.send({ type: 'auth', chatId: await shortTicketOf(mira, channel, seconds), channel })
    await socket.say('hello')
    for (const type of ['chats', 'channel-list'])
      expect(socket.frames.flat().filter((event) => event.type === type).length).toBeLessThan(25)
  })

  it('an expired ticket is refused', async () => {
    const { socket } = await enterFor(0)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('lines sent with an expired ticket are refused until there is a new one', async () => {
    const { mira, channel, socket } = await enterFor(300)
    const { id } = await socket.say('helo')
    await expireTicket(channel)
    socket.send({ type: 'chat', key: 'with-an-old-one', message: 'late' })
    socket.send({ type: 'edit', id, message: 'hello' })
    socket.send({ type: 'auth', chatId: await ticketOf(mira, channel), channel, last: id })
    expect(await socket.next('chats')).toMatchObject({ missed: true, lines: [] })
    // The edit was queued until the new ticket arrived.
    expect(await socket.next('edit')).toMatchObject({ id, message: 'hello' })
    expect(await socket.say('back')).toMatchObject({ message: 'back' })
  })

  it('a connection without a new ticket receives events for one more minute', async () => {
    const { client, connection, until } = connected()
    const received = new Promise((resolve) => client.addEventListener('message', ({ data }) => resolve(data)))
    expect(
      [until - 60_000, until - 59_999, until, until + 59_999, until + 60_000].map((at) => connection.renewTicket(at)),
    ).toEqual([true, true, true, true, false])
    expect(await received).toBe('[{"type":"reauth"}]')
  })

  it('an expired idle connection has a minute to send a new ticket', () => {
    const { server, connection, until } = connected()
    const later = until + 600_000
    expect([later, later + 59_999].map((at) => connection.renewTicket(at))).toEqual([true, true])
    const woken = new Connection(server, server.deserializeAttachment())
    expect([later + 59_999, later + 60_000].map((at) => woken.renewTicket(at))).toEqual([true, false])
  })

  it('events for moderators only do not extend the minute', () => {
    const { connection, until } = connected('m')
    const connections = new ConnectionRegistry()
    connections.add(connection)
    const send = (at: number) => connections.broadcast('[]', at)
    expect([send(until), send(until + 60_000)]).toEqual([[], [[connection, 'notLoggedIn']]])
  })
})

describe('bans', () => {
  const ban = (staff: Person, uid: number, duration: number) =>
    sendRequest('/api/v2/gloperate/ban', { as: staff, body: { uid, duration, reason: 'Be kind', notes: '' } })

  it('a ban closes the sockets of the member in every room', async () => {
    const [mira, ines] = [await addPerson(), await addPerson({ flags: 'm' })]
    const other = await logInElsewhere(mira)
    const [firstRoom, secondRoom] = [await addChannel(), await addChannel()]
    const sockets = [await enterRoom(mira, firstRoom), await enterRoom(other, secondRoom)]
    for (const socket of sockets) await socket.say('hello')
    await ban(ines, mira.id, 24)
    for (const socket of sockets) expect(await socket.closed()).toBe(SOCKET_CLOSE.forbidden)
  })

  it('the sockets are closed before the ban is answered', async () => {
    const [mira, ines, channel] = [await addPerson(), await addPerson({ flags: 'm' }), await addChannel()]
    for (const person of [mira, await logInElsewhere(mira), ines])
      await (await enterRoom(person, channel)).next('chats')
    expect(await openIn(channel, mira)).toBe(2)
    await ban(ines, mira.id, 24)
    expect([await openIn(channel, mira), await openIn(channel, ines)]).toEqual([0, 1])
  })

  async function addBanned(): Promise<Person> {
    const [mira, ines] = [await addPerson(), await addPerson({ flags: 'm' })]
    await ban(ines, mira.id, 1)
    return mira
  }

  it('a banned member gets no socket', async () => {
    const banned = await addBanned()
    expect(await (await openSocket(banned, await addChannel())).closed()).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a banned member gets no ticket', async () => {
    const [banned, channel] = [await addBanned(), await addChannel()]
    expect(await errorOf(sendRequest(`/api/v2/chat/ticket?channel=${channel}`, { as: banned }))).toEqual([
      403,
      'suspended',
    ])
    const { user } = await requestJson<{ user: { chatId: string | null } }>('/api/v2/session', { as: banned })
    expect(user.chatId).toBeNull()
  })

  it('a warned member is out of the rooms until they accept the warning', async () => {
    const [mira, ines, channel] = [await addPerson(), await addPerson({ flags: 'm' }), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.say('hello')
    await ban(ines, mira.id, 0)
    expect(await client.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.forbidden)
    await sendRequest('/api/v2/user/warningAccept', { as: mira, body: { userId: mira.id } })
    expect(await (await enterRoom(mira, channel)).say('sorry')).toMatchObject({ message: 'sorry' })
  })
})
