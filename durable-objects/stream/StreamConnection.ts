import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { StreamClientMessage, StreamLevel, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import { Connection, DEFAULT_LIMITS, type SocketState } from '../realtime/Connection.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import type { VerifiedTicket } from '../realtime/ticket.ts'
import { AdaptiveQuality, type SendContext } from './AdaptiveQuality.ts'
import type { EncodedFrame } from './frames.ts'

/** Refusals of all rooms and those of streams. */
export const STREAM_REFUSED = {
  ...REFUSED,
  badFrame: [SOCKET_CLOSE.badMessage, 'bad frame'],
  badPicture: [SOCKET_CLOSE.badPicture, 'bad picture'],
  wrongRole: [SOCKET_CLOSE.badMessage, 'not for this kind of connection'],
  notPublisher: [SOCKET_CLOSE.forbidden, 'not the publisher'],
  replaced: [SOCKET_CLOSE.replaced, 'publishing from another page'],
  ended: [SOCKET_CLOSE.notFound, 'the stream has ended'],
  closed: [1000, ''],
} as const satisfies Record<string, Refusal>

/** State of a stream's socket. */
export type StreamSocketState = SocketState & {
  mayPublish: boolean
  role: 'publisher' | 'viewer' | 'relay'
  /** The number of the relay; 0 for other roles. */
  relay: number
  /** The highest level that the browser can show. */
  maxLevel: StreamLevel
}

type Auth = Extract<StreamClientMessage, { type: 'auth' }>

/** The state of a new socket. Its role is known after authentication. */
export function unauthenticatedState(
  { member, session }: Pick<SocketState, 'member' | 'session'>,
  ownerId: number,
): StreamSocketState {
  const mayPublish = member.id === ownerId
  return { member, session, expiresAt: 0, mayPublish, role: 'viewer', relay: 0, maxLevel: 'all' }
}

/** The state after a ticket was accepted. The first ticket decides the role. */
export function admittedStreamState(
  state: StreamSocketState,
  auth: Auth,
  { member, expiresAt }: VerifiedTicket,
): StreamSocketState {
  const next = { ...state, expiresAt: Math.max(state.expiresAt, expiresAt), reauthAt: undefined }
  // The member in the handshake is at least as recent as in the first ticket. Later tickets are newer.
  return state.expiresAt > 0 ? { ...next, member } : { ...next, role: auth.as, maxLevel: auth.level }
}

/** The state of a relay's socket at the origin. It needs no ticket: only objects open such sockets. */
export function relayState(relay: number): StreamSocketState {
  const member = { id: 0, nickname: '', avatar: null, flags: '', registeredAt: 0 }
  const expiresAt = Number.MAX_SAFE_INTEGER
  return { member, session: '', expiresAt, mayPublish: false, role: 'relay', relay, maxLevel: 'all' }
}

/** A relay may have this many times as much unread data as a viewer. */
const RELAY_WINDOWS = 8

/** After this time a viewer is sent a mark, even if it was sent little. */
const MARK_AGAIN_MS = 10_000

/** A viewer whose picture is older than this is not in sync. */
const LATE_MS = 3000

/** The unread data of a stream's sockets is limited by `AdaptiveQuality` instead. */
const LIMITS = { ...DEFAULT_LIMITS, windowUnits: Number.POSITIVE_INFINITY }

/** A socket of a stream: the publisher's, a viewer's or a relay's. */
export class StreamConnection extends Connection<StreamSocketState> {
  quality: AdaptiveQuality
  /** Age of the picture that the viewer shows in milliseconds, by its own report. */
  lateMs = 0
  #sentLevel: StreamLevel
  #hasOverflowed = false
  #markedAt = 0

  constructor(socket: WebSocket, state: StreamSocketState) {
    super(socket, state, LIMITS)
    this.quality = new AdaptiveQuality(state.maxLevel, this.acks)
    this.#sentLevel = state.maxLevel
  }

  /** True for viewers and relays, which receive frames. */
  get isReceiver(): boolean {
    return this.isAuthenticated && !this.isPublisher
  }

  get isPublisher(): boolean {
    return this.state.role === 'publisher'
  }

  get isRelay(): boolean {
    return this.state.role === 'relay'
  }

  /** True for a viewer that is sent everything its browser can show, in time. */
  get isInSync(): boolean {
    return !this.quality.isReduced && this.lateMs < LATE_MS
  }

  /** Applies the level of the client, which is known after authentication. */
  onAdmitted(): void {
    this.quality = new AdaptiveQuality(this.state.maxLevel, this.acks)
    this.#sentLevel = this.state.maxLevel
  }

  /** Sends a frame of the publisher, unless the connection lags. */
  forward(frame: EncodedFrame, context: SendContext): void {
    const isAccepted = this.isRelay ? this.#relayAccepts(context) : this.quality.accepts(frame, context)
    if (isAccepted) this.sendFrame(frame, context.now)
    this.sendLevel(context.now)
  }

  /** A relay needs every frame. Once it has missed one it is sent no more, and is dropped. */
  #relayAccepts({ window }: SendContext): boolean {
    this.#hasOverflowed ||= this.quality.unread > RELAY_WINDOWS * window
    return !this.#hasOverflowed
  }

  /** Adjusts the quality, about once a second. False if the connection has lagged for too long. */
  checkProgress(window: number, now: number): boolean {
    this.#sendMarkIfDue(window, now)
    if (!this.isReceiver) return this.quality.unread <= window
    if (this.isRelay) return !this.#hasOverflowed
    this.sendLevel(now)
    return this.quality.adjust(window, now)
  }

  #sendMarkIfDue(window: number, now: number): void {
    const { read, unread } = this.acks
    if (read > 0 && unread <= window / 8 && now - this.#markedAt < MARK_AGAIN_MS) return
    this.#markedAt = now
    this.sendMark(now, true)
  }

  sendFrame({ bytes }: EncodedFrame, now: number): void {
    this.send(bytes, now)
  }

  /** Sends the level if it has changed. */
  sendLevel(now: number): void {
    if (this.#sentLevel === this.quality.level) return
    this.#sentLevel = this.quality.level
    this.sendEvents([{ type: 'level', level: this.quality.level }], now)
  }

  sendEvents(events: readonly StreamServerEvent[], now: number): void {
    this.send(JSON.stringify(events), now)
  }
}
