import type { StreamLevel, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import { Connection, type ConnectionState, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import { Flow, type Sending } from './flow.ts'
import type { PassedFrame } from './frame.ts'

/**
 * Who is behind a socket of a stream: may they publish, as what have they come, and what can they be shown at most. A relay
 * has a number, which is else 0.
 */
export type StreamStamp = ConnectionState & {
  mayPublish: boolean
  as: 'publisher' | 'viewer' | 'relay'
  relay: number
  most: StreamLevel
}

/** A relay may leave so many times as much unread as who watches. */
const RELAY_WINDOWS = 8

/** So often a viewer is asked how far they are, however little they are sent. */
const MARK_AGAIN_MS = 10_000

/** Late by so much, a viewer does not keep up. */
const LATE_MS = 3000

/** Whoever is at a stream, its publisher among them: a socket, and how much is sent over it. */
export class Viewer extends Connection<StreamStamp> {
  flow: Flow
  lateMs = 0
  /** When the socket was opened, or the object woke. */
  readonly openedAt: number
  #toldLevel: StreamLevel
  #isStuck = false
  #markedAt = 0

  constructor(socket: WebSocket, stamp: StreamStamp) {
    // How much they may leave unread is for the flow to say.
    super(socket, stamp, { ...DEFAULT_LIMITS, windowUnits: Number.POSITIVE_INFINITY })
    this.flow = new Flow(stamp.most, this.acks)
    this.#toldLevel = stamp.most
    this.openedAt = Date.now()
  }

  /** Whether they are sent the stream: viewers, and relays for theirs. */
  get watches(): boolean {
    return this.isAuthenticated && this.state.as !== 'publisher'
  }

  get isRelay(): boolean {
    return this.state.as === 'relay'
  }

  /** Whether they are sent all that their browser can show, in time. */
  get keepsUp(): boolean {
    return !this.flow.lags && this.lateMs < LATE_MS
  }

  /** They come in as a viewer who can be shown so much. */
  begin(stamp: StreamStamp): void {
    this.setState(stamp)
    this.flow = new Flow(stamp.most, this.acks)
    this.#toldLevel = stamp.most
  }

  /** Sends a frame as far as they keep up. */
  pass(frame: PassedFrame, sending: Sending): void {
    const takes = this.isRelay ? this.#relays(sending) : this.flow.takes(frame, sending)
    if (takes) this.show(frame, sending.now)
    this.tellLevel(sending.now)
  }

  /** A relay is sent everything, or where it lags nothing more, as it has to begin again. */
  #relays({ window }: Sending): boolean {
    this.#isStuck ||= this.flow.unread > RELAY_WINDOWS * window
    return !this.#isStuck
  }

  /** Looks at how they keep up, about once a second; false when they are to be let go. */
  judge(window: number, now: number): boolean {
    this.#markSoon(window, now)
    if (!this.watches) return this.flow.unread <= window
    if (this.isRelay) return !this.#isStuck
    this.tellLevel(now)
    return this.flow.judge(window, now)
  }

  /** Who has read nothing yet, or has more unread than who keeps up, is asked how far they are; all others now and then. */
  #markSoon(window: number, now: number): void {
    const { read, unread } = this.acks
    if (read > 0 && unread <= window / 8 && now - this.#markedAt < MARK_AGAIN_MS) return
    this.#markedAt = now
    this.sendMark(now, true)
  }

  /** Sends a frame however they keep up. */
  show({ bytes }: PassedFrame, now: number): void {
    this.send(bytes, now)
  }

  tellLevel(now: number): void {
    if (this.#toldLevel === this.flow.level) return
    this.#toldLevel = this.flow.level
    this.send(eventsText({ type: 'level', level: this.flow.level }), now)
  }
}

export const eventsText = (...events: StreamServerEvent[]) => JSON.stringify(events)
