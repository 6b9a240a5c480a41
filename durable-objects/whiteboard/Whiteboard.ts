import { DurableObject } from 'cloudflare:workers'
import type { BoardOrder, TakeBackBody, TakeBackReply } from '../../contract/http/whiteboard.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { type BoardClientMessage, boardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { Batcher } from '../realtime/Batcher.ts'
import { Connection, DEFAULT_LIMITS } from '../realtime/Connection.ts'
import { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { Doors } from '../realtime/Doors.ts'
import { decode } from '../realtime/decode.ts'
import { readHandshake } from '../realtime/handshake.ts'
import type { SessionRef } from '../realtime/RevokedSessions.ts'
import { TokenBuckets } from '../realtime/TokenBucket.ts'
import { readTicket, type TicketClaims } from '../realtime/ticket.ts'
import { type Batch, refusalFor, rowsOf } from './batch.ts'
import type { BoardOpening } from './board.ts'
import { drawnUntil, SCROLL_MS } from './clock.ts'
import { Corrections } from './corrections.ts'
import { DayLog, type DayLogSpan, type LogPage } from './day-log.ts'
import { type BoardStamp, Entry, frameOf } from './entry.ts'
import { Incoming } from './incoming.ts'
import { BoardLog } from './log.ts'
import { REQUEST_COST, REQUESTS } from './pace.ts'
import { Paper, PNG } from './paper.ts'
import type { Redrawn } from './redrawing.ts'
import { bringSlices } from './slices.ts'
import { Snapshots } from './snapshots.ts'
import { BoardStore, type Slice, type Snapshot } from './store.ts'

/** What the board is given by its surroundings. */
export type WhiteboardEnv = { readonly TICKET_SECRET: string; readonly FILES: R2Bucket }

const SOCKETS_EACH_MAX = 10
/** A picture of the board and what follows it are told before anything of them was read. */
const WINDOW_UNITS = 2 ** 21

const SLICES_AGAIN_MS = 30_000

/**
 * The object of the whiteboard: sockets, clock and storage around what was drawn. The order in which batches arrive is the
 * order for everyone. What was gathered is kept, a row each time, before anyone is told of it.
 */
export class Whiteboard extends DurableObject<WhiteboardEnv> {
  readonly #store: BoardStore
  readonly #log: BoardLog
  readonly #dayLog: DayLog
  readonly #paper: Paper
  readonly #due: AlarmScheduler
  readonly #drawn: Batcher<Batch>
  readonly #incoming: Incoming
  readonly #requests = new TokenBuckets(REQUESTS)
  readonly #corrections: Corrections
  readonly #snapshots: Snapshots
  readonly #entry: Entry
  readonly #listeners = new ConnectionRegistry<BoardStamp>()
  readonly #doors: Doors<BoardStamp>
  #order: BoardOrder

  constructor(ctx: DurableObjectState, env: WhiteboardEnv) {
    super(ctx, env)
    this.#doors = new Doors({
      ...{ ctx, connections: this.#listeners, socketsEachMax: SOCKETS_EACH_MAX },
      connectionOf: (socket, stamp) => new Connection(socket, stamp, { ...DEFAULT_LIMITS, windowUnits: WINDOW_UNITS }),
    })
    this.#store = new BoardStore(ctx.storage)
    this.#paper = new Paper(this.#store)
    this.#dayLog = new DayLog(ctx.storage.sql, () => this.#store.revision())
    this.#due = new AlarmScheduler(ctx.storage, {
      get: () => this.#store.read('due'),
      set: (_name, due) => this.#store.keep('due', due),
    })
    this.#log = new BoardLog({
      ...{ store: this.#store, paper: this.#paper, due: this.#due },
      tell: (frame, now) => this.#entry.tellFlush(frame, now),
      fail: (why) => ctx.abort(why),
    })
    this.#drawn = new Batcher((batches, now) => this.#handOver(batches, now), this.#listeners)
    this.#incoming = new Incoming({
      sequenceOf: (client) => this.#store.clients.of(client)?.sequence ?? 0,
      hasPen: (client) => this.#paper.hasPen(client),
      goOn: (batch) => this.#drawn.add([batch], Date.now()),
      settle: () => this.#drawn.flush(),
    })
    this.#corrections = new Corrections(this.#store, PNG, {
      settle: () => this.#drawn.flush(),
      rewrite: (redrawn, forgets) => this.#rewrite(redrawn, forgets),
    })
    this.#order = this.#store.order()
    this.#snapshots = new Snapshots(
      {
        last: () => this.#log.last,
        take: () => this.#takeSnapshot(),
        keep: (snapshot) => this.#store.addSnapshot(snapshot, this.#mayDraw(), Date.now()),
      },
      this.#store.lastSnapshot(),
    )
    this.#entry = new Entry({
      store: this.#store,
      snapshots: this.#snapshots,
      listeners: this.#listeners,
      flushed: () => {
        this.#drawn.flush()
        return this.#log.last
      },
      order: () => this.#order,
      drop: (drops) => this.#doors.drop(drops),
    })
    this.#doors.wake()
  }

  /** Opens a socket for whom the worker says; nobody else can call this. */
  override fetch(request: Request): Response {
    const { session, member } = readHandshake<BoardOpening>(request)
    const refusal = this.#doors.refusal({ member, session }, Date.now())
    return refusal ?? this.#doors.open({ member, session, expiresAt: 0, client: 0 }).response
  }

  override webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): void | Promise<void> {
    const listener = this.#listeners.of(socket)
    const now = Date.now()
    if (!listener) return socket.close(SOCKET_CLOSE.again, 'again')
    if (!listener.takeFrame(now)) return this.#close(listener, SOCKET_CLOSE.flood, 'too many')
    const message = decode(boardClientMessage, raw)
    if (!message) return this.#close(listener, SOCKET_CLOSE.badMessage, 'bad message')
    if (message.type === 'auth') return this.#auth(listener, message)
    if (!listener.isAuthenticated) return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (message.type === 'ack') return this.#caughtUp(listener, message.mark)
    listener.requireReauth(now)
    // A batch that is passed over would be lost: who comes back sends it again.
    if (listener.state.expiresAt < now) return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (message.type === 'draw') return this.#draw(listener, message, now)
    if (!this.#requests.spend(listener.state.member.id, REQUEST_COST[message.type], now)) return
    if (message.type === 'info') return this.#entry.tell(listener, undefined)
    listener.send(frameOf({ type: 'hash', ...this.#paper.hash() }), now)
  }

  override webSocketClose(socket: WebSocket): void {
    this.#doors.closed(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#doors.broke(socket)
  }

  #close(listener: Connection<BoardStamp>, code: number, reason: string): void {
    this.#doors.close(listener, code, reason)
  }

  /** A ticket of the very member and session that opened the socket lets in, or stay in. */
  async #auth(listener: Connection<BoardStamp>, auth: Extract<BoardClientMessage, { type: 'auth' }>): Promise<void> {
    const ticket = await readTicket(this.env.TICKET_SECRET, auth.chatId, Date.now())
    if (this.#listeners.of(listener.socket) !== listener) return
    const { member, session, expiresAt } = listener.state
    const isTheirs = ticket?.session === session && ticket.member.id === member.id && auth.userId === member.id
    if (!ticket || !isTheirs) return this.#close(listener, SOCKET_CLOSE.notLoggedIn, 'not logged in')
    // Before they are in: what was gathered is in the board that they are told. Telling it may let them go.
    this.#drawn.flush()
    if (this.#listeners.of(listener.socket) !== listener) return
    const isNew = expiresAt === 0
    const client = isNew ? this.#clientOf(member, auth.client) : listener.state.client
    listener.setState({ member: ticket.member, session, expiresAt: Math.max(expiresAt, ticket.expiresAt), client })
    if (!isNew) return
    this.#incoming.comesIn(client)
    await this.#entry.welcome(listener, auth.last)
  }

  /** The client that someone was, or a new one; a socket that it left behind is closed. */
  #clientOf({ id, nickname, avatar }: TicketClaims['member'], before: number | undefined): number {
    const known = before === undefined ? null : this.#store.clients.of(before)
    if (before === undefined || known?.person.id !== id) return this.#store.clients.add({ id, nickname, avatar })
    for (const listener of this.#listeners.ofMember(id))
      if (listener.state.client === before) this.#close(listener, SOCKET_CLOSE.again, 'again')
    return before
  }

  /** Who lagged and has read on is told the board as if they came in. */
  async #caughtUp(listener: Connection<BoardStamp>, mark: number): Promise<void> {
    if (listener.acknowledge(mark)) await this.#entry.tell(listener, undefined)
  }

  #draw(listener: Connection<BoardStamp>, draw: Extract<BoardClientMessage, { type: 'draw' }>, now: number): void {
    const board = { shiftIndex: this.#log.last.shiftIndex, order: this.#order }
    const verdict = this.#incoming.take(draw, listener.state, board, now)
    if (verdict.do === 'close') this.#cut(listener, verdict.code, verdict.why)
    if (verdict.do === 'refuse')
      listener.send(frameOf({ type: 'refused', sequence: draw.sequence, code: verdict.code }), now)
  }

  /** Who is cut has nothing of what waits drawn, and may send it again. */
  #cut(listener: Connection<BoardStamp>, code: number, why: string): void {
    this.#incoming.drop(listener.state.client)
    this.#close(listener, code, why)
  }

  /** Keeps what was gathered, then tells it; answers how many batches that were. */
  #handOver(batches: readonly Batch[], now: number): number {
    for (const some of rowsOf(batches)) this.#log.flush(some, now)
    this.#snapshots.takeIfDue()
    return batches.length
  }

  /** The time of the scroll has come in a pause. */
  #scroll(now: number): void {
    this.#log.flush([], now)
    this.#snapshots.takeIfDue()
  }

  /** Keeps what the log has come to, and tells everyone the board as it is now. */
  #rewrite(redrawn: Redrawn, forgets: boolean): number {
    const revision = this.#log.rewrite(redrawn, forgets)
    this.#snapshots.goOnFrom(this.#store.lastSnapshot())
    this.#entry.tellAll()
    return revision
  }

  #takeSnapshot(): Promise<Snapshot> {
    const mayDraw = new Set(this.#mayDraw())
    const snapshot = this.#paper.snapshot(this.#log.last.shiftIndex, (client) => mayDraw.has(client))
    this.#incoming.forgetGone(this.#here())
    return snapshot
  }

  #here(): Set<number> {
    return new Set(this.#listeners.all().map(({ state }) => state.client))
  }

  /** Clients who are here, and those who have just gone, of whom something may still be on its way to the board. */
  #mayDraw(): number[] {
    return [...this.#here(), ...this.#incoming.known()]
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    await this.#due.runDue(now, async (due) => {
      if (due === 'scroll' && drawnUntil(this.#log.last.clock, now).drawnMs >= SCROLL_MS) this.#scroll(now)
      if (due === 'slices' && !(await bringSlices(this.#store, this.env.FILES)))
        this.#due.set('slices', now + SLICES_AGAIN_MS)
    })
  }

  /** Closes the sockets of a member, or of one of their sessions, and lets none in that is on its way. */
  end(whom: SessionRef, code: number): void {
    for (const listener of this.#doors.ending(whom, code)) this.#cut(listener, code, 'ended')
    const here = this.#here()
    this.#incoming.dropWhere(({ member, client }) => member.id === whom.userId && !here.has(client))
  }

  /** Says who may draw, for staff; answers how it was before. */
  setOrder(order: BoardOrder): BoardOrder {
    const before = this.#order
    this.#store.keep('order', order)
    this.#order = order
    const now = Date.now()
    this.#doors.drop(this.#listeners.broadcast(frameOf({ type: 'order', ...order }), now))
    this.#stop(order, now)
    return before
  }

  /** What waits of members who may not draw is not drawn any more; they come back, send it again and are told why. */
  #stop(order: BoardOrder, now: number): void {
    const stopped = this.#incoming.dropWhere(({ member }) => refusalFor(order, member, now) !== null)
    for (const listener of this.#listeners.all())
      if (stopped.has(listener.state.client)) this.#close(listener, SOCKET_CLOSE.again, 'may not draw')
  }

  /** Takes marks back, for staff; what waits of that member too, which would come to stand after them. */
  takeBack(body: TakeBackBody): Promise<TakeBackReply> {
    this.#incoming.release(body.userId)
    return this.#corrections.takeBack(body, Date.now())
  }

  /** Gives back what was taken back last; false where that was not at this revision of the log. */
  giveBack(revision: number): Promise<boolean> {
    return this.#corrections.giveBack(revision)
  }

  /** The board as a PNG, for those who only look. */
  async picture(): Promise<Uint8Array<ArrayBuffer>> {
    this.#drawn.flush()
    await this.#snapshots.upToNow()
    const snapshot = this.#store.snapshot()
    if (!snapshot) throw new Error('no picture of the board could be made')
    return snapshot.picture
  }

  /** The last slices that left the board, the latest first. */
  history(): Slice[] {
    return this.#store.history()
  }

  /** What there is to draw the last day again with. */
  daySpan(): DayLogSpan {
    return this.#dayLog.span(Date.now())
  }

  /** A page of the log, after the flush of a number; null where the log is of another revision. */
  logPage(revision: number, after: number): LogPage | null {
    return this.#dayLog.page(revision, after)
  }

  /** The picture of a snapshot; null where there is none of that number in this revision of the log. */
  snapshotPicture(revision: number, number: number): Uint8Array<ArrayBuffer> | null {
    return this.#dayLog.picture(revision, number)
  }
}
