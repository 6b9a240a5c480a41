import type { BoardMark, DrawPolicy, Rollback, RollbackReply } from '../../contract/http/whiteboard.ts'
import { BOARD_ENTRIES, ROOM_SOCKETS_PER_MEMBER } from '../../contract/limits.ts'
import { type BoardClientMessage, boardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { Batcher } from '../realtime/Batcher.ts'
import { ClosingSockets } from '../realtime/ClosingSockets.ts'
import { Connection, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import type { SessionRef } from '../realtime/ConnectionGate.ts'
import { type AuthMessage, type RoomEnv, type RoomMessage, RoomObject } from '../realtime/RoomObject.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import { storeOrRestart } from '../realtime/store-or-restart.ts'
import { TokenBuckets } from '../realtime/TokenBucket.ts'
import type { TicketClaims, VerifiedTicket } from '../realtime/ticket.ts'
import { BoardRaster } from './BoardRaster.ts'
import { BoardStore } from './BoardStore.ts'
import { boardFrame, ClientSync } from './ClientSync.ts'
import { Corrections } from './Corrections.ts'
import { advanceDrawingClock, nextScrollAt, SCROLL_INTERVAL_MS } from './clock.ts'
import { type Batch, type BoardConnection, type BoardSocketState, nextFlush, splitIntoRows } from './core.ts'
import type { DayLogSpan, LogPage } from './DayLog.ts'
import { DrawIntake } from './DrawIntake.ts'
import { isMarkInFlush, partAround, type ReportedMark } from './reported-mark.ts'
import type { Slice } from './SliceStore.ts'
import { Snapshots } from './Snapshots.ts'

export type WhiteboardEnv = RoomEnv & { readonly FILES: R2Bucket }

export type BoardHandshake = { member: TicketClaims['member'] }

type Auth = AuthMessage<BoardClientMessage>
type Message = RoomMessage<BoardClientMessage>

/**
 * Larger than a snapshot, which has up to 1.1 MB, so that a slow line has time to read one. Two such pages of a member
 * hold less than `ClosingSockets` refuses.
 */
const WINDOW_UNITS = 1.25 * 2 ** 20
const UPLOAD_RETRY_MS = 30_000

/**
 * The whiteboard. Batches are drawn in the order of their arrival, for everyone. Each flush is one row of the log,
 * which is stored before it is sent.
 */
export class Whiteboard extends RoomObject<WhiteboardEnv, BoardSocketState, BoardClientMessage> {
  readonly #store = new BoardStore(this.ctx.storage)
  readonly #raster = new BoardRaster(this.#store)
  readonly #batcher = new Batcher<Batch>((batches, now) => this.#flush(batches, now), this.connections)
  protected readonly closing = new ClosingSockets(this.ctx, this.connections)
  readonly #entries = new TokenBuckets(BOARD_ENTRIES)
  readonly #intake = new DrawIntake(this.#store, this.#raster, this.#batcher)
  readonly #parts = { store: this.#store, raster: this.#raster, batcher: this.#batcher, connections: this.connections }
  readonly #snapshots = new Snapshots({ ...this.#parts, intake: this.#intake })
  readonly #sync = new ClientSync({
    ...this.#parts,
    snapshots: this.#snapshots,
    drop: (connection) => this.close(connection, REFUSED.tooSlow),
  })
  readonly #corrections = new Corrections({
    ...this.#parts,
    snapshots: this.#snapshots,
    sync: this.#sync,
    ctx: this.ctx,
    alarms: this.alarms,
  })

  constructor(ctx: DurableObjectState, env: WhiteboardEnv) {
    super(ctx, env, { messages: boardClientMessage, socketsPerMember: ROOM_SOCKETS_PER_MEMBER })
  }

  protected override makeConnection(socket: WebSocket, state: BoardSocketState): BoardConnection {
    return new Connection(socket, state, {
      ...DEFAULT_LIMITS,
      windowUnits: WINDOW_UNITS,
      budget: this.budget,
    })
  }

  protected override onHandshake(
    { session, member }: BoardHandshake & { session: string },
    now: number,
  ): BoardSocketState | Refusal {
    this.closing.check(now)
    if (this.closing.refuses(member.id, now)) return REFUSED.tooSlow
    return { member, session, expiresAt: 0, client: 0 }
  }

  protected override admit(
    { state, isAuthenticated }: BoardConnection,
    auth: Auth,
    ticket: VerifiedTicket,
  ): BoardSocketState | Refusal {
    const { member, session } = state
    if (auth.userId !== member.id) return REFUSED.notLoggedIn
    if (!isAuthenticated && !this.#entries.spend(member.id, 1, Date.now())) return REFUSED.tooMany
    const client = isAuthenticated ? state.client : this.#claimClient(member, auth.client)
    // The member in the handshake is at least as recent as in the first ticket. Later tickets are newer.
    const known = isAuthenticated ? ticket.member : member
    return { member: known, session, expiresAt: Math.max(state.expiresAt, ticket.expiresAt), client }
  }

  /** The client number that the member had before, or a new one. Closes other sockets with the same number. */
  #claimClient({ id, nickname, avatar }: BoardSocketState['member'], before: number | undefined): number {
    const client = this.#store.clients.claim({ id, nickname, avatar }, before)
    const others = this.connections.ofMember(id).filter(({ state }) => state.client === client)
    this.closeAll(others, REFUSED.reconnect)
    return client
  }

  protected override async onAuthenticated(connection: BoardConnection, { last }: Auth, isNew: boolean): Promise<void> {
    if (!isNew) return
    const { client } = connection.state
    const now = Date.now()
    this.#intake.enter(client)
    this.#sync.welcome(connection, now)
    this.broadcast(this.#sync.artistFrame(connection), now, ({ state }) => state.client !== client)
    await this.#sync.sendBoard(connection, last)
  }

  protected override receive(
    connection: BoardConnection,
    raw: string | ArrayBuffer,
    now: number,
  ): void | Promise<void> {
    const done = super.receive(connection, raw, now)
    this.closing.check(now)
    return done
  }

  protected override onMessage(connection: BoardConnection, message: Message, now: number): void | Promise<void> {
    if (message.type !== 'draw') return this.#reply(connection, message.type, now)
    const decision = this.#intake.receive(message, connection.state, now)
    if (decision.do === 'close') this.expel(connection, decision.refusal)
    if (decision.do === 'refuse')
      connection.send(boardFrame({ type: 'refused', sequence: message.sequence, code: decision.code }), now)
  }

  async #reply(connection: BoardConnection, request: 'hash' | 'info', now: number): Promise<void> {
    if (!(await this.#sync.reply(connection, request, now))) this.expel(connection, REFUSED.tooMany)
  }

  protected override async onCaughtUp(connection: BoardConnection): Promise<void> {
    await this.#sync.catchUp(connection)
  }

  protected override expel(connection: BoardConnection, refusal: Refusal): void {
    this.#intake.drop(connection.state.client)
    this.close(connection, refusal)
  }

  protected override flush(): void {
    this.#batcher.flush()
  }

  #flush(batches: readonly Batch[], now: number): number {
    for (const row of splitIntoRows(batches)) this.#append(row, now)
    this.#snapshots.takeIfDue()
    return batches.length
  }

  /** Appends a flush to the log, with the scroll if it is due: stores it, sends it, then draws it. */
  #append(batches: readonly Batch[], now: number): void {
    const { flush, commands, scroll } = nextFlush(this.#store.head, batches, now)
    const slice = scroll.length > 0 ? this.#raster.sliceAfter(commands) : null
    storeOrRestart(this.ctx, () => this.#store.save(flush, slice))
    const frame = this.#sync.flushFrame(flush, slice !== null, now)
    this.broadcast(frame, now, (connection) => !this.#sync.isWaiting(connection))
    this.#sync.noteMissed(flush)
    this.#raster.draw(flush.number, [...commands, ...scroll])
    if (slice) this.alarms.set('slices', now)
    const scrollAt = nextScrollAt(flush.clock)
    if (scrollAt !== null || this.alarms.at('scroll') !== undefined) this.alarms.set('scroll', scrollAt ?? undefined)
  }

  protected override async onAlarm(name: string, now: number): Promise<void> {
    // Scrolls when the time comes while nobody draws.
    if (name === 'scroll' && advanceDrawingClock(this.#store.head.clock, now).drawnMs >= SCROLL_INTERVAL_MS) {
      this.#append([], now)
      this.#snapshots.takeIfDue()
    }
    if (name === 'slices' && !(await this.#store.slices.upload(this.env.FILES)))
      this.alarms.set('slices', now + UPLOAD_RETRY_MS)
  }

  override revokeSessions(sessions: SessionRef, code: number): void {
    super.revokeSessions(sessions, code)
    // Drops the delayed batches of clients whose sockets are already closed.
    const connected = this.#snapshots.connectedClients()
    this.#intake.dropWhere(({ member, client }) => member.id === sessions.userId && !connected.has(client))
  }

  /** Replaces the name of a member whose account was deleted. Their marks stay until they scroll away. */
  forgetMember(userId: number): void {
    this.#store.clients.forget(userId)
  }

  /** Returns the previous policy. */
  setPolicy(policy: DrawPolicy): DrawPolicy {
    const now = Date.now()
    const before = this.#store.setPolicy(policy)
    this.broadcast(boardFrame({ type: 'policy', ...policy }), now)
    // Clients whose delayed batches were dropped reconnect, send them again, and are refused.
    const dropped = this.#intake.dropRefused(now)
    const connections = this.connections.all().filter(({ state }) => dropped.has(state.client))
    this.closeAll(connections, REFUSED.reconnect)
    return before
  }

  /** Rolls back a member's marks, including delayed batches, which would otherwise be drawn later. */
  rollback(body: Rollback): Promise<RollbackReply> {
    this.#intake.release(body.userId)
    return this.#corrections.rollback(body, Date.now())
  }

  /** Rolls back the marks of an artist around one of them, once for each key. Null if there is no such mark. */
  async rollbackAround(mark: BoardMark, key: number): Promise<RollbackReply | null> {
    const repeated = this.#store.rollbacks.replyOf(key)
    if (repeated) return repeated
    const found = await this.readMark(mark)
    const part = partAround(mark, mark.shiftIndex)
    if (!found || !part) return null
    const area = { ...part, shiftIndex: mark.shiftIndex }
    const reply = await this.rollback({ userId: found.userId, minutes: null, area })
    this.#store.rollbacks.keepReply(key, reply)
    return reply
  }

  /** True if a rollback is the latest one and was not restored. */
  isRestorable(revision: number): boolean {
    return this.#store.rollbacks.firstChanged(revision) !== null
  }

  restore(revision: number): Promise<boolean> {
    return this.#corrections.restore(revision)
  }

  /** The author, time and surroundings of a mark; null if there is no such mark. */
  async readMark(mark: BoardMark): Promise<ReportedMark | null> {
    this.flush()
    const [flush, drawnBy] = [this.#store.findFlush(mark.flush), this.#store.clients.find(mark.client)]
    if (!flush || !drawnBy || !isMarkInFlush(flush, mark)) return null
    const part = partAround(mark, this.#store.head.shiftIndex)
    const picture = part && (await this.#raster.partPicture(part))
    return { userId: drawnBy.person.id, drawnAt: flush.clock.at, picture }
  }

  picture(): Promise<Uint8Array<ArrayBuffer>> {
    this.flush()
    return this.#snapshots.picture()
  }

  history(): Slice[] {
    return this.#store.slices.history()
  }

  daySpan(): DayLogSpan {
    return this.#store.dayLog.span(Date.now())
  }

  logPage(revision: number, after: number): LogPage | null {
    return this.#store.dayLog.page(revision, after)
  }

  snapshotPicture(revision: number, number: number): Uint8Array<ArrayBuffer> | null {
    return this.#store.dayLog.snapshotPicture(revision, number)
  }
}
