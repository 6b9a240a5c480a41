import { MARK_EVERY_UNITS, markFrame } from '../../contract/socket/sockets.ts'
import { Reading } from './reading.ts'
import type { TicketClaims } from './ticket.ts'

/** Who is behind a socket; it stays with the socket while the room sleeps. */
export type Stamp = {
  member: TicketClaims['member']
  /** Hash of the session that opened it. */
  session: string
  /** Until when its ticket is good; 0 before there was one. */
  until: number
  /** When it was told to renew that ticket, if it was. */
  askedAt?: number
}

/** So much is sent ahead of what was read, unless told otherwise. */
const WINDOW_UNITS = MARK_EVERY_UNITS * 4
/** Who has read nothing for so long, while there was something to read, is let go. */
const LET_GO_AFTER_MS = 30_000

/** A new ticket is asked for so long before the old one runs out, and waited for so long after both. */
const RENEW_WITHIN_MS = 60_000
const REAUTH = JSON.stringify([{ type: 'reauth' }])

/** Frames of one client: so many at once, then so many a second. What it says in the room is paced besides. */
const FRAMES_AT_ONCE = 60
const FRAMES_PER_SECOND = 30

/** One socket of an object. */
export class Listener<S extends Stamp = Stamp> {
  readonly socket: WebSocket
  stamp: S
  readonly reading = new Reading()
  readonly #windowUnits: number
  /** Since when it lags too far behind to be sent more; what it misses it gets when it has caught up. */
  #laggingSince: number | null = null
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

  /**
   * Asks for a new ticket once the old one is about to run out, or, where nothing was told for long, has; false when none
   * came for a minute after that.
   */
  askAnew(now: number): boolean {
    const { until, askedAt } = this.stamp
    if (until - now >= RENEW_WITHIN_MS) return true
    if (askedAt !== undefined) return now - Math.max(until, askedAt) < RENEW_WITHIN_MS
    if (this.reading.unread > this.#windowUnits) return true
    this.send(REAUTH, now)
    // With the socket, so that a sleep grants no other minute.
    this.restamp({ ...this.stamp, askedAt: now })
    return true
  }

  /** Sends a frame of events or bytes, unless the listener lags; false when it has lagged for too long, and is let go. */
  send(frame: string | Uint8Array, now: number): boolean {
    if (this.reading.unread > this.#windowUnits) {
      this.#laggingSince ??= now
      return now - this.#laggingSince <= LET_GO_AFTER_MS
    }
    this.reading.count(frame.length)
    this.#put(frame)
    this.mark(now)
    return true
  }

  /** Sends a mark where it is time for one, or where one is wanted `soon`. */
  mark(now: number, soon = false): void {
    const mark = this.reading.nextMark(now, soon)
    if (mark !== null) this.#put(markFrame(mark))
  }

  #put(frame: string | Uint8Array): void {
    try {
      this.socket.send(frame)
    } catch {
      // It is closed already, and the room is about to be told so.
    }
  }

  /** A mark came back; true when the client had lagged and may be sent what it missed. */
  caughtUp(mark: number): boolean {
    this.reading.returned(mark)
    if (this.#laggingSince === null || this.reading.unread > this.#windowUnits / 2) return false
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
