import { KEY_FRAME_INTERVAL_MS } from '../../contract/limits.ts'
import { type StreamClientMessage, streamClientMessage } from '../../contract/socket/stream-messages.ts'
import { type AuthMessage, type RoomEnv, type RoomMessage, RoomObject } from '../realtime/RoomObject.ts'
import type { Refusal } from '../realtime/refusals.ts'
import type { VerifiedTicket } from '../realtime/ticket.ts'
import type { Broadcast } from './Broadcast.ts'
import type { PublisherMessage } from './PublisherSession.ts'
import { SOCKETS_PER_MEMBER_TAKEN } from './RelayDirectory.ts'
import {
  admittedState,
  openedState,
  REFUSED,
  StreamConnection,
  type StreamConnectionState,
} from './StreamConnection.ts'
import type { StreamFacts, StreamHandshake } from './stream.ts'

export type StreamEnv = RoomEnv & {
  /** Viewers that one object takes; the next ones are sent to relays. */
  readonly STREAM_VIEWERS_MAX: string
}

type Auth = AuthMessage<StreamClientMessage>
type Incoming = RoomMessage<StreamClientMessage>

const SOCKETS_PER_MEMBER = 5
/** Unread bytes of closing sockets, beyond which the object starts again; all clients come back. */
const CLOSING_MAX_BYTES = 24 * 2 ** 20
const JUDGE_EVERY_MS = 1000

/** A stream's object that viewers watch at: the origin, or a relay. */
export abstract class StreamObject<Env extends StreamEnv> extends RoomObject<
  Env,
  StreamConnectionState,
  StreamClientMessage,
  StreamConnection
> {
  protected abstract readonly stream: Broadcast
  #judgedAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { messages: streamClientMessage, socketsPerMember: SOCKETS_PER_MEMBER })
  }

  /** Facts in a handshake, each time the same. A relay ignores them. */
  protected onFacts(_facts: StreamFacts, _now: number): void {}

  protected abstract onEntered(connection: StreamConnection, now: number): Refusal | null

  protected abstract onFrame(connection: StreamConnection, raw: ArrayBuffer, now: number): Refusal | null

  protected abstract onPublisherMessage(
    connection: StreamConnection,
    message: PublisherMessage,
    now: number,
  ): Refusal | null

  /** A viewer needs a key frame; it is not requested again within `everyMs`. */
  protected abstract requestKey(now: number, everyMs?: number): void

  protected abstract onJudged(now: number): void

  /** By the object's name, which is known before anyone has connected. */
  protected get streamId(): number {
    return Number.parseInt(this.ctx.id.name ?? '', 10)
  }

  protected override connectionOf(socket: WebSocket, state: StreamConnectionState): StreamConnection {
    return new StreamConnection(socket, state)
  }

  override fetch(request: Request): Response {
    this.judge(Date.now())
    return super.fetch(request)
  }

  protected override onHandshake(
    { session, member, ...facts }: StreamHandshake & { session: string },
    now: number,
  ): StreamConnectionState | Refusal {
    const isFull = this.connections.sockets() >= SOCKETS_PER_MEMBER_TAKEN * Number(this.env.STREAM_VIEWERS_MAX)
    if (isFull && member.id !== facts.ownerId) return REFUSED.again
    this.onFacts(facts, now)
    return openedState({ session, member }, facts.ownerId)
  }

  protected override admit(
    { state }: StreamConnection,
    auth: Auth,
    ticket: VerifiedTicket,
  ): StreamConnectionState | Refusal {
    if (auth.userId !== state.member.id || auth.streamId !== this.streamId) return REFUSED.notLoggedIn
    if (auth.as === 'publisher' && !state.mayPublish) return REFUSED.notThePublisher
    return admittedState(state, auth, ticket)
  }

  protected override onAuthenticated(connection: StreamConnection, _auth: Auth, isNew: boolean): void {
    if (!isNew) return
    connection.onEntered()
    this.closeIf(connection, this.onEntered(connection, Date.now()))
  }

  protected override receive(
    connection: StreamConnection,
    raw: string | ArrayBuffer,
    now: number,
  ): void | Promise<void> {
    if (typeof raw === 'string') {
      const done = super.receive(connection, raw, now)
      this.judge(now)
      return done
    }
    const isAdmitted = connection.isAuthenticated && connection.renewTicket(now)
    this.closeIf(connection, isAdmitted ? this.onFrame(connection, raw, now) : REFUSED.notLoggedIn)
    this.judge(now)
  }

  protected override onMessage(connection: StreamConnection, message: Incoming, now: number): void {
    if (message.type === 'shown') connection.lateMs = message.lateMs
    else if (message.type === 'lost') {
      connection.quality.waitForKey()
      // The next regular key frame comes within this time.
      this.requestKey(now, KEY_FRAME_INTERVAL_MS)
    } else this.closeIf(connection, this.onPublisherMessage(connection, message, now))
  }

  /** An expired ticket stops nothing until the time for a new one is over. */
  protected override onExpired(): 'handle' {
    return 'handle'
  }

  protected closeIf(connection: StreamConnection, refusal: Refusal | null): void {
    if (refusal) this.close(connection, refusal)
  }

  /** Closes all viewers' connections; clients come back by the current rules of access. */
  override readmit(): void | Promise<void> {
    const members = this.stream.viewers.filter(({ isRelay }) => !isRelay)
    this.closeAll(members, REFUSED.again)
  }

  protected judge(now: number): void {
    if (now - this.#judgedAt < JUDGE_EVERY_MS) return
    this.#judgedAt = now
    this.connections.pruneClosing(this.ctx.getWebSockets())
    // Nothing else frees what a socket holds whose other side neither reads nor closes.
    const held = this.connections.closing().reduce((sum, { acks }) => sum + acks.unread, 0)
    if (held > CLOSING_MAX_BYTES) this.ctx.abort('closed sockets hold too much')
    for (const [connection, reason] of this.stream.judge(now)) this.close(connection, REFUSED[reason])
    this.onJudged(now)
  }
}
