import { once } from 'node:events'
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ChatClientMessage, type ChatServerEvent, chatServerEvent } from '../../../contract/socket/chat.ts'
import { markFrame, SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { CallError } from '../../../web/lib/call.ts'
import { type ConnectionState, LiveConnection } from '../../../web/lib/live-connection.ts'

const IN: ChatServerEvent = {
  ...{ type: 'channel', channel: 'lobby', kind: 'standing', title: null, number: 0, moderator: false, ownerId: null },
  ...{ rules: { slowSeconds: 0, speakers: 'everyone', hold: false }, mutedUntil: null },
}

/** A room's end of the line: what it hears of each socket, in order. */
class Server {
  readonly #server = new WebSocketServer({ port: 0 })
  readonly sockets: WebSocket[] = []
  readonly heard: ChatClientMessage[] = []
  readonly bytes: Buffer[] = []
  answer: (socket: WebSocket) => void = (socket) => send(socket, [IN])

  constructor() {
    this.#server.on('connection', (socket) => {
      this.sockets.push(socket)
      socket.on('message', (data, isBinary) => {
        if (isBinary) return this.bytes.push(data as Buffer)
        if (String(data) === 'ping') return socket.send('pong')
        const message = JSON.parse(String(data)) as ChatClientMessage
        this.heard.push(message)
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
const ticket = vi.fn<() => Promise<string>>()
const pong = vi.fn<() => void>()

function come(url = server.url): void {
  connection = new LiveConnection({
    ...{ url, ticket, events: chatServerEvent },
    auth: (chatId): ChatClientMessage => ({ type: 'auth', chatId, channel: 'lobby', last }),
    isEntry: ({ type }) => type === 'channel',
    onEvents: (came) => events.push(...came),
    onChange: (state) => states.push(state),
    onPong: pong,
  })
}
const state = () => states.at(-1)
const isIn = () => expect.poll(state, { timeout: 5000 }).toEqual({ state: 'open' })
const isClosed = (reason: string) => expect.poll(state, { timeout: 5000 }).toEqual({ state: 'closed', reason })

beforeEach(() => {
  server = new Server()
  last = undefined
  states = []
  events = []
  let made = 0
  ticket.mockReset().mockImplementation(async () => `ticket-${++made}`)
})
afterEach(() => {
  connection.close()
  server.end()
})

describe('the socket of a room [2 §7 Real-time]', () => {
  it('says first who comes, by a ticket', async () => {
    come()
    await isIn()
    expect(server.heard).toEqual([{ type: 'auth', chatId: 'ticket-1', channel: 'lobby' }])
  })

  it('comes back by itself, and says up to where it knows the room', async () => {
    come()
    await isIn()
    last = 17
    server.sockets[0]?.close(SOCKET_CLOSE.restarting)
    await expect.poll(state).toEqual({ state: 'offline' })
    expect(connection.send({ type: 'channels' })).toBe(false)
    await isIn()
    expect(server.heard.at(-1)).toEqual({ type: 'auth', chatId: 'ticket-2', channel: 'lobby', last: 17 })
  })

  it('says that it was let go since it read too slowly, and comes back all the same', async () => {
    come()
    await isIn()
    server.sockets[0]?.close(SOCKET_CLOSE.tooSlow)
    await expect.poll(state).toEqual({ state: 'offline', isTooSlow: true })
    await isIn()
  })

  it('comes back at once when it is told to', async () => {
    come()
    await isIn()
    connection.goOffline()
    expect(state()).toEqual({ state: 'offline' })
    connection.reconnect()
    await isIn()
    expect(server.sockets).toHaveLength(2)
  })

  it('does not come back once it was left, though a ticket that it had asked for fails then', async () => {
    come()
    await isIn()
    const asked = Promise.withResolvers<string>()
    ticket.mockReturnValueOnce(asked.promise)
    send(server.sockets[0], [{ type: 'reauth' }])
    await expect.poll(() => ticket.mock.calls.length).toBe(2)
    connection.close()
    const before = [...states]
    asked.reject(new Error('no answer'))
    await expect(asked.promise).rejects.toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect([states, ticket.mock.calls.length]).toEqual([before, 2])
  })

  it('takes a new ticket on the same socket when the old one has run out', async () => {
    come()
    await isIn()
    last = 5
    send(server.sockets[0], [{ type: 'reauth' }])
    await expect.poll(() => server.heard.length).toBe(2)
    expect(server.heard[1]).toEqual({ type: 'auth', chatId: 'ticket-2', channel: 'lobby', last: 5 })
    expect(server.sockets).toHaveLength(1)
  })

  it('answers each mark, by which it is known how much it has read', async () => {
    come()
    await isIn()
    for (const mark of [4_000_000_000, 7]) server.sockets[0]?.send(markFrame(mark))
    const acks = [4_000_000_000, 7].map((mark) => ({ type: 'ack', mark }))
    await expect.poll(() => server.heard.slice(-2)).toEqual(acks)
  })

  it('sends frames that are not text while it is in, and hears the answer to a ping', async () => {
    come()
    const frame = new Uint8Array([7, 0, 255])
    expect([connection.sendBytes(frame), connection.ping()]).toEqual([false, false])
    await isIn()
    expect([connection.sendBytes(frame), connection.ping()]).toEqual([true, true])
    await expect.poll(() => server.bytes.map((bytes) => [...bytes])).toEqual([[7, 0, 255]])
    await expect.poll(() => pong.mock.calls.length).toBe(1)
  })

  it('leaves out what it does not know yet', async () => {
    come()
    await isIn()
    server.sockets[0]?.send('[{"type":"fireworks"},{"type":"muted","until":null}]')
    await expect.poll(() => events.at(-1)).toEqual({ type: 'muted', until: null })
  })

  it('tries one new ticket when its own is refused, and then no more [2 §8]', async () => {
    server.answer = (socket) => socket.close(SOCKET_CLOSE.notLoggedIn)
    come()
    await isClosed('login')
    expect(ticket).toHaveBeenCalledTimes(2)
  })

  it.each([
    [SOCKET_CLOSE.forbidden, 'forbidden'],
    [SOCKET_CLOSE.notFound, 'not_found'],
    [SOCKET_CLOSE.tooManyRooms, 'too_many_rooms'],
    [SOCKET_CLOSE.replaced, 'elsewhere'],
    [SOCKET_CLOSE.badMessage, 'reload'],
  ])('does not come back by itself after %i', async (code, why) => {
    server.answer = (socket) => socket.close(code)
    come()
    await isClosed(why)
    expect(server.sockets).toHaveLength(1)
  })

  it.each([
    [401, 'not_logged_in', 'login'],
    [403, 'forbidden', 'forbidden'],
    [404, 'not_found', 'not_found'],
  ] as const)('stays closed when no ticket is given (%i)', async (status, code, why) => {
    ticket.mockRejectedValue(new CallError(status, code, null))
    come()
    await isClosed(why)
    expect(server.sockets).toHaveLength(0)
  })

  it('asks for a ticket again when the site does not answer', async () => {
    ticket.mockRejectedValueOnce(new CallError(0, 'no_answer', null))
    come()
    await isIn()
    expect(server.heard).toHaveLength(1)
  })
})

describe('a socket that does not come to be [2 §9]', () => {
  let line: NetServer
  /** When the line was tried, in milliseconds since it was for the first time. */
  let tries: number[]
  const url = () => `ws://localhost:${(line.address() as AddressInfo).port}`
  /** Lets something happen on the line; timers stand still meanwhile. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const settle = async () => {
    for (let turns = 0; turns < 50; turns++) await turn()
  }
  /** Comes over a line that breaks as soon as it is tried, until it is tried no more. */
  async function comeInVain(): Promise<void> {
    let first: number | undefined
    line.on('connection', (socket) => {
      first ??= Date.now()
      tries.push(Date.now() - first)
      socket.destroy()
    })
    come(url())
    while (vi.getTimerCount() > 0) {
      const before = states.length
      await vi.advanceTimersToNextTimerAsync()
      while (states.length === before) await turn()
    }
  }

  beforeEach(async () => {
    tries = []
    line = createServer().listen(0)
    await once(line, 'listening')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    line.close()
  })

  it('is given up after 2.5 seconds without an answer', async () => {
    const connected = once(line, 'connection')
    come(url())
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

  it('is tried again 64 times, and then no more until one asks for it', async () => {
    await comeInVain()
    expect(tries).toHaveLength(1 + 64)
    vi.useRealTimers()
    connection.reconnect()
    await expect.poll(() => tries.length).toBe(66)
  })

  it.each([
    [0, [500, 750, 1125, 1687], 20_000],
    [0.8, [700, 1050, 1575, 2362], 28_000],
  ])(
    'is tried again after growing pauses, longer by up to a half as chance has it (%d)',
    async (chance, pauses, longest) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      await comeInVain()
      const waited = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
      expect(waited.slice(0, 4)).toEqual(pauses)
      expect(waited).toEqual(waited.toSorted((one, other) => one - other))
      expect(waited.slice(10)).toEqual(Array.from({ length: 54 }, () => longest))
    },
  )
})
