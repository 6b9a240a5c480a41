import { MARK_INTERVAL_UNITS, markFrame } from '../../contract/socket/sockets.ts'
import { AckWindow } from './AckWindow.ts'
import { type BucketLimits, TokenBucket } from './TokenBucket.ts'
import type { TicketClaims } from './ticket.ts'

/** The identity behind a socket. It is serialised into the socket's attachment, so it survives hibernation. */
export type ConnectionState = {
  member: TicketClaims['member']
  session: string
  /** In milliseconds since 1970; 0 before the client has shown a ticket. */
  expiresAt: number
  reauthAt?: number | undefined
}

/** Limits of the unread units, and of the frames that the client sends. */
export type ConnectionLimits = { readonly windowUnits: number; readonly frames: BucketLimits }

export const DEFAULT_LIMITS: ConnectionLimits = {
  windowUnits: MARK_INTERVAL_UNITS * 4,
  frames: { capacity: 60, perSecond: 30 },
}

/** A client that has read nothing for so long, while data was pending, is dropped. */
const TOO_SLOW_MS = 30_000
/** A new ticket is requested so long before the old one expires, and awaited for so long after it did. */
const REAUTH_WITHIN_MS = 60_000
const REAUTH = JSON.stringify([{ type: 'reauth' }])

export class Connection<State extends ConnectionState = ConnectionState> {
  readonly socket: WebSocket
  state: State
  readonly acks = new AckWindow()
  readonly #windowUnits: number
  #frames: TokenBucket
  /** Nothing is sent while too much is unread. The client gets what it missed once it has caught up. */
  #laggingSince: number | null = null

  constructor(socket: WebSocket, state: State, { windowUnits, frames } = DEFAULT_LIMITS) {
    this.socket = socket
    this.state = state
    this.#windowUnits = windowUnits
    this.#frames = new TokenBucket(frames)
  }

  get isAuthenticated(): boolean {
    return this.state.expiresAt > 0
  }

  setState(state: State): void {
    this.state = state
    this.socket.serializeAttachment(state)
  }

  /**
   * Requests a new ticket shortly before the current one expires, or as soon as something happens after it did. False when
   * none came within a minute after both.
   */
  requireReauth(now: number): boolean {
    const { expiresAt, reauthAt } = this.state
    if (expiresAt - now >= REAUTH_WITHIN_MS) return true
    if (reauthAt !== undefined) return now - Math.max(expiresAt, reauthAt) < REAUTH_WITHIN_MS
    if (this.acks.unread > this.#windowUnits) return true
    this.send(REAUTH, now)
    // In the attachment, so that hibernation grants no second minute.
    this.setState({ ...this.state, reauthAt: now })
    return true
  }

  /** Sends a frame of events or bytes, unless the client lags. False when it has lagged for too long. */
  send(frame: string | Uint8Array, now: number): boolean {
    if (this.acks.unread > this.#windowUnits) {
      this.#laggingSince ??= now
      return now - this.#laggingSince <= TOO_SLOW_MS
    }
    this.acks.count(frame.length)
    this.#put(frame)
    this.sendMark(now)
    return true
  }

  /** Sends a mark where one is due, or with `soon` where anything is unmarked. */
  sendMark(now: number, soon = false): void {
    const mark = this.acks.nextMark(now, soon)
    if (mark !== null) this.#put(markFrame(mark))
  }

  #put(frame: string | Uint8Array): void {
    try {
      this.socket.send(frame)
    } catch {}
  }

  /** Records a mark that came back. True when the client had lagged and can be sent what it missed. */
  acknowledge(mark: number): boolean {
    this.acks.acknowledge(mark)
    if (this.#laggingSince === null || this.acks.unread > this.#windowUnits / 2) return false
    this.#laggingSince = null
    return true
  }

  takeFrame(now: number): boolean {
    const frames = this.#frames.spend(1, now)
    if (frames) this.#frames = frames
    return frames !== null
  }

  /** Closes our side. The attachment is cleared: the client may leave its side open, which then belongs to nobody. */
  close(code: number, reason: string): void {
    try {
      this.socket.serializeAttachment(null)
      this.socket.close(code, reason)
    } catch {}
  }
}
