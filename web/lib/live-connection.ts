import ReconnectingSocket from 'partysocket/ws'
import type * as z from 'zod/mini'
import { SOCKET_CONNECT_MS, SOCKET_RETRIES } from '../../contract/limits.ts'
import { type Ack, markOf, SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { CallError } from './call.ts'

/** Why one does not come back by oneself. */
export type Closed = 'login' | 'forbidden' | 'not_found' | 'too_many_rooms' | 'elsewhere' | 'reload'
/** Whether one is in; `isTooSlow` says that one was let go since one read too slowly. */
export type Connection =
  | { state: 'connecting' | 'in' }
  | { state: 'offline'; isTooSlow?: boolean }
  | { state: 'closed'; why: Closed }

const CLOSED_FOR_GOOD = new Map<number, Closed>([
  [SOCKET_CLOSE.badMessage, 'reload'],
  [SOCKET_CLOSE.forbidden, 'forbidden'],
  [SOCKET_CLOSE.notFound, 'not_found'],
  [SOCKET_CLOSE.tooManyRooms, 'too_many_rooms'],
  [SOCKET_CLOSE.elsewhere, 'elsewhere'],
])

/** Pauses grow from half a second to half a minute; each page has its own, or all would come back at once. */
const SHORTEST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 20_000
const jittered = (ms: number) => ms * (1 + Math.random() / 2)

type LiveConnectionOptions<Message, Event> = {
  url: string
  ticket: () => Promise<string>
  /** What is said first, with the ticket that one has. */
  auth: (ticket: string) => Message
  /** What one hears; an event that is none of these is left out. */
  events: z.ZodMiniType<Event>
  /** Whether an event says that one is in. */
  letsIn: (event: Event) => boolean
  onEvents: (events: Event[]) => void
  /** Frames that are not text. */
  onBytes?: (bytes: ArrayBuffer) => void
  onChange: (connection: Connection) => void
  /** The answer to a `ping` came. */
  onPong?: () => void
}

/**
 * A socket to one of the site's objects [2 §7]: comes in by a ticket, says up to where one knows what is there, and comes
 * back up to 64 times when it is lost. What is said while one is not in is not kept here.
 */
export class LiveConnection<Message extends { type: string }, Event extends { type: string }> {
  readonly #options: LiveConnectionOptions<Message, Event>
  #socket: ReconnectingSocket
  #ticket = ''
  #refusedTicket = false
  #hasLeft = false
  #connection: Connection = { state: 'connecting' }

  constructor(options: LiveConnectionOptions<Message, Event>) {
    this.#options = options
    this.#socket = this.#open()
  }

  /** Says something; false when one is not in now. */
  say(message: Message): boolean {
    return this.#connection.state === 'in' && this.#send(message)
  }

  /** Sends a frame that is not text; false when one is not in now. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#connection.state === 'in' && this.#give(bytes)
  }

  /** Asks for a sign of life; false when one is not in now. */
  ping(): boolean {
    return this.#connection.state === 'in' && this.#give('ping')
  }

  /** Bytes that wait in the browser to be sent. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** Tries at once. */
  tryNow(): void {
    if (this.#hasLeft) return
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
    this.#hasLeft = true
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
    socket.binaryType = 'arraybuffer'
    const current = () => socket === this.#socket
    socket.addEventListener('open', () => current() && this.#enter())
    socket.addEventListener('message', ({ data }) => current() && this.#receive(data))
    socket.addEventListener('close', ({ code }) => current() && this.#lost(code))
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
    this.#authenticate()
  }

  #authenticate(): void {
    this.#send(this.#options.auth(this.#ticket))
  }

  async #authenticateAnew(): Promise<void> {
    try {
      await this.#address()
      this.#authenticate()
    } catch {
      if (this.#connection.state !== 'closed') this.tryNow()
    }
  }

  #receive(frame: string | ArrayBuffer): void {
    if (frame === 'pong') {
      this.#options.onPong?.()
      return
    }
    const mark = typeof frame === 'string' ? markOf(frame) : null
    if (typeof frame !== 'string') this.#options.onBytes?.(frame)
    else if (mark === null) this.#hear(frame)
    else this.#send({ type: 'ack', mark })
  }

  #hear(frame: string): void {
    const events = eventsOf(this.#options.events, frame)
    if (events.some(this.#options.letsIn)) {
      this.#refusedTicket = false
      this.#change({ state: 'in' })
    }
    this.#options.onEvents(events)
    if (events.some(({ type }) => type === 'reauth')) void this.#authenticateAnew()
  }

  #comesBack(code: number): boolean {
    const why = CLOSED_FOR_GOOD.get(code) ?? (code === SOCKET_CLOSE.notLoggedIn && this.#refusedTicket ? 'login' : null)
    if (why) this.#change({ state: 'closed', why })
    if (code === SOCKET_CLOSE.notLoggedIn) this.#refusedTicket = true
    return why === null
  }

  #lost(code?: number): void {
    if (this.#connection.state === 'closed') return
    this.#change(code === SOCKET_CLOSE.tooSlow ? { state: 'offline', isTooSlow: true } : { state: 'offline' })
  }

  #close(why: Closed): void {
    this.#change({ state: 'closed', why })
    this.#socket.close()
  }

  #send(message: Message | Ack): boolean {
    return this.#give(JSON.stringify(message))
  }

  #give(frame: string | Uint8Array<ArrayBuffer>): boolean {
    // The socket would keep what is said while it is lost, and say it before one is in the room again.
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    return this.#socket.send(frame)
  }

  #change(connection: Connection): void {
    this.#connection = connection
    this.#options.onChange(connection)
  }
}

/** The events of a frame; one that this page does not know yet is left out. */
function eventsOf<Event>(schema: z.ZodMiniType<Event>, frame: string): Event[] {
  const events: unknown = JSON.parse(frame)
  if (!Array.isArray(events)) return []
  return events.flatMap((event) => {
    const known = schema.safeParse(event)
    return known.success ? [known.data] : []
  })
}

/** What a ticket that was not given means; nothing when it may be given later. */
function closedBy(error: unknown): Closed | undefined {
  if (!(error instanceof CallError)) return undefined
  return ({ 401: 'login', 403: 'forbidden', 404: 'not_found' } as const)[error.status]
}
