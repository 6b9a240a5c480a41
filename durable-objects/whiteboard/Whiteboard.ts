import type { DrawPolicy, RollbackBody, RollbackReply } from '../../contract/http/whiteboard.ts'
import {
  type BoardClientMessage,
  type BoardServerEvent,
  boardClientMessage,
} from '../../contract/socket/whiteboard-messages.ts'
import { Batcher } from '../realtime/Batcher.ts'
import { Connection, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import type { SessionRef } from '../realtime/RevokedSessions.ts'
import { type AuthMessage, type RoomEnv, type RoomMessage, RoomObject } from '../realtime/RoomObject.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import { type BucketLimits, TokenBuckets } from '../realtime/TokenBucket.ts'
import type { TicketClaims, VerifiedTicket } from '../realtime/ticket.ts'
import { Board } from './Board.ts'
import { BoardRaster, PNG } from './BoardRaster.ts'
import { BoardStore } from './BoardStore.ts'
import { artistOf, type BoardConnection, type BoardConnectionState, ClientSync } from './ClientSync.ts'
import { Corrections } from './Corrections.ts'
import { drawnUntil, nextShift, SCROLL_MS, scrollsAt } from './clock.ts'
import { type Batch, commandsEvent, nextFlush, type RewrittenLog, refusalFor, rowsOf } from './core.ts'
import { DayLog, type DayLogSpan, type LogPage } from './DayLog.ts'
import { DrawIntake } from './DrawIntake.ts'
import type { Slice } from './SliceStore.ts'
import { Snapshots } from './Snapshots.ts'

export type WhiteboardEnv = RoomEnv & { readonly FILES: R2Bucket }

/** The worker's handshake for a socket. */
export type BoardHandshake = { member: TicketClaims['member'] }

type Auth = AuthMessage<BoardClientMessage>

const SOCKETS_PER_MEMBER = 10
/** A snapshot and the flushes after it are sent before any of it was read. */
const LIMITS = { ...DEFAULT_LIMITS, windowUnits: 2 ** 21 }

/** What a member may request: a page requests the hash once a minute and on return, and the board where it differs. */
const REQUESTS: BucketLimits = { capacity: 60, perSecond: 1 }
const REQUEST_COST = { hash: 1, info: 20 } as const

/** The clock is sent this often while members draw. */
const SHIFT_EVERY_MS = 5000
const UPLOAD_RETRY_MS = 30_000

/**
 * The whiteboard. The order in which batches arrive is the order for everyone: each flush is one row of the log, stored
 * before it is sent.
 */
export class Whiteboard extends RoomObject<WhiteboardEnv, BoardConnectionState, BoardClientMessage> {
  readonly #store = new BoardStore(this.ctx.storage)
  readonly #dayLog = new DayLog(this.ctx.storage.sql, () => this.#store.revision())
  readonly #raster = new BoardRaster(this.#store)
  readonly #batches = new Batcher<Batch>((batches, now) => this.#flush(batches, now), this.connections)
  readonly #intake = new DrawIntake(this.#store.clients, this.#raster, this.#batches)
  readonly #board = new Board(this.#store, this.#raster, this.#intake, this.connections)
  readonly #snapshots = new Snapshots(this.#board, this.#store.lastSnapshot())
  readonly #sync = new ClientSync(this.#store, this.#snapshots, this.connections, this.#batches)
  readonly #corrections = new Corrections(this.#store, PNG, this.#batches, (log, restores) =>
    this.#rewrite(log, restores),
  )
  readonly #requests = new TokenBuckets(REQUESTS)
  #policy = this.#store.policy()
  #shiftSentAt = 0

  constructor(ctx: DurableObjectState, env: WhiteboardEnv) {
    super(ctx, env, { messages: boardClientMessage, socketsPerMember: SOCKETS_PER_MEMBER })
  }

  protected override connectionOf(socket: WebSocket, state: BoardConnectionState): BoardConnection {
    return new Connection(socket, state, LIMITS)
  }

  protected override onHandshake({ session, member }: BoardHandshake & { session: string }): BoardConnectionState {
    return { member, session, expiresAt: 0, client: 0 }
  }

  protected override refuseAuth({ state }: BoardConnection, { userId }: Auth): Refusal | null {
    return userId === state.member.id ? null : REFUSED.notLoggedIn
  }

  protected override admit(connection: BoardConnection, auth: Auth, ticket: VerifiedTicket): BoardConnectionState {
    const { member, session, expiresAt, client: before } = connection.state
    const client = connection.isAuthenticated ? before : this.#clientOf(member, auth.client)
    return { member: ticket.member, session, expiresAt: Math.max(expiresAt, ticket.expiresAt), client }
  }

  /** The member's earlier client, whose other socket is closed, or a new one. */
  #clientOf({ id, nickname, avatar }: BoardConnectionState['member'], before: number | undefined): number {
    const known = before === undefined ? null : this.#store.clients.find(before)
    if (before === undefined || known?.person.id !== id) return this.#store.clients.add({ id, nickname, avatar })
    for (const connection of this.connections.ofMember(id))
      if (connection.state.client === before) this.close(connection, REFUSED.again)
    return before
  }

  protected override async onAuthenticated(connection: BoardConnection, { last }: Auth, isNew: boolean): Promise<void> {
    if (!isNew) return
    const { client } = connection.state
    const now = Date.now()
    this.#intake.enter(client)
    this.#sync.welcome(connection, this.#policy, now)
    const entered = frameOf({ type: 'artists', artists: [artistOf(connection)] })
    this.broadcast(entered, now, ({ state }) => state.client !== client)
    await this.#sync.send(connection, last)
  }

  protected override onMessage(
    connection: BoardConnection,
    message: RoomMessage<BoardClientMessage>,
    now: number,
  ): void | Promise<void> {
    if (message.type === 'draw') return this.#draw(connection, message, now)
    const { member } = connection.state
    if (!this.#requests.spend(member.id, REQUEST_COST[message.type], now)) return
    if (message.type === 'info') return this.#sync.send(connection, undefined)
    connection.send(frameOf({ type: 'hash', ...this.#raster.hash() }), now)
  }

  protected override async onCaughtUp(connection: BoardConnection): Promise<void> {
    await this.#sync.send(connection, undefined)
  }

  #draw(connection: BoardConnection, draw: Extract<BoardClientMessage, { type: 'draw' }>, now: number): void {
    const board = { shiftIndex: this.#store.head.shiftIndex, policy: this.#policy }
    const verdict = this.#intake.take(draw, connection.state, board, now)
    if (verdict.do === 'close') this.#closeDrawer(connection, verdict.refusal)
    if (verdict.do === 'refuse')
      connection.send(frameOf({ type: 'refused', sequence: draw.sequence, code: verdict.code }), now)
  }

  /** Closes a connection and drops its delayed batches, which the client may send again. */
  #closeDrawer(connection: BoardConnection, refusal: Refusal): void {
    this.#intake.drop(connection.state.client)
    this.close(connection, refusal)
  }

  protected override flush(): void {
    this.#batches.flush()
  }

  #flush(batches: readonly Batch[], now: number): number {
    for (const row of rowsOf(batches)) this.#append(row, now)
    this.#snapshots.takeIfDue()
    return batches.length
  }

  /** Appends a flush to the log, with the scroll if it is due: stores it, sends it, then draws it. */
  #append(batches: readonly Batch[], now: number): void {
    const { flush, drawn, scroll } = nextFlush(this.#store.head, batches, now)
    const slice = scroll.length > 0 ? this.#raster.sliceAfter(drawn) : null
    this.storeOrRestart(() => this.#store.save(flush, slice))
    const events: BoardServerEvent[] = [commandsEvent(flush)]
    if (slice || now - this.#shiftSentAt >= SHIFT_EVERY_MS) {
      this.#shiftSentAt = now
      events.push(nextShift(flush.clock, now))
    }
    this.broadcast(JSON.stringify(events), now, (connection) => !this.#sync.isWaiting(connection))
    this.#raster.draw(flush.number, [...drawn, ...scroll])
    if (slice) this.alarms.set('slices', now)
    const scrollAt = scrollsAt(flush.clock)
    if (scrollAt !== null || this.alarms.at('scroll') !== undefined) this.alarms.set('scroll', scrollAt ?? undefined)
  }

  #rewrite(log: RewrittenLog, restores: boolean): number {
    const revision = this.storeOrRestart(() => this.#store.rewrite(log, restores))
    this.#raster.reset()
    if (log.slices.length > 0) this.alarms.set('slices', Date.now())
    this.#snapshots.restartFrom(this.#store.lastSnapshot())
    this.#sync.sendAll()
    return revision
  }

  protected override async onAlarm(name: string, now: number): Promise<void> {
    // The scroll comes due in a pause.
    if (name === 'scroll' && drawnUntil(this.#store.head.clock, now).drawnMs >= SCROLL_MS) {
      this.#append([], now)
      this.#snapshots.takeIfDue()
    }
    if (name === 'slices' && !(await this.#store.slices.upload(this.env.FILES)))
      this.alarms.set('slices', now + UPLOAD_RETRY_MS)
  }

  protected override onRevoked(connection: BoardConnection, refusal: Refusal): void {
    this.#closeDrawer(connection, refusal)
  }

  override end(sessions: SessionRef, code: number): void {
    super.end(sessions, code)
    const here = this.#board.clientsHere()
    this.#intake.dropWhere(({ member, client }) => member.id === sessions.userId && !here.has(client))
  }

  /** Sets who may draw, for staff; answers the policy before. */
  setPolicy(policy: DrawPolicy): DrawPolicy {
    const before = this.#policy
    this.#store.values.set('policy', policy)
    this.#policy = policy
    const now = Date.now()
    this.broadcast(frameOf({ type: 'policy', ...policy }), now)
    // Clients whose delayed batches are dropped come back, send them again, and are refused.
    const dropped = this.#intake.dropWhere(({ member }) => refusalFor(policy, member, now) !== null)
    for (const connection of this.connections.all())
      if (dropped.has(connection.state.client)) this.close(connection, REFUSED.again)
    return before
  }

  /** Rolls back a member's marks, for staff; their delayed batches too, which would otherwise be drawn later. */
  rollback(body: RollbackBody): Promise<RollbackReply> {
    this.#intake.release(body.userId)
    return this.#corrections.rollback(body, Date.now())
  }

  /** Restores the last rollback; false where that was not at this revision of the log. */
  restore(revision: number): Promise<boolean> {
    return this.#corrections.restore(revision)
  }

  /** The board as a PNG, for visitors. */
  async picture(): Promise<Uint8Array<ArrayBuffer>> {
    this.flush()
    await this.#snapshots.upToDate()
    const snapshot = this.#store.snapshot()
    if (!snapshot) throw new Error('no picture of the board could be made')
    return snapshot.picture
  }

  /** The last slices that left the board, the latest first. */
  history(): Slice[] {
    return this.#store.slices.history()
  }

  /** The part of the log that the last day is drawn again from. */
  daySpan(): DayLogSpan {
    return this.#dayLog.span(Date.now())
  }

  /** A page of the log after a flush; null where the log has another revision. */
  logPage(revision: number, after: number): LogPage | null {
    return this.#dayLog.page(revision, after)
  }

  /** The picture of a snapshot; null where this revision of the log has none of that number. */
  snapshotPicture(revision: number, number: number): Uint8Array<ArrayBuffer> | null {
    return this.#dayLog.picture(revision, number)
  }
}

const frameOf = (event: BoardServerEvent) => JSON.stringify([event])
