import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { CHANNEL_CONNECT_MS } from '../../../contract/limits.ts'
import type { MemberChannelEvent, MemberState } from '../../../contract/socket/member-channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { PageChannel } from '../../../web/app/member-channel.ts'
import { notificationsKey } from '../../../web/features/notifications/queries.ts'
import { reconnection } from '../../../web/lib/reconnection.ts'
import { sessionQuery } from '../../../web/lib/session.ts'

const STATE: MemberState = { type: 'state', unread: 0, unreadMessages: 0, bannedAt: null }
const MEMBER = { user: { unread: 0, unreadMessages: 0 }, ban: null } as unknown as SessionReply
const VISITOR = { user: null, ban: null } as unknown as SessionReply

const page = Object.assign(new EventTarget(), { hidden: false })
const browser = new EventTarget()
let server: WebSocketServer
let sockets: WebSocket[]
let channel: PageChannel
let client: QueryClient
/** The first words of the keys that were refreshed. */
let refreshed: unknown[]
let session: SessionReply

const serverUrl = () => `ws://localhost:${(server.address() as AddressInfo).port}`
const send = (event: MemberChannelEvent) => sockets.at(-1)?.send(JSON.stringify(event))
const expectSockets = (count: number) => expect.poll(() => sockets.length).toBe(count)
const expectRefreshed = (...keys: string[]) => expect.poll(() => refreshed).toEqual(keys)

/** Waits until the page has received all frames: its socket answers a protocol ping after them. */
async function expectReceived(): Promise<void> {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket')
  const pong = once(socket, 'pong')
  socket.ping()
  await pong
}

/** Connects a socket that is none of the page's, which one that the page opened before would precede. */
async function connectAnother(): Promise<void> {
  const socket = new WebSocket(serverUrl())
  await once(socket, 'open')
}

/** Opens the channel of a page, which has been shown the state of its member. */
async function open(state = STATE): Promise<void> {
  channel = new PageChannel(client, serverUrl())
  await expectSockets(1)
  send(state)
}

beforeEach(() => {
  page.hidden = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  sockets = []
  server = new WebSocketServer({ port: 0 })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) => String(data) === 'ping' && socket.send('pong'))
  })
  client = new QueryClient()
  session = MEMBER
  refreshed = []
  client.setQueryData(sessionQuery.queryKey, session)
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(filters?.queryKey?.[0])
    client.setQueryData(sessionQuery.queryKey, session)
  })
})
afterEach(() => {
  vi.useRealTimers()
  channel.close()
  for (const socket of sockets) socket.terminate()
  server.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the channel of a page', () => {
  it('a page with the latest state reads nothing again', async () => {
    await open()
    send({ type: 'mail' })
    await expectRefreshed('session', 'messages')
  })

  it.each([
    { ...STATE, unread: 1 },
    { ...STATE, unreadMessages: 1 },
    { ...STATE, bannedAt: '20260614093000' },
  ])('a page whose state changed while it was loading reads it again', async (state) => {
    await open(state)
    await expectRefreshed('session', 'messages', 'notifications')
  })

  it('new notifications refresh the session, for the count in the header, and their lists', async () => {
    await open()
    send({ type: 'notifications' })
    await expectRefreshed('session', String(notificationsKey[0]))
  })

  it('several news within three seconds refresh the page twice at most', async () => {
    await open()
    send({ type: 'notifications' })
    await expectRefreshed('session', 'notifications')
    for (let n = 0; n < 5; n++) send({ type: 'notifications' })
    await expectRefreshed('session', 'notifications', 'session', 'notifications')
  })

  it('a hidden page refreshes once it is seen', async () => {
    await open()
    page.hidden = true
    send({ type: 'notifications' })
    await expectReceived()
    // A refresh would have been due at a timer before this one.
    await new Promise((resolve) => setTimeout(resolve))
    expect(refreshed).toEqual([])
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await expectRefreshed('session', 'notifications')
  })

  it('a change of standing refreshes a hidden page too [2 §2]', async () => {
    await open()
    page.hidden = true
    send({ type: 'standing' })
    await expectRefreshed('session')
  })

  it('events and news of later versions are ignored', async () => {
    await open()
    sockets.at(-1)?.send('{"type":"later"}')
    send({ type: 'standing' })
    await expectRefreshed('session')
  })

  it('a page that was disconnected reads everything again', async () => {
    await open()
    sockets.at(-1)?.close(SOCKET_CLOSE.restarting)
    await expectSockets(2)
    expect(refreshed).toEqual([])
    send(STATE)
    await expectRefreshed('session', 'messages', 'notifications')
  })

  it('a page reconnects when the browser has a network again', async () => {
    await open()
    browser.dispatchEvent(new Event('offline'))
    browser.dispatchEvent(new Event('online'))
    await expectSockets(2)
  })

  it('a page whose session ended becomes a visitor’s and does not reconnect', async () => {
    await open()
    session = VISITOR
    sockets.at(-1)?.close(SOCKET_CLOSE.notLoggedIn)
    await expectRefreshed('session')
    browser.dispatchEvent(new Event('online'))
    for (let others = 1; others <= 3; others++) {
      await connectAnother()
      expect(sockets).toHaveLength(1 + others)
    }
  })

  it('a page that is one too many reconnects once when it is shown', async () => {
    await open()
    sockets.at(-1)?.close(SOCKET_CLOSE.tooManySockets)
    for (let others = 1; others <= 3; others++) await connectAnother()
    page.dispatchEvent(new Event('visibilitychange'))
    await expectSockets(5)
    send(STATE)
    await expectReceived()
    page.dispatchEvent(new Event('visibilitychange'))
    await expectReceived()
    await connectAnother()
    expect(sockets).toHaveLength(6)
  })

  it('a page that is one too many reconnects only when it is shown or the browser has a network again', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    sockets.at(-1)?.close(SOCKET_CLOSE.tooManySockets)
    const { maxReconnectionDelay } = reconnection()
    for (let others = 1; others <= 3; others++) {
      await connectAnother()
      vi.advanceTimersByTime(2 * maxReconnectionDelay)
      expect(sockets).toHaveLength(1 + others)
    }
    browser.dispatchEvent(new Event('online'))
    await expectSockets(5)
  })

  it('an attempt that a busy site admits within ten seconds is not given up', async () => {
    server.close()
    server = new WebSocketServer({ noServer: true })
    const busy = createServer().listen(0)
    const asked = once(busy, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>
    await once(busy, 'listening')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    channel = new PageChannel(client, `ws://localhost:${(busy.address() as AddressInfo).port}`)
    await vi.advanceTimersByTimeAsync(0)
    const [request, stream, head] = await asked
    await vi.advanceTimersByTimeAsync(CHANNEL_CONNECT_MS - 1)
    vi.useRealTimers()
    server.handleUpgrade(request, stream, head, (socket) => {
      sockets.push(socket)
      socket.on('message', (data) => String(data) === 'ping' && socket.send('pong'))
    })
    send(STATE)
    await expectReceived()
    busy.close()
  })
})
