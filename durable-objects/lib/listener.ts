import { ACK_EVERY_UNITS } from '../../contract/socket/sockets.ts'
import type { TicketClaims } from './ticket.ts'

/** Who is behind a socket; it stays with the socket while the room sleeps. */
export type Stamp = {
  member: TicketClaims['member']
  /** Hash of the session that opened it. */
  session: string
  /** Until when its ticket is good; 0 before there was one. */
  until: number
}

/** So much is sent ahead of what was read, unless told otherwise; a client says what it read every 64 Ki units. */
const WINDOW_UNITS = ACK_EVERY_UNITS * 4
/** Who has read nothing for so long, while there was something to read, is let go. */
const LET_GO_AFTER_MS = 30_000

/** A new ticket is asked for so long before the old one runs out, and waited for so long after. */
const RENEW_WITHIN_MS = 60_000
const REAUTH = JSON.stringify([{ type: 'reauth' }])

/** Frames of one client: so many at once, then so many a second. What it says in the room is paced besides. */
const FRAMES_AT_ONCE = 60
const FRAMES_PER_SECOND = 30

/** One socket of an object. */
export class Listener<S extends Stamp = Stamp> {
  readonly socket: WebSocket
  stamp: S
  readonly #windowUnits: number
  #sent = 0
  #read = 0
  /** What was read before the room slept, which counts from nothing again; the client does not. */
  #readBefore = 0
  /** Since when it lags too far behind to be sent more; what it misses it gets when it has caught up. */
  #laggingSince: number | null = null
  /** The ticket that it was told to renew, by its end. */
  #askedFor = 0
  #frames = FRAMES_AT_ONCE
  #framesAt = 0

  constructor(socket: WebSocket, stamp: S, windowUnits = WINDOW_UNITS) {
    this.socket = socket
    this.stamp = stamp
    this.#windowUnits = windowUnits
  }

  /** Whether it has shown a ticket, and is in. */
  get isIn(): boolean {
    return this.stamp.until > 0
  }

  /** Changes who is behind the socket, here and for after a sleep. */
  restamp(stamp: S): void {
    this.stamp = stamp
    this.socket.serializeAttachment(stamp)
  }

  /** Asks for a new ticket once the old one is about to run out; false when none came for a minute after that. */
  askAnew(now: number): boolean {
    const { until } = this.stamp
    if (until - now < RENEW_WITHIN_MS && this.#askedFor !== until) {
      this.#askedFor = until
      this.send(REAUTH, now)
    }
    return now - until < RENEW_WITHIN_MS
  }

  /** Sends a frame of events or bytes, unless the listener lags; false when it has lagged for too long, and is let go. */
  send(frame: string | Uint8Array, now: number): boolean {
    if (this.#sent - this.#read > this.#windowUnits) {
      this.#laggingSince ??= now
      return now - this.#laggingSince <= LET_GO_AFTER_MS
    }
    this.#sent += frame.length
    try {
      this.socket.send(frame)
    } catch {
      // It is closed already, and the room is about to be told so.
    }
    return true
  }

  /** The client has read so much; true when it had lagged and may be sent what it missed. */
  caughtUp(read: number): boolean {
    this.#readBefore = Math.max(this.#readBefore, read - this.#sent)
    this.#read = Math.max(this.#read, read - this.#readBefore)
    if (this.#laggingSince === null || this.#sent - this.#read > this.#windowUnits / 2) return false
    this.#laggingSince = null
    return true
  }

  /** Counts a frame of the client's; false when it sends too many. */
  mayCall(now: number, times: number): boolean {
    const refilled = ((now - this.#framesAt) / 1000) * FRAMES_PER_SECOND * times
    this.#frames = Math.min(FRAMES_AT_ONCE * times, this.#frames + refilled)
    this.#framesAt = now
    if (this.#frames < 1) return false
    this.#frames--
    return true
  }

  /** Ends it on our side. A client may leave its own open: nobody stands behind that, also after a sleep. */
  close(code: number, reason: string): void {
    try {
      this.socket.serializeAttachment(null)
      this.socket.close(code, reason)
    } catch {
      // Closed by the other side meanwhile.
    }
  }
}
