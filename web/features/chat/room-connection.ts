import ReconnectingSocket from 'partysocket/ws'
import { SOCKET_CONNECT_MS, SOCKET_RETRIES } from '../../../contract/limits.ts'
import {
  ACK_EVERY_UNITS,
  CHAT_CLOSE,
  type ChatClientMessage,
  type ChatServerEvent,
  chatServerEvent,
} from '../../../contract/socket/chat.ts'
import { CallError } from '../../lib/call.ts'

/** Why one does not come back by oneself. */
export type Closed = 'login' | 'forbidden' | 'not_found' | 'too_many_rooms' | 'reload'
export type Connection = { state: 'connecting' | 'in' | 'offline' } | { state: 'closed'; why: Closed }

const CLOSED_FOR_GOOD = new Map<number, Closed>([
  [CHAT_CLOSE.badMessage, 'reload'],
  [CHAT_CLOSE.forbidden, 'forbidden'],
  [CHAT_CLOSE.notFound, 'not_found'],
  [CHAT_CLOSE.tooManyRooms, 'too_many_rooms'],
])

/** Pauses grow from about a second to half a minute; each page has its own, or all would come back at once. */
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 20_000
const jittered = (ms: number) => ms * (1 + Math.random() / 2)

type RoomConnectionOptions = {
  url: string
  channel: string
  ticket: () => Promise<string>
  /** The last number that one has of the room; undefined before the first. */
  last: () => number | undefined
  onEvents: (events: ChatServerEvent[]) => void
  onChange: (connection: Connection) => void
}

/**
 * The socket of a room [2 §7]: comes in by a ticket, says up to where one knows the room, and comes back up to 64 times
 * when it is lost. What is said to a room that one is not in is not kept here.
 */
export class RoomConnection {
  readonly #options: RoomConnectionOptions
  #socket: ReconnectingSocket
  #ticket = ''
  #refusedTicket = false
  #received = 0
  #acknowledged = 0
  #connection: Connection = { state: 'connecting' }

  constructor(options: RoomConnectionOptions) {
    this.#options = options
    this.#socket = this.#open()
  }

  /** Says something in the room; false when one is not in it now. */
  say(message: ChatClientMessage): boolean {
    return this.#connection.state === 'in' && this.#send(message)
  }

  /** Tries at once. */
  tryNow(): void {
    this.#refusedTicket = false
    this.#change({ state: 'connecting' })
    // A socket that is in one of its pauses would stay in it.
    this.#socket.close()
    this.#socket = this.#open()
  }

  /** There is no network: whatever the socket seems to be, it is lost. */
  pause(): void {
    if (this.#connection.state === 'closed') return
    this.#socket.close()
    this.#change({ state: 'offline' })
  }

  leave(): void {
    this.#socket.close()
  }

  #open(): ReconnectingSocket {
    const socket = new ReconnectingSocket(() => this.#address(), null, {
      connectionTimeout: SOCKET_CONNECT_MS,
      maxRetries: SOCKET_RETRIES,
      minReconnectionDelay: jittered(SHORTEST_PAUSE_MS),
      maxReconnectionDelay: jittered(LONGEST_PAUSE_MS),
      reconnectionDelayGrowFactor: 1.5,
      shouldReconnectOnClose: ({ code }) => this.#comesBack(code),
    })
    const current = () => socket === this.#socket
    socket.addEventListener('open', () => current() && this.#enter())
    socket.addEventListener('message', ({ data }) => current() && this.#hear(String(data)))
    socket.addEventListener('close', () => current() && this.#lost())
    socket.addEventListener('error', () => current() && this.#lost())
    return socket
  }

  async #address(): Promise<string> {
    try {
      this.#ticket = await this.#options.ticket()
    } catch (error) {
      const why = closedBy(error)
      if (why) this.#close(why)
      throw error
    }
    return this.#options.url
  }

  #enter(): void {
    this.#received = 0
    this.#acknowledged = -Math.floor(Math.random() * ACK_EVERY_UNITS)
    this.#authenticate()
  }

  #authenticate(): void {
    const { channel, last } = this.#options
    this.#send({ type: 'auth', chatId: this.#ticket, channel, last: last() })
  }

  async #authenticateAnew(): Promise<void> {
    try {
      await this.#address()
      this.#authenticate()
    } catch {
      if (this.#connection.state !== 'closed') this.tryNow()
    }
  }

  #hear(frame: string): void {
    this.#received += frame.length
    const events = eventsOf(frame)
    if (events.some(({ type }) => type === 'channel')) {
      this.#refusedTicket = false
      this.#change({ state: 'in' })
    }
    this.#options.onEvents(events)
    if (events.some(({ type }) => type === 'reauth')) void this.#authenticateAnew()
    if (this.#received - this.#acknowledged < ACK_EVERY_UNITS) return
    this.#acknowledged = this.#received
    this.#send({ type: 'ack', received: this.#received })
  }

  #comesBack(code: number): boolean {
    const why = CLOSED_FOR_GOOD.get(code) ?? (code === CHAT_CLOSE.notLoggedIn && this.#refusedTicket ? 'login' : null)
    if (why) this.#change({ state: 'closed', why })
    if (code === CHAT_CLOSE.notLoggedIn) this.#refusedTicket = true
    return why === null
  }

  #lost(): void {
    if (this.#connection.state !== 'closed') this.#change({ state: 'offline' })
  }

  #close(why: Closed): void {
    this.#change({ state: 'closed', why })
    this.#socket.close()
  }

  #send(message: ChatClientMessage): boolean {
    // The socket would keep what is said while it is lost, and say it before one is in the room again.
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    return this.#socket.send(JSON.stringify(message))
  }

  #change(connection: Connection): void {
    this.#connection = connection
    this.#options.onChange(connection)
  }
}

/** The events of a frame; one that this page does not know yet is left out. */
function eventsOf(frame: string): ChatServerEvent[] {
  const events: unknown = JSON.parse(frame)
  if (!Array.isArray(events)) return []
  return events.flatMap((event) => {
    const known = chatServerEvent.safeParse(event)
    return known.success ? [known.data] : []
  })
}

/** What a ticket that was not given means; nothing when it may be given later. */
function closedBy(error: unknown): Closed | undefined {
  if (!(error instanceof CallError)) return undefined
  return ({ 401: 'login', 403: 'forbidden', 404: 'not_found' } as const)[error.status]
}
