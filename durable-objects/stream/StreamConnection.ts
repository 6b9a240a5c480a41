import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { StreamClientMessage, StreamLevel, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import { Connection, type ConnectionState, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import { REFUSED as REFUSED_BY_ROOMS, type Refusal } from '../realtime/refusals.ts'
import type { VerifiedTicket } from '../realtime/ticket.ts'
import { AdaptiveQuality, type Sending } from './AdaptiveQuality.ts'
import type { PassedFrame } from './frames.ts'

export const REFUSED = {
  ...REFUSED_BY_ROOMS,
  badFrame: [SOCKET_CLOSE.badMessage, 'bad frame'],
  notForThem: [SOCKET_CLOSE.badMessage, 'not for this kind of connection'],
  notThePublisher: [SOCKET_CLOSE.forbidden, 'not the publisher'],
  elsewhere: [SOCKET_CLOSE.replaced, 'elsewhere'],
  over: [SOCKET_CLOSE.notFound, 'over'],
  bye: [1000, ''],
} as const satisfies Record<string, Refusal>

/** State of a stream's connection. `most` is the level that the browser can show; only a relay's number is not 0. */
export type StreamConnectionState = ConnectionState & {
  mayPublish: boolean
  as: 'publisher' | 'viewer' | 'relay'
  relay: number
  most: StreamLevel
}

type Auth = Extract<StreamClientMessage, { type: 'auth' }>

/** The state of a socket whose client has not said yet whether it publishes or watches. */
export function openedState(
  { member, session }: Pick<ConnectionState, 'member' | 'session'>,
  ownerId: number,
): StreamConnectionState {
  return { member, session, expiresAt: 0, mayPublish: member.id === ownerId, as: 'viewer', relay: 0, most: 'all' }
}

/** The state after a ticket was accepted; its role does not change any more. */
export function admittedState(
  state: StreamConnectionState,
  auth: Auth,
  { member, expiresAt }: VerifiedTicket,
): StreamConnectionState {
  const next = { ...state, member, expiresAt: Math.max(state.expiresAt, expiresAt), reauthAt: undefined }
  return state.expiresAt > 0 ? next : { ...next, as: auth.as, most: auth.level }
}

/** The state of a relay at its origin. It needs no ticket: only objects open such sockets. */
export function relayState(relay: number): StreamConnectionState {
  const member = { id: 0, nickname: '', avatar: null, flags: '', since: 0 }
  return { member, session: '', expiresAt: Number.MAX_SAFE_INTEGER, mayPublish: false, as: 'relay', relay, most: 'all' }
}

/** A relay may have this many times as much unread data as a viewer. */
const RELAY_WINDOWS = 8

/** A viewer is sent a mark at least this often, however little it is sent. */
const MARK_AGAIN_MS = 10_000

const LATE_MS = 3000

const LIMITS = { ...DEFAULT_LIMITS, windowUnits: Number.POSITIVE_INFINITY }

export class StreamConnection extends Connection<StreamConnectionState> {
  quality: AdaptiveQuality
  /** Age of the picture that the viewer shows, by its own report. */
  lateMs = 0
  /** The socket was opened then, or the object woke. */
  readonly openedAt: number
  #sentLevel: StreamLevel
  #isStuck = false
  #markedAt = 0

  constructor(socket: WebSocket, state: StreamConnectionState) {
    super(socket, state, LIMITS)
    this.quality = new AdaptiveQuality(state.most, this.acks)
    this.#sentLevel = state.most
    this.openedAt = Date.now()
  }

  get watches(): boolean {
    return this.isAuthenticated && !this.publishes
  }

  get publishes(): boolean {
    return this.state.as === 'publisher'
  }

  get isRelay(): boolean {
    return this.state.as === 'relay'
  }

  /** True for a viewer that is sent everything its browser can show, in time. */
  get keepsUp(): boolean {
    return !this.quality.lags && this.lateMs < LATE_MS
  }

  onEntered(): void {
    this.quality = new AdaptiveQuality(this.state.most, this.acks)
    this.#sentLevel = this.state.most
  }

  pass(frame: PassedFrame, sending: Sending): void {
    const takes = this.isRelay ? this.#relayTakes(sending) : this.quality.takes(frame, sending)
    if (takes) this.show(frame, sending.now)
    this.sendLevel(sending.now)
  }

  /** A relay is sent everything. Once it lags it is sent nothing more, as it has to begin again. */
  #relayTakes({ window }: Sending): boolean {
    this.#isStuck ||= this.quality.unread > RELAY_WINDOWS * window
    return !this.#isStuck
  }

  judge(window: number, now: number): boolean {
    this.#markSoon(window, now)
    if (!this.watches) return this.quality.unread <= window
    if (this.isRelay) return !this.#isStuck
    this.sendLevel(now)
    return this.quality.judge(window, now)
  }

  #markSoon(window: number, now: number): void {
    const { read, unread } = this.acks
    if (read > 0 && unread <= window / 8 && now - this.#markedAt < MARK_AGAIN_MS) return
    this.#markedAt = now
    this.sendMark(now, true)
  }

  show({ bytes }: PassedFrame, now: number): void {
    this.send(bytes, now)
  }

  sendLevel(now: number): void {
    if (this.#sentLevel === this.quality.level) return
    this.#sentLevel = this.quality.level
    this.sendEvents([{ type: 'level', level: this.quality.level }], now)
  }

  sendEvents(events: readonly StreamServerEvent[], now: number): void {
    this.send(JSON.stringify(events), now)
  }
}
