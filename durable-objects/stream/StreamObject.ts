import { streamChannel } from '../../contract/channel.ts'
import { FRAMES_AFTER_CLOSE_MAX, KEY_FRAME_INTERVAL_MS, STREAM_SOCKETS_PER_MEMBER } from '../../contract/limits.ts'
import { type StreamClientMessage, streamClientMessage } from '../../contract/socket/stream-messages.ts'
import { ClosingSockets } from '../realtime/ClosingSockets.ts'
import { type AuthMessage, type RoomEnv, type RoomMessage, RoomObject } from '../realtime/RoomObject.ts'
import type { Refusal } from '../realtime/refusals.ts'
import type { VerifiedTicket } from '../realtime/ticket.ts'
import type { Broadcast } from './Broadcast.ts'
import type { PublisherMessage } from './PublisherSession.ts'
import { SOCKETS_PER_VIEWER } from './RelayDirectory.ts'
import {
  admittedStreamState,
  STREAM_REFUSED,
  StreamConnection,
  type StreamSocketState,
  unauthenticatedState,
} from './StreamConnection.ts'
import type { StreamFacts, StreamHandshake } from './stream.ts'

export type StreamEnv = RoomEnv & {
  /** Maximum number of members who watch at one object. Further ones are sent to relays. */
  readonly STREAM_VIEWERS_MAX: string
}

type Auth = AuthMessage<StreamClientMessage>
type Message = RoomMessage<StreamClientMessage>

const CHECK_EVERY_MS = 1000

/** Base class of the objects to which viewers connect: the origin and the relays. */
export abstract class StreamObject<Env extends StreamEnv> extends RoomObject<
  Env,
  StreamSocketState,
  StreamClientMessage,
  StreamConnection
> {
  protected abstract readonly stream: Broadcast
  protected override readonly messagesAfterCloseMax = FRAMES_AFTER_CLOSE_MAX
  protected readonly closing = new ClosingSockets(this.ctx, this.connections)
  #checkedAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { messages: streamClientMessage, socketsPerMember: STREAM_SOCKETS_PER_MEMBER })
  }

  /** Called with the facts of a handshake. All handshakes of a stream have the same facts. A relay needs none. */
  protected onFacts(_facts: StreamFacts, _now: number): void {}

  /** Called after a connection was admitted. A returned refusal closes it. */
  protected abstract onAdmitted(connection: StreamConnection, now: number): Refusal | null

  protected abstract onFrame(connection: StreamConnection, raw: ArrayBuffer, now: number): Refusal | null

  protected abstract onPublisherMessage(
    connection: StreamConnection,
    message: PublisherMessage,
    now: number,
  ): Refusal | null

  /** Requests a key frame for a viewer, unless one was requested within `everyMs`. */
  protected abstract requestKeyFrame(now: number, everyMs?: number): void

  protected abstract onConnectionsChecked(now: number): void

  /** The stream's id, from the name of the object. */
  protected get streamId(): number {
    return Number.parseInt(this.ctx.id.name ?? '', 10)
  }

  protected override makeConnection(socket: WebSocket, state: StreamSocketState): StreamConnection {
    return new StreamConnection(socket, state)
  }

  override fetch(request: Request): Response {
    this.checkConnections(Date.now())
    return super.fetch(request)
  }

  /** Leaves out the closing sockets of the stream's owner: a network that fails again and again must not end the stream. */
  protected override socketsOf(handshake: StreamHandshake): number {
    const { member, ownerId } = handshake
    return member.id === ownerId ? this.connections.ofMember(ownerId).length : super.socketsOf(handshake)
  }

  protected override onHandshake(
    { session, member, ...facts }: StreamHandshake & { session: string },
    now: number,
  ): StreamSocketState | Refusal {
    const isFull = this.connections.socketCount >= SOCKETS_PER_VIEWER * Number(this.env.STREAM_VIEWERS_MAX)
    if (this.closing.refuses(member.id, now) && member.id !== facts.ownerId) return STREAM_REFUSED.tooSlow
    if (isFull && member.id !== facts.ownerId) return STREAM_REFUSED.reconnect
    this.onFacts(facts, now)
    return unauthenticatedState({ session, member }, facts.ownerId)
  }

  protected override admit(
    { state }: StreamConnection,
    auth: Auth,
    ticket: VerifiedTicket,
  ): StreamSocketState | Refusal {
    if (auth.userId !== state.member.id || auth.streamId !== this.streamId) return STREAM_REFUSED.notLoggedIn
    if (auth.as === 'publisher' && !state.mayPublish) return STREAM_REFUSED.notPublisher
    // Members who may no longer see the stream still get tickets of other rooms.
    if (state.expiresAt > 0 && ticket.relation?.channel !== streamChannel(this.streamId))
      return STREAM_REFUSED.reconnect
    return admittedStreamState(state, auth, ticket)
  }

  protected override onAuthenticated(connection: StreamConnection, _auth: Auth, isNew: boolean): void {
    if (!isNew) return
    connection.onAdmitted()
    this.closeIf(connection, this.onAdmitted(connection, Date.now()))
  }

  protected override receive(
    connection: StreamConnection,
    raw: string | ArrayBuffer,
    now: number,
  ): void | Promise<void> {
    if (typeof raw === 'string') {
      const done = super.receive(connection, raw, now)
      this.checkConnections(now)
      return done
    }
    const isAdmitted = connection.isAuthenticated && connection.renewTicket(now)
    this.closeIf(connection, isAdmitted ? this.onFrame(connection, raw, now) : STREAM_REFUSED.notLoggedIn)
    this.checkConnections(now)
  }

  protected override onMessage(connection: StreamConnection, message: Message, now: number): void {
    if (message.type === 'shown') connection.lateMs = message.lateMs
    else if (message.type === 'lost') {
      connection.quality.waitForKeyFrame()
      // A regular key frame arrives within this time anyway.
      this.requestKeyFrame(now, KEY_FRAME_INTERVAL_MS)
    } else this.closeIf(connection, this.onPublisherMessage(connection, message, now))
  }

  /** Handles messages after the ticket expired. `renewTicket()` refuses them if no new ticket arrives in time. */
  protected override onExpired(): 'handle' {
    return 'handle'
  }

  protected closeIf(connection: StreamConnection, refusal: Refusal | null): void {
    if (refusal) this.close(connection, refusal)
  }

  /**
   * Closes the connections of all members who watch or may be about to. They reconnect and are checked against the
   * current access rules.
   */
  override recheckAccess(): void | Promise<void> {
    const members = this.stream.receivers.filter(({ isRelay }) => !isRelay)
    this.closeAll([...members, ...this.connections.unauthenticated()], STREAM_REFUSED.reconnect)
  }

  protected checkConnections(now: number): void {
    if (now - this.#checkedAt < CHECK_EVERY_MS) return
    this.#checkedAt = now
    this.closing.check(now)
    for (const [connection, reason] of this.stream.checkConnections(now)) this.close(connection, STREAM_REFUSED[reason])
    this.onConnectionsChecked(now)
  }
}
