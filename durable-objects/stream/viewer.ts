import type { StreamLevel, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import { Listener, type Stamp } from '../lib/listener.ts'
import { Flow, type Sending } from './flow.ts'
import type { PassedFrame } from './frame.ts'

/** Who is behind a socket of a stream: may they publish, as what have they come, and what can they be shown at most. */
export type StreamStamp = Stamp & { mayPublish: boolean; as: 'publisher' | 'viewer'; most: StreamLevel }

/** Late by so much, a viewer does not keep up. */
const LATE_MS = 3000

/** Whoever is at a stream, its publisher among them: a socket, and how much is sent over it. */
export class Viewer extends Listener<StreamStamp> {
  flow: Flow
  lateMs = 0
  #toldLevel: StreamLevel

  /** `isWoken` says that the object slept since the socket was opened. */
  constructor(socket: WebSocket, stamp: StreamStamp, isWoken: boolean) {
    // How much they may leave unread is for the flow to say.
    super(socket, stamp, Number.POSITIVE_INFINITY)
    this.flow = new Flow(stamp.most, isWoken)
    this.#toldLevel = stamp.most
  }

  get watches(): boolean {
    return this.isIn && this.stamp.as === 'viewer'
  }

  /** Whether they are sent all that their browser can show, in time. */
  get keepsUp(): boolean {
    return !this.flow.lags && this.lateMs < LATE_MS
  }

  /** They come in as a viewer who can be shown so much. */
  begin(stamp: StreamStamp): void {
    this.restamp(stamp)
    this.flow = new Flow(stamp.most)
    this.#toldLevel = stamp.most
  }

  tell(events: string, now: number): void {
    this.flow.count(events.length)
    this.send(events, now)
  }

  /** Sends a frame as far as they keep up. */
  pass(frame: PassedFrame, sending: Sending): void {
    if (this.flow.takes(frame, sending)) this.show(frame, sending.now)
    this.tellLevel(sending.now)
  }

  /** Sends a frame however they keep up. */
  show({ bytes }: PassedFrame, now: number): void {
    this.flow.count(bytes.length)
    this.send(bytes, now)
  }

  tellLevel(now: number): void {
    if (this.#toldLevel === this.flow.level) return
    this.#toldLevel = this.flow.level
    this.tell(eventsText({ type: 'level', level: this.flow.level }), now)
  }
}

export const eventsText = (...events: StreamServerEvent[]) => JSON.stringify(events)
