import { once } from 'node:events'
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { TICKET_REUSE_MS } from '../../../contract/limits.ts'
import { type ChatClientMessage, type ChatServerEvent, chatServerEvent } from '../../../contract/socket/chat.ts'
import { markFrame, SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { CallError } from '../../../web/lib/call.ts'
import { type ConnectionState, LiveConnection } from '../../../web/lib/live-connection.ts'

const ENTERED: ChatServerEvent = {
  ...{ type: 'channel', channel: 'lobby', kind: 'standing', title: null, number: 0, moderator: false, ownerId: null },
  ...{ offered: false, offeredTo: null },
  ...{ rules: { slowSeconds: 0, speakers: 'everyone', hold: false }, mutedUntil: null },
}

const FRAME = new Uint8Array([7, 0, 255])

/** A test server that records what it receives from each socket, in order. */
class Server {
  readonly #server = new WebSocketServer({ port: 0 })
  readonly sockets: WebSocket[] = []
  readonly received: ChatClientMessage[] = []
  readonly bytes: Buffer[] = []
  answer: (socket: WebSocket) => void = (socket) => send(socket, [ENTERED])

  constructor() {
    this.#server.on('connection', (socket) => {
      this.sockets.push(socket)
      socket.on('message', (data, isBinary) => {
        if (isBinary) return this.bytes.push(data as Buffer)
        if (String(data) === 'ping') return socket.send('pong')
        const message = JSON.parse(String(data)) as ChatClientMessage
        this.received.push(message)
        if (message.type === 'auth') this.answer(socket)
      })
    })
  }

  get url() {
    return `ws://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  end(): void {
    for (const socket of this.sockets) socket.terminate()
    this.#server.close()
  }
}

const send = (socket: WebSocket | undefined, events: ChatServerEvent[]) => socket?.send(JSON.stringify(events))

let server: Server
let connection: LiveConnection<ChatClientMessage, ChatServerEvent>
let last: number | undefined
let states: ConnectionState[]
let events: ChatServerEvent[]
let ticket: Mock<() => Promise<string>>
const pong = vi.fn<() => void>()

function connect(url = server.url): void {
  // A closed connection of an earlier test may still report.
  const [ownStates, ownEvents] = [states, events]
  connection = new LiveConnection({
    ...{ url, ticket, events: chatServerEvent },
    auth: (chatId): ChatClientMessage => ({ type: 'auth', chatId, channel: 'lobby', last }),
    isAdmission: ({ type }) => type === 'channel',
    onEvents: (received) => ownEvents.push(...received),
    onChange: (state) => ownStates.push(state),
    onPong: pong,
  })
}
/** Keeps a lost connection offline. */
const withholdTickets = () => ticket.mockReturnValue(new Promise(() => undefined))

const state = () => states.at(-1)
const expectSockets = (count: number) => expect.poll(() => server.sockets.length).toBe(count)
const expectOpen = () => expect.poll(state).toEqual({ state: 'open' })
const expectClosed = (reason: string) => expect.poll(state).toEqual({ state: 'closed', reason })

beforeEach(() => {
  server = new Server()
  last = undefined
  states = []
  events = []
  let ticketCount = 0
  ticket = vi.fn(async () => `ticket-${++ticketCount}`)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  connection.close()
  server.end()
})

describe('a live connection [2 §7 Real-time]', () => {
  it('the connection authenticates with a ticket first', async () => {
    connect()
    await expectOpen()
    expect(server.received).toEqual([{ type: 'auth', chatId: 'ticket-1', channel: 'lobby' }])
  })

  it('nothing is sent while the connection is lost', async () => {
    connect()
    await expectOpen()
    withholdTickets()
    server.sockets[0]?.close(SOCKET_CLOSE.restarting)
    await expect.poll(state).toEqual({ state: 'offline' })
    expect(connection.send({ type: 'channels' })).toBe(false)
  })

  it('a lost connection reconnects by itself from the last number that it knows', async () => {
    connect()
    await expectOpen()
    last = 17
    server.sockets[0]?.close(SOCKET_CLOSE.restarting)
    await expectSockets(2)
    await expectOpen()
    expect(server.received.at(-1)).toEqual({ type: 'auth', chatId: 'ticket-2', channel: 'lobby', last: 17 })
  })

  it('a connection that broke off uses its ticket again for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    connect()
    await expectOpen()
    vi.setSystemTime(Date.now() + TICKET_REUSE_MS - 60_000)
    server.sockets[0]?.terminate()
    await expectSockets(2)
    await expectOpen()
    expect(server.received.at(-1)).toMatchObject({ type: 'auth', chatId: 'ticket-1' })
    vi.setSystemTime(Date.now() + 60_001)
    server.sockets[1]?.terminate()
    await expectSockets(3)
    await expect.poll(() => server.received.at(-1)).toMatchObject({ type: 'auth', chatId: 'ticket-2' })
  })

  it('the connection reports that it was dropped for reading too slowly', async () => {
    connect()
    await expectOpen()
    withholdTickets()
    server.sockets[0]?.close(SOCKET_CLOSE.tooSlow)
    await expect.poll(state).toEqual({ state: 'offline', isTooSlow: true })
  })

  it('a publisher whose picture was refused is told so while they reconnect', async () => {
    connect()
    await expectOpen()
    withholdTickets()
    server.sockets[0]?.close(SOCKET_CLOSE.badPicture)
    await expect.poll(state).toEqual({ state: 'offline', isPictureRefused: true })
  })

  it('a connection that was dropped for reading too slowly reconnects', async () => {
    connect()
    await expectOpen()
    server.sockets[0]?.close(SOCKET_CLOSE.tooSlow)
    await expectSockets(2)
    await expectOpen()
  })

  it('the connection reconnects at once on request', async () => {
    connect()
    await expectOpen()
    connection.goOffline()
    expect(state()).toEqual({ state: 'offline' })
    connection.reconnect()
    await expectOpen()
    expect(server.sockets).toHaveLength(2)
  })

  it('a closed connection does not reconnect when a pending ticket request fails', async () => {
    connect()
    await expectOpen()
    const pendingTicket = Promise.withResolvers<string>()
    ticket.mockReturnValueOnce(pendingTicket.promise)
    send(server.sockets[0], [{ type: 'reauth' }])
    await expect.poll(() => ticket.mock.calls.length).toBe(2)
    connection.close()
    const before = [...states]
    pendingTicket.reject(new Error('no answer'))
    await expect(pendingTicket.promise).rejects.toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect([states, ticket.mock.calls.length]).toEqual([before, 2])
  })

  it('the connection sends a new ticket on the same socket when asked to authenticate again', async () => {
    connect()
    await expectOpen()
    last = 5
    send(server.sockets[0], [{ type: 'reauth' }])
    await expect.poll(() => server.received.length).toBe(2)
    expect(server.received[1]).toEqual({ type: 'auth', chatId: 'ticket-2', channel: 'lobby', last: 5 })
    expect(server.sockets).toHaveLength(1)
  })

  it('the connection acknowledges each mark', async () => {
    connect()
    await expectOpen()
    for (const mark of [4_000_000_000, 7]) server.sockets[0]?.send(markFrame(mark))
    const acks = [4_000_000_000, 7].map((mark) => ({ type: 'ack', mark }))
    await expect.poll(() => server.received.slice(-2)).toEqual(acks)
  })

  it('no binary frame or ping is sent before the connection is open', async () => {
    connect()
    expect([connection.sendBytes(FRAME), connection.ping()]).toEqual([false, false])
  })

  it('an open connection sends binary frames', async () => {
    connect()
    await expectOpen()
    expect(connection.sendBytes(FRAME)).toBe(true)
    await expect.poll(() => server.bytes.map((bytes) => [...bytes])).toEqual([[...FRAME]])
  })

  it('an open connection reports the reply to a ping', async () => {
    connect()
    await expectOpen()
    expect(connection.ping()).toBe(true)
    await expect.poll(() => pong.mock.calls.length).toBe(1)
  })

  it('unknown events are ignored', async () => {
    connect()
    await expectOpen()
    server.sockets[0]?.send('[{"type":"fireworks"},{"type":"muted","until":null}]')
    await expect.poll(() => events.at(-1)).toEqual({ type: 'muted', until: null })
  })

  it('the connection tries one new ticket after a refusal and then stops [2 §8]', async () => {
    server.answer = (socket) => socket.close(SOCKET_CLOSE.notLoggedIn)
    connect()
    await expectClosed('login')
    expect(ticket).toHaveBeenCalledTimes(2)
  })

  it.each([
    [SOCKET_CLOSE.forbidden, 'forbidden'],
    [SOCKET_CLOSE.notFound, 'not_found'],
    [SOCKET_CLOSE.tooManyRooms, 'too_many_rooms'],
    [SOCKET_CLOSE.leftForOthers, 'left'],
    [SOCKET_CLOSE.replaced, 'replaced'],
    [SOCKET_CLOSE.tooManySockets, 'too_many_sockets'],
    [SOCKET_CLOSE.badMessage, 'reload'],
  ])('the connection does not reconnect after the close code %i', async (code, reason) => {
    server.answer = (socket) => socket.close(code)
    connect()
    await expectClosed(reason)
    expect(server.sockets).toHaveLength(1)
  })

  it('a connection that was open before reconnects while its dead sockets still count', async () => {
    // Retries come fast.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connect()
    await expectOpen()
    const { answer } = server
    server.answer = (socket) => {
      server.answer = answer
      socket.close(SOCKET_CLOSE.tooManySockets)
    }
    server.sockets[0]?.terminate()
    await expectSockets(3)
    await expectOpen()
  })

  it('a connection that was open before stops if it is still one too many after two minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // Retries come fast.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connect()
    await expectOpen()
    server.answer = (socket) => socket.close(SOCKET_CLOSE.tooManySockets)
    server.sockets[0]?.terminate()
    // The refusal of the second socket has arrived when the third connects.
    await expectSockets(3)
    vi.setSystemTime(Date.now() + 120_001)
    await expectClosed('too_many_sockets')
  })

  it('the two minutes of a connection that is one too many begin again when it is reopened', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connect()
    await expectOpen()
    const { answer } = server
    server.answer = (socket) => socket.close(SOCKET_CLOSE.tooManySockets)
    server.sockets[0]?.terminate()
    await expectSockets(3)
    connection.goOffline()
    vi.setSystemTime(Date.now() + 120_001)
    server.answer = (socket) => {
      server.answer = answer
      socket.close(SOCKET_CLOSE.tooManySockets)
    }
    connection.reconnect()
    await expectOpen()
  })

  it.each([
    [401, 'not_logged_in', 'login'],
    [403, 'forbidden', 'forbidden'],
    [404, 'not_found', 'not_found'],
  ] as const)('the connection stays closed when the ticket is refused (%i)', async (status, code, reason) => {
    ticket.mockRejectedValue(new CallError(status, code, null))
    connect()
    await expectClosed(reason)
    expect(server.sockets).toHaveLength(0)
  })

  it('the connection requests a ticket again when the site does not reply', async () => {
    ticket.mockRejectedValueOnce(new CallError(0, 'no_reply', null))
    connect()
    await expectOpen()
    expect(server.received).toHaveLength(1)
  })
})

describe('connection attempts [2 §9]', () => {
  let rawServer: NetServer
  /** In milliseconds since the first attempt. */
  let attemptTimes: number[]
  const url = () => `ws://localhost:${(rawServer.address() as AddressInfo).port}`
  /** Lets the network make progress while timers are simulated. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const settle = async () => {
    for (let turns = 0; turns < 50; turns++) await turn()
  }
  /** Connects to a server that drops every connection, until no attempt follows. */
  async function connectUntilGivenUp(): Promise<void> {
    let first: number | undefined
    rawServer.on('connection', (socket) => {
      first ??= Date.now()
      attemptTimes.push(Date.now() - first)
      socket.destroy()
    })
    connect(url())
    while (vi.getTimerCount() > 0) {
      const before = states.length
      await vi.advanceTimersToNextTimerAsync()
      while (states.length === before) await turn()
    }
  }

  beforeEach(async () => {
    attemptTimes = []
    rawServer = createServer().listen(0)
    await once(rawServer, 'listening')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    rawServer.close()
  })

  it('an attempt is given up after 2.5 seconds', async () => {
    const connected = once(rawServer, 'connection')
    connect(url())
    await settle()
    await vi.advanceTimersByTimeAsync(0)
    const [socket] = (await connected) as [Socket]
    const ended = once(socket, 'close')
    await vi.advanceTimersByTimeAsync(2499)
    await settle()
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toEqual({ state: 'offline' })
    socket.resume()
    await ended
  })

  it('the connection is retried 64 times', async () => {
    await connectUntilGivenUp()
    expect(attemptTimes).toHaveLength(1 + 64)
  })

  it('a connection without further attempts is retried on request', async () => {
    await connectUntilGivenUp()
    vi.useRealTimers()
    connection.reconnect()
    await expect.poll(() => attemptTimes.length).toBe(66)
  })
})
