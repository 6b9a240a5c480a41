import { SOCKET_AUTH_MS, SOCKET_MESSAGES } from '../../contract/limits.ts'
import { MARK_INTERVAL_UNITS, markFrame } from '../../contract/socket/sockets.ts'
import { AckWindow } from './AckWindow.ts'
import { markClosed } from './closed-socket.ts'
import { type BucketLimits, TokenBucket } from './TokenBucket.ts'
import type { TicketClaims } from './ticket.ts'

/** The member and session of a socket. It is stored in the socket's attachment, so it survives hibernation. */
export type SocketState = {
  member: TicketClaims['member']
  session: string
  /** Time at which the socket was opened, in milliseconds since 1970. Unset for sockets that need no ticket. */
  openedAt?: number
  /** Time at which the member's flags were read, in milliseconds since 1970. */
  flagsAt?: number
  /** Expiry of the ticket in milliseconds since 1970; 0 before authentication. */
  expiresAt: number
  /** Time of the request for a new ticket, while it is unanswered. */
  reauthAt?: number | undefined
}

/**
 * Limits of a client's unread data, in units of `AckWindow`, and of the frames that it may send. `budget` limits the
 * units that it may be sent now, because of all other sockets of the object.
 */
export type ConnectionLimits = {
  readonly windowUnits: number
  readonly frames: BucketLimits
  readonly budget?: {
    for(connection: Pick<Connection, 'acks' | 'state'>): number
    spend(connection: Pick<Connection, 'acks' | 'state'>, units: number): void
  }
}

export const DEFAULT_LIMITS: ConnectionLimits = {
  windowUnits: MARK_INTERVAL_UNITS * 4,
  frames: SOCKET_MESSAGES,
}

/**
 * Within this, a client is sent data whatever its other sockets hold. The longest chat room fits: 50 lines of 2.4 KB (500
 * letters of three bytes, ten mentions and an author), 100 members of 170 bytes and a topic are 140 KB.
 */
const ALWAYS_SENT_UNITS = 3 * MARK_INTERVAL_UNITS
/** A client that lags for longer than this is dropped. */
export const TOO_SLOW_MS = 30_000
/** A new ticket is requested this long before the old one expires, and accepted until this long afterwards. */
const REAUTH_WITHIN_MS = 60_000
const REAUTH = JSON.stringify([{ type: 'reauth' }])

/** A client's socket, with its identity, its unread data and its limits. */
export class Connection<State extends SocketState = SocketState> {
  readonly socket: WebSocket
  state: State
  readonly acks = new AckWindow()
  readonly #windowUnits: number
  readonly #budget: ConnectionLimits['budget']
  #frames: TokenBucket
  /** Set while the client has too much unread data. It is sent nothing until it has read half of the window. */
  #laggingSince: number | null = null

  constructor(socket: WebSocket, state: State, { windowUnits, frames, budget }: ConnectionLimits = DEFAULT_LIMITS) {
    this.socket = socket
    this.state = state
    this.#windowUnits = windowUnits
    this.#budget = budget
    this.#frames = new TokenBucket(frames)
  }

  get isAuthenticated(): boolean {
    return this.state.expiresAt > 0
  }

  /** Time by which the client must authenticate, in milliseconds since 1970. */
  get authenticateBy(): number {
    return (this.state.openedAt ?? 0) + SOCKET_AUTH_MS
  }

  setState(state: State): void {
    this.state = state
    this.socket.serializeAttachment(state)
  }

