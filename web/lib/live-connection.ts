import ReconnectingSocket from 'partysocket/ws'
import type * as z from 'zod/mini'
import { SOCKET_CONNECT_MS, SOCKET_RETRIES, TICKET_REUSE_MS } from '../../contract/limits.ts'
import { type Ack, parseMark, SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { CallError } from './call.ts'
import { reconnection } from './reconnection.ts'

/** Reasons that end reconnection. */
export type CloseReason =
  | 'login'
  | 'forbidden'
  | 'shut_out'
  | 'not_found'
  | 'too_many_rooms'
  | 'left'
  | 'reserved'
  | 'replaced'
  | 'too_many_sockets'
  | 'reload'
/**
 * State of a connection. `isTooSlow`: the server dropped a client that read too slowly. `isPictureRefused`: it refused a
 * picture of a publisher.
 */
export type ConnectionState =
  | { state: 'connecting' | 'open' }
  | { state: 'offline'; isTooSlow?: boolean; isPictureRefused?: boolean }
  | { state: 'closed'; reason: CloseReason }

const FINAL_CLOSE_CODES = new Map<number, CloseReason>([
  [SOCKET_CLOSE.badMessage, 'reload'],
  [SOCKET_CLOSE.forbidden, 'forbidden'],
  [SOCKET_CLOSE.shutOut, 'shut_out'],
  [SOCKET_CLOSE.notFound, 'not_found'],
  [SOCKET_CLOSE.tooManyRooms, 'too_many_rooms'],
  [SOCKET_CLOSE.leftForOthers, 'left'],
  [SOCKET_CLOSE.reserved, 'reserved'],
  [SOCKET_CLOSE.replaced, 'replaced'],
])

/** The site has missed a client's lost sockets after this time. A later refusal counts tabs that are open. */
const LOST_SOCKETS_MS = 120_000

/** Lowest code of `SOCKET_CLOSE`. Lower codes mean a broken connection, for example after a restart of the site. */
const SITE_CODES_FROM = 4000

type LiveConnectionOptions<Message, Event> = {
  url: string
  ticket: () => Promise<string>
  /** Builds the first message on each socket from the current ticket. */
  auth: (ticket: string) => Message
  /** Schema of the server's events; unknown events are ignored. */
  events: z.ZodMiniType<Event>
  /** True for the event by which the room admits this client. */
  isAdmission: (event: Event) => boolean
  onEvents: (events: Event[]) => void
  onBytes?: (bytes: ArrayBuffer) => void
  onChange: (connection: ConnectionState) => void
  onPong?: () => void
}

/**
 * A socket to a Durable Object [2 §7]: authenticates with a ticket, acknowledges marks, and reconnects up to 64 times.
 * Messages are not queued: sending fails while the client is not in the room.
 */
export class LiveConnection<Message extends { type: string }, Event extends { type: string }> {
  readonly #options: LiveConnectionOptions<Message, Event>
  #socket: ReconnectingSocket
  /** The current ticket. It is reused after a broken connection; after any other close a new one is requested. */
  #ticket: { chatId: string; requestedAt: number } | null = null
  #refusedTicket = false
  #wasOpen = false
  /** Time of the first refusal as one socket too many since the room admitted this client. */
  #tooManySince: number | null = null
  #isClosed = false
  #state: ConnectionState = { state: 'connecting' }

  constructor(options: LiveConnectionOptions<Message, Event>) {
    this.#options = options
    this.#socket = this.#open()
  }

  /** Sends a message; false while the client is not in the room. */
  send(message: Message): boolean {
    return this.#state.state === 'open' && this.#write(JSON.stringify(message))
  }

  /** Sends a binary frame; false while the client is not in the room. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.#state.state === 'open' && this.#write(bytes)
  }

  /** Asks the server for a `pong`; false while the client is not in the room. */
  ping(): boolean {
    return this.#state.state === 'open' && this.#write('ping')
  }

  /** Number of bytes that the browser has buffered and not sent. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** Reconnects at once, also after a refusal. */
  reconnect(): void {
    if (this.#isClosed) return
    this.#refusedTicket = false
    this.#tooManySince = null
    this.#ticket = null
    this.#change({ state: 'connecting' })
    // Closing also cancels the delay before the next attempt.
    this.#socket.close()
    this.#socket = this.#open()
  }

  /** Closes the socket because the browser lost its network; `reconnect` opens it again. */
  goOffline(): void {
    if (this.#state.state === 'closed') return
    this.#socket.close()
    this.#change({ state: 'offline' })
  }

  close(): void {
    this.#isClosed = true
    this.#socket.close()
  }

  #open(): ReconnectingSocket {
    const socket = new ReconnectingSocket(() => this.#address(), null, {
      ...reconnection(),
      connectionTimeout: SOCKET_CONNECT_MS,
      maxRetries: SOCKET_RETRIES,
      shouldReconnectOnClose: ({ code }) => this.#shouldReconnect(code),
    })
    socket.binaryType = 'arraybuffer'
    const current = () => socket === this.#socket
    socket.addEventListener('open', () => current() && this.#authenticate())
    socket.addEventListener('message', ({ data }) => current() && this.#receive(data))
    socket.addEventListener('close', ({ code }) => current() && this.#onLost(code))
    socket.addEventListener('error', () => current() && this.#onLost())
    return socket
  }

  async #address(): Promise<string> {
    const requestedAt = Date.now()
    if (this.#ticket && requestedAt - this.#ticket.requestedAt < TICKET_REUSE_MS) return this.#options.url
    try {
      this.#ticket = { chatId: await this.#options.ticket(), requestedAt }
    } catch (error) {
      const reason = closeReasonOf(error)
      if (reason) {
        this.#change({ state: 'closed', reason })
        this.#socket.close()
      }
      throw error
    }
    return this.#options.url
  }

  #authenticate(): void {
    this.#write(JSON.stringify(this.#options.auth(this.#ticket?.chatId ?? '')))
  }

  async #reauthenticate(): Promise<void> {
    this.#ticket = null
    try {
      await this.#address()
      this.#authenticate()
    } catch {
      if (this.#state.state !== 'closed') this.reconnect()
    }
  }

  #receive(frame: string | ArrayBuffer): void {
    if (frame === 'pong') {
      this.#options.onPong?.()
      return
    }
    const mark = typeof frame === 'string' ? parseMark(frame) : null
    if (typeof frame !== 'string') this.#options.onBytes?.(frame)
    else if (mark === null) this.#receiveEvents(frame)
    else this.#write(JSON.stringify({ type: 'ack', mark } satisfies Ack))
  }

  #receiveEvents(frame: string): void {
    const events = eventsOf(this.#options.events, frame)
    if (events.some(this.#options.isAdmission)) {
      this.#refusedTicket = false
      this.#wasOpen = true
      this.#tooManySince = null
      this.#change({ state: 'open' })
    }
    this.#options.onEvents(events)
    if (events.some(({ type }) => type === 'reauth')) void this.#reauthenticate()
  }

  #shouldReconnect(code: number): boolean {
    const isLoggedOut = code === SOCKET_CLOSE.notLoggedIn && this.#refusedTicket
    const isOneTooMany = code === SOCKET_CLOSE.tooManySockets && !this.#mayHaveLostSockets()
    const reason =
      FINAL_CLOSE_CODES.get(code) ?? (isLoggedOut ? 'login' : null) ?? (isOneTooMany ? 'too_many_sockets' : null)
    if (reason) this.#change({ state: 'closed', reason })
    if (code === SOCKET_CLOSE.notLoggedIn) this.#refusedTicket = true
    if (code >= SITE_CODES_FROM) this.#ticket = null
    return reason === null
  }

  /** True if a client that was in the room may be refused because of lost sockets that the site has not missed yet. */
  #mayHaveLostSockets(): boolean {
    const now = Date.now()
    this.#tooManySince ??= now
    return this.#wasOpen && now - this.#tooManySince < LOST_SOCKETS_MS
  }

  #onLost(code?: number): void {
    if (this.#state.state === 'closed') return
    if (code === SOCKET_CLOSE.tooSlow) this.#change({ state: 'offline', isTooSlow: true })
    else if (code === SOCKET_CLOSE.badPicture) this.#change({ state: 'offline', isPictureRefused: true })
    else this.#change({ state: 'offline' })
  }

  #write(frame: string | Uint8Array<ArrayBuffer>): boolean {
    // A reconnecting socket queues frames and would send them before the client is back in the room.
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    return this.#socket.send(frame)
  }

  #change(state: ConnectionState): void {
    this.#state = state
    this.#options.onChange(state)
  }
}

/** Parses the events of a frame and ignores those that this page does not know. */
function eventsOf<Event>(schema: z.ZodMiniType<Event>, frame: string): Event[] {
  const events: unknown = JSON.parse(frame)
  if (!Array.isArray(events)) return []
  return events.flatMap((event) => {
    const parsed = schema.safeParse(event)
    return parsed.success ? [parsed.data] : []
  })
}

/** Returns why a failed ticket request closes the connection, or undefined when it may succeed later. */
function closeReasonOf(error: unknown): CloseReason | undefined {
  if (!(error instanceof CallError)) return undefined
  return ({ 401: 'login', 403: 'forbidden', 404: 'not_found' } as const)[error.status]
}
