import { DurableObject } from 'cloudflare:workers'
import type * as z from 'zod/mini'
import { MESSAGES_AFTER_CLOSE_MAX } from '../../contract/limits.ts'
import type { Ack } from '../../contract/socket/sockets.ts'
import { AlarmScheduler, type AlarmTimes } from './AlarmScheduler.ts'
import type { ClosingSockets } from './ClosingSockets.ts'
import { type Connection, DEFAULT_LIMITS, type SocketState } from './Connection.ts'
import { ConnectionGate, type SessionRef } from './ConnectionGate.ts'
import { ConnectionRegistry } from './ConnectionRegistry.ts'
import { countAfterClose, isClosed } from './closed-socket.ts'
import { decode } from './decode.ts'
import { readHandshake, refusalReply } from './handshake.ts'
import { KeyValues } from './KeyValues.ts'
import { ReauthQueue } from './ReauthQueue.ts'
import { RecentFlags, withFlags, withLatestFlags } from './RecentFlags.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import { RoomBudget } from './SendBudget.ts'
import { type BucketLimits, TokenBuckets } from './TokenBucket.ts'
import { readTicket, type VerifiedTicket } from './ticket.ts'

export type RoomEnv = { readonly TICKET_SECRET: string }

type Typed = { type: string }
type Auth = { type: 'auth'; chatId: string }
export type AuthMessage<Message extends Typed> = Extract<Message, Auth>
export type RoomMessage<Message extends Typed> = Exclude<Message, Auth | Ack>

/** The alarm that closes the connections which have not authenticated in time. */
const AUTHENTICATION_ALARM = 'authentication'

type RoomOptions<Message> = {
  readonly messages: z.ZodMiniType<Message>
  readonly socketsPerMember: number
  /** Limits of the messages of one member through all their sockets. */
  readonly messagesPerMember?: BucketLimits
}

/**
 * Base class of objects with hibernating sockets. It handles the life of a connection (accept, limit the rate, decode,
 * authenticate, dispatch, reauthenticate, close) and the alarms; a subclass handles its messages. The worker calls only
 * the public methods.
 */
export abstract class RoomObject<
  Env extends RoomEnv,
  State extends SocketState,
  Message extends Typed,
  Client extends Connection<State> = Connection<State>,