  /**
   * Requests a new ticket once, when the current one expires within a minute or has expired. Returns false once a
   * minute has passed since both the request and the expiry.
   */
  renewTicket(now: number): boolean {
    const { expiresAt, reauthAt } = this.state
    if (expiresAt - now >= REAUTH_WITHIN_MS) return true
    if (reauthAt !== undefined) return now - Math.max(expiresAt, reauthAt) < REAUTH_WITHIN_MS
    if (this.acks.unread > this.#windowUnits) return true
    this.#sendNow(REAUTH, now)
    // Stored, so that the minute does not start again after hibernation.
    this.setState({ ...this.state, reauthAt: now })
    return true
  }

  /** Sends a frame, unless the client lags. False if it has lagged for too long and should be dropped. */
  send(frame: string | Uint8Array, now: number): boolean {
    return this.sendTogether([frame], now)
  }

  /** Sends frames of which none is of use without the others. Like `send`, sends nothing if the client lags. */
  sendTogether(frames: readonly (string | Uint8Array)[], now: number): boolean {
    return this.trySend(frames, now) || !this.lagsTooLong(now)
  }

  /** Sends frames of which none is of use without the others. False if the client lags, and was sent nothing. */
  trySend(frames: readonly (string | Uint8Array)[], now: number): boolean {
    if (!this.#mayGet(unitsIn(frames), now)) {
      this.#laggingSince ??= now
      return false
    }
    for (const frame of frames) this.#sendNow(frame, now)
    return true
  }

  get isLagging(): boolean {
    return this.#laggingSince !== null
  }

  /** True for a client that should be dropped. */
  lagsTooLong(now: number): boolean {
    return this.#laggingSince !== null && now - this.#laggingSince > TOO_SLOW_MS
  }

  /** True if the budget has room for units that it refused. The client then lags no more. */
  resume(units: number): boolean {
    if (this.acks.unread > this.#windowUnits / 2 || !this.#fitsBudget(units)) return false
    this.#laggingSince = null
    return true
  }

  #sendNow(frame: string | Uint8Array, now: number): void {
    const units = unitsIn([frame])
    this.acks.count(units)
    this.#budget?.spend(this, units)
    this.#put(frame)
    this.sendMark(now)
  }

  #mayGet(units: number, now: number): boolean {
    if (this.acks.unread > this.#windowUnits) return false
    if (this.#fitsBudget(units)) return true
    // A client that returns the mark is known to read, and is then sent more.
    this.sendMark(now, true)
    return false
  }

  #fitsBudget(units: number): boolean {
    return !this.#budget || this.acks.unread + units <= ALWAYS_SENT_UNITS || units <= this.#budget.for(this)
  }

  /** Sends a mark if one is due. With `soon`, sends one if anything was sent since the last mark. */
  sendMark(now: number, soon = false): void {
    const mark = this.acks.nextMark(now, soon)
    if (mark !== null) this.#put(markFrame(mark))
  }

  #put(frame: string | Uint8Array): void {
    try {
      this.socket.send(frame)
    } catch {
      // The socket is closed.
    }
  }

  /** Records a mark that the client returned. True if the client has just caught up and can be sent what it missed. */
  acknowledge(mark: number): boolean {
    this.acks.acknowledge(mark)
    if (this.#laggingSince === null || this.acks.unread > this.#windowUnits / 2) return false
    this.#laggingSince = null
    return true
  }

  /** Counts a received frame against the rate limit. False if it exceeds the limit. */
  spendFrame(now: number): boolean {
    const frames = this.#frames.spend(1, now)
    if (frames) this.#frames = frames
    return frames !== null
  }

  /** Closes the server's side. */
  close(code: number, reason: string): void {
    try {
      markClosed(this.socket)
      this.socket.close(code, reason)
    } catch {
      // The socket is closed already.
    }
  }
}

const encoder = new TextEncoder()
/** The last text whose bytes were counted: a text is usually sent to many connections. */
let counted = { text: '', bytes: 0 }

function bytesOf(text: string): number {
  if (text !== counted.text) counted = { text, bytes: encoder.encode(text).length }
  return counted.bytes
}

/** The units of frames, as `AckWindow` counts them. */
export const unitsIn = (frames: readonly (string | Uint8Array)[]): number =>
  frames.reduce((sum, frame) => sum + (typeof frame === 'string' ? bytesOf(frame) : frame.length), 0)