> extends DurableObject<Env> {
  protected readonly connections = new ConnectionRegistry<State, Client>()
  protected readonly budget = new RoomBudget(this.connections)
  protected readonly alarms: AlarmScheduler
  protected abstract readonly closing: ClosingSockets
  protected readonly messagesAfterCloseMax: number = MESSAGES_AFTER_CLOSE_MAX
  readonly #gate: ConnectionGate<State, Client>
  readonly #messages: z.ZodMiniType<Message>
  readonly #rates: TokenBuckets
  readonly #recentFlags = new RecentFlags()
  readonly #reauthQueue = new ReauthQueue<Client, RoomMessage<Message>>()

  constructor(ctx: DurableObjectState, env: Env, options: RoomOptions<Message>) {
    const { messages, socketsPerMember, messagesPerMember = DEFAULT_LIMITS.frames } = options
    super(ctx, env)
    this.#messages = messages
    this.#rates = new TokenBuckets(messagesPerMember)
    this.#gate = new ConnectionGate(this.connections, socketsPerMember)
    this.alarms = new AlarmScheduler(ctx.storage, new KeyValues<{ alarms: AlarmTimes }>(ctx.storage.sql))
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of ctx.getWebSockets()) {
      const state: State | null = socket.deserializeAttachment()
      if (state && !isClosed(state)) this.connections.add(this.makeConnection(socket, state))
    }
  }

  /** Makes the connection of a new or restored socket. Called before the fields of the subclass are set. */
  protected abstract makeConnection(socket: WebSocket, state: State): Client

  /** Makes the state of a new socket, or refuses the socket. */
  protected abstract onHandshake(handshake: Pick<State, 'member' | 'session'>, now: number): State | Refusal

  /** Admits a connection with a valid ticket, or refuses it if the ticket is for another room. */
  protected abstract admit(connection: Client, auth: AuthMessage<Message>, ticket: VerifiedTicket): State | Refusal

  /** Called after a connection was admitted (`isNew`) or renewed its ticket. */
  protected abstract onAuthenticated(
    connection: Client,
    auth: AuthMessage<Message>,
    isNew: boolean,
  ): void | Promise<void>

  protected abstract onMessage(connection: Client, message: RoomMessage<Message>, now: number): void | Promise<void>

  protected abstract onAlarm(name: string, now: number): void | Promise<void>

  /**
   * Decides about a message sent with an expired ticket. A queued one is handled when the client sends a new ticket.
   */
  protected onExpired(_message: RoomMessage<Message>): 'close' | 'handle' | 'queue' | 'drop' {
    return 'close'
  }

  /** Called when a lagging client has caught up. The room sends it what it missed. */
  protected onCaughtUp(_connection: Client): void | Promise<void> {}

  /** Called after a connection was closed by either side. */
  protected onLeft(_connection: Client): void {}

  /** Called after the flags of a member's connection changed. */
  protected onFlagsChanged(_connection: Client): void {}

  /** Closes a connection whose client misbehaved or whose session was revoked. */
  protected expel(connection: Client, refusal: Refusal): void {
    this.close(connection, refusal)
  }

  /**
   * The number of the member's sockets, which limits new ones. Those that only the server closed count, also after
   * hibernation.
   */
  protected socketsOf({ member }: Pick<State, 'member'>): number {
    return this.ctx.getWebSockets(String(member.id)).length
  }

  /** Delivers pending effects. Called before a client is admitted, so that it gets nothing twice. */
  protected flush(): void {}

  override fetch(request: Request): Response {
    const now = Date.now()
    const handshake = readHandshake<Pick<State, 'member' | 'session'>>(request)
    this.connections.pruneClosing(this.ctx.getWebSockets())
    const accepted = this.#gate.refusal(handshake, this.socketsOf(handshake), now) ?? this.onHandshake(handshake, now)
    return isRefusal(accepted) ? refusalReply(accepted) : this.accept(this.#recentFlags.applyTo(accepted, now)).response
  }

  /** Opens a socket that hibernates with the object. The runtime answers its pings without waking the object. */
  protected accept(state: State): { connection: Client; response: Response } {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [String(state.member.id)])
    const connection = this.makeConnection(server, state)
    connection.setState(connection.isAuthenticated ? state : { ...state, openedAt: Date.now() })
    this.connections.add(connection)
    // A pending alarm belongs to an earlier socket, and sets the next alarm when it runs.
    if (!connection.isAuthenticated && this.alarms.at(AUTHENTICATION_ALARM) === undefined)
      this.alarms.set(AUTHENTICATION_ALARM, connection.authenticateBy)
    return { connection, response: new Response(null, { status: 101, webSocket: client }) }
  }

  override webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): void | Promise<void> {
    const connection = this.connections.find(socket)
    if (!connection) return this.#receiveAfterClose(socket)
    return this.receive(connection, raw, Date.now())
  }

  #receiveAfterClose(socket: WebSocket): void | Promise<void> {
    socket.close(...REFUSED.reconnect)
    const [member] = this.ctx.getTags(socket)
    if (!countAfterClose(socket, this.messagesAfterCloseMax)) return this.closing.cutOff(Number(member), Date.now())
  }

  protected receive(connection: Client, raw: string | ArrayBuffer, now: number): void | Promise<void> {
    if (!connection.spendFrame(now)) return this.close(connection, REFUSED.tooMany)
    const message = decode(this.#messages, raw)
    if (!message) return this.close(connection, REFUSED.badMessage)
    // Marks are returned on every socket, and more of them the more a client is sent.
    const isKnownMark = isAck(message) && connection.acks.has(message.mark)
    if (!isKnownMark && !this.#rates.spend(connection.state.member.id, 1, now))
      return this.close(connection, REFUSED.tooMany)
    if (isAuth(message)) return this.#authenticate(connection, message)
    if (!connection.isAuthenticated || !connection.renewTicket(now)) return this.close(connection, REFUSED.notLoggedIn)
    if (isAck(message)) return connection.acknowledge(message.mark) ? this.onCaughtUp(connection) : undefined
    return this.#dispatch(connection, message as RoomMessage<Message>, now)
  }

  #dispatch(connection: Client, message: RoomMessage<Message>, now: number): void | Promise<void> {
    const action = connection.state.expiresAt < now ? this.onExpired(message) : 'handle'
    if (action === 'handle') return this.onMessage(connection, message, now)
    if (action === 'close') return this.close(connection, REFUSED.notLoggedIn)
    if (action === 'queue') this.#reauthQueue.add(connection, message)
  }

  /** Authenticates a connection. The ticket must be of the member and session that opened the socket. */
  async #authenticate(connection: Client, auth: AuthMessage<Message>): Promise<void> {
    const ticket = await readTicket(this.env.TICKET_SECRET, auth.chatId, Date.now())
    if (!this.connections.has(connection)) return
    const { member, session } = connection.state
    if (ticket?.session !== session || ticket.member.id !== member.id)
      return this.close(connection, REFUSED.notLoggedIn)
    const isNew = !connection.isAuthenticated
    // Ignores a repeated ticket: sending the room's state would cost far more than receiving the frame.
    if (!isNew && ticket.expiresAt <= connection.state.expiresAt) return
    this.flush()
    // Flushing may have dropped the connection.
    if (!this.connections.has(connection)) return
    const admitted = this.admit(connection, auth, ticket)
    if (isRefusal(admitted)) return this.close(connection, admitted)
    connection.setState(withLatestFlags(admitted, connection.state, ticket))
    const entered = this.onAuthenticated(connection, auth, isNew)
    for (const message of this.#reauthQueue.take(connection)) void this.onMessage(connection, message, Date.now())
    await entered
  }

  /**
   * Sends a frame to every authenticated connection that matches. Closes those that are too slow or need a new ticket.
   */
  protected broadcast(frame: string, now: number, matches?: (connection: Client) => boolean): void {
    for (const [connection, reason] of this.budget.share(() => this.connections.broadcast(frame, now, matches)))
      this.close(connection, REFUSED[reason])
  }

  protected close(connection: Client, [code, reason]: Refusal): void {
    connection.close(code, reason)
    this.connections.markClosing(connection)
    this.onLeft(connection)
  }

  protected closeAll(connections: Iterable<Client>, refusal: Refusal): void {
    for (const connection of connections) this.close(connection, refusal)
  }

  /** Closes the server's side too. Otherwise the socket would stay until the object hibernates. */
  override webSocketClose(socket: WebSocket): void {
    this.#onSocketClosed(socket, 1000)
  }

  override webSocketError(socket: WebSocket): void {
    this.#onSocketClosed(socket, REFUSED.reconnect[0])
  }

  #onSocketClosed(socket: WebSocket, code: number): void {
    const connection = this.connections.remove(socket)
    if (!connection) return
    connection.close(code, '')
    this.onLeft(connection)
  }

  /**
   * Closes the sockets of a member, or of some of their sessions. Refuses new ones, unless the code allows
   * reconnecting.
   */
  revokeSessions(sessions: SessionRef, code: number): void | Promise<void> {
    for (const connection of this.#gate.revoke(sessions, code, Date.now())) this.expel(connection, [code, 'revoked'])
  }

  /** Replaces a member's flags in their connections. */
  setFlags(userId: number, flags: string): void | Promise<void> {
    const now = Date.now()
    this.#recentFlags.add(userId, flags, now)
    for (const connection of this.connections.ofMember(userId)) {
      connection.setState(withFlags(connection.state, flags, now))
      if (connection.isAuthenticated) this.onFlagsChanged(connection)
    }
  }

  /** Closes all connections. Clients reconnect and are checked against the current access rules. */
  recheckAccess(): void | Promise<void> {
    this.closeAll(this.connections.all(), REFUSED.reconnect)
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    await this.alarms.runDue(now, (name) =>
      name === AUTHENTICATION_ALARM ? this.#closeUnauthenticated(now) : this.onAlarm(name, now),
    )
  }

  #closeUnauthenticated(now: number): void {
    const overdue = this.connections.unauthenticated().filter(({ authenticateBy }) => authenticateBy <= now)
    this.closeAll(overdue, REFUSED.notLoggedIn)
    const others = this.connections.unauthenticated().map(({ authenticateBy }) => authenticateBy)
    if (others.length > 0) this.alarms.set(AUTHENTICATION_ALARM, Math.min(...others))
  }
}

const isRefusal = (accepted: object): accepted is Refusal => Array.isArray(accepted)
const isAuth = <Message extends Typed>(message: Message): message is AuthMessage<Message> => message.type === 'auth'
const isAck = (message: Typed): message is Ack => message.type === 'ack'
