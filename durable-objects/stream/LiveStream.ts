import { DurableObject } from 'cloudflare:workers'
import { type StreamClientMessage, type StreamEnd, streamClientMessage } from '../../contract/socket/stream-messages.ts'
import { decode } from '../lib/decode.ts'
import { DueTimes } from '../lib/due.ts'
import { EndedSessions, type Whom } from '../lib/ended.ts'
import { readOpening, refusedSocket } from '../lib/opening.ts'
import { readTicket } from '../lib/ticket.ts'
import { Broadcast, UNCODED } from './broadcast.ts'
import { Errands } from './errands.ts'
import { Origin } from './origin.ts'
import { Previews } from './previews.ts'
import { Recording } from './recording.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import type { StreamCalls, StreamSite } from './site.ts'
import { StreamStore } from './store.ts'
import { originName, type StreamFacts, type StreamOpening } from './stream.ts'
import { type StreamStamp, Viewer } from './viewer.ts'

/** What a stream is given by its surroundings. */
export type LiveStreamEnv = {
  readonly TICKET_SECRET: string
  readonly FILES: R2Bucket
  /** So many viewers one object takes; the next ones are sent to relays. */
  readonly STREAM_VIEWERS_MAX: string
}

const SOCKETS_EACH_MAX = 10
/** A publisher sends so many times as much as others: 600 frames a second, 1200 at once when they come back. */
const FRAMES_TIMES = 20
/** Looks at how viewers keep up, so often at most. */
const JUDGE_EVERY_MS = 1000

/**
 * The object of a live stream: sockets, clock and storage. Frames are passed on as they come; what must survive is kept
 * before it is told.
 */
export class LiveStream extends DurableObject<LiveStreamEnv> implements StreamCalls {
  readonly #store: StreamStore
  readonly #due: DueTimes
  readonly #broadcast: Broadcast
  readonly #origin: Origin
  readonly #errands: Errands
  readonly #ended = new EndedSessions()
  #judgedAt = 0
  #isOver: boolean

  constructor(ctx: DurableObjectState, env: LiveStreamEnv) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    this.#store = new StreamStore(ctx.storage)
    this.#due = new DueTimes(
      ctx.storage,
      () => this.#store.read('due') ?? {},
      (due) => this.#store.keep('due', due),
    )
    this.#isOver = this.#store.read('ending') !== null
    this.#broadcast = this.#load()
    const kept = { files: env.FILES, store: this.#store, streamId: () => this.#streamId }
    const previews = new Previews({ ...kept, onNew: () => this.#errands.newsSoon(Date.now()) })
    const recording = new Recording({ ...kept, onKept: (next) => this.#origin.kept(next, Date.now()) })
    const shared = { ...kept, due: this.#due, broadcast: this.#broadcast, previews, recording }
    const { SiteForStreams: site } = ctx.exports as unknown as { SiteForStreams: StreamSite }
    this.#errands = new Errands({ ...shared, site })
    this.#origin = new Origin({
      ...shared,
      close: (viewer, why) => this.#close(viewer, why),
      pingedAt: ({ socket }) => ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0,
      end: (why) => this.#end(why),
    })
    for (const socket of ctx.getWebSockets()) this.#wake(socket)
    this.#broadcast.setCounts(this.#counts(), Date.now())
  }

  #load(): Broadcast {
    const hasPublisher = this.ctx
      .getWebSockets()
      .some((socket) => (socket.deserializeAttachment() as StreamStamp | null)?.as === 'publisher')
    const pausedOrLive = this.#store.read('offSince') === null ? 'live' : 'paused'
    return new Broadcast({
      startedAt: this.#store.read('facts')?.startedAt ?? Date.now(),
      state: hasPublisher ? pausedOrLive : 'waiting',
      coding: this.#store.read('coding') ?? UNCODED,
    })
  }

  #wake(socket: WebSocket): void {
    const stamp: StreamStamp | null = socket.deserializeAttachment()
    if (!stamp) return
    const viewer = new Viewer(socket, stamp, true)
    this.#broadcast.listeners.add(viewer)
    if (viewer.isIn && stamp.as === 'publisher') this.#origin.wake(viewer, Date.now())
  }

  /** Opens a socket for whom the worker says; nobody else can call this. */
  override fetch(request: Request): Response {
    const { session, member, ...facts } = readOpening<StreamOpening>(request)
    if (this.#ended.holds({ userId: member.id, session }, Date.now())) return refusedSocket(...REFUSED.notLoggedIn)
    const theirs = this.#broadcast.listeners.ofMember(member.id)
    if (theirs.length >= SOCKETS_EACH_MAX) return refusedSocket(...REFUSED.tooMany)
    this.begin(facts)
    if (this.#isOver) return refusedSocket(...REFUSED.over)
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    const mayPublish = member.id === facts.ownerId
    const stamp: StreamStamp = { member, session, until: 0, mayPublish, as: 'viewer', most: 'all' }
    const viewer = new Viewer(server, stamp, false)
    viewer.restamp(stamp)
    this.#broadcast.listeners.add(viewer)
    return new Response(null, { status: 101, webSocket: client })
  }

  async begin(facts: StreamFacts): Promise<void> {
    if (this.#store.read('facts')) return
    const now = Date.now()
    this.#store.keep('facts', facts)
    this.#broadcast.startedAt = facts.startedAt
    this.#origin.begin(facts.startedAt, now)
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const viewer = this.#broadcast.listeners.of(socket)
    const now = Date.now()
    if (!viewer) return socket.close(...REFUSED.again)
    if (this.#isOver) return
    const message = typeof raw === 'string' ? decode(streamClientMessage, raw) : null
    if (message?.type === 'auth' && viewer.mayCall(now, 1)) return await this.#auth(viewer, message)
    const refusal = typeof raw === 'string' ? this.#hear(viewer, message, now) : this.#receive(viewer, raw, now)
    if (refusal) return this.#close(viewer, refusal)
    this.#judge(now)
  }

  #receive(viewer: Viewer, raw: ArrayBuffer, now: number): Refusal | null {
    if (!this.#origin.isPublisher(viewer)) return REFUSED.notThePublisher
    if (!viewer.mayCall(now, FRAMES_TIMES)) return REFUSED.tooMany
    if (!viewer.askAnew(now)) return REFUSED.notLoggedIn
    return this.#origin.receive(raw, now)
  }

  #hear(viewer: Viewer, message: StreamClientMessage | null, now: number): Refusal | null {
    if (!viewer.mayCall(now, 1)) return REFUSED.tooMany
    if (!message) return REFUSED.badMessage
    if (!viewer.isIn || !viewer.askAnew(now)) return REFUSED.notLoggedIn
    if (message.type === 'ack' || message.type === 'shown') return this.#hearRead(viewer, message)
    if (this.#origin.isPublisher(viewer)) return this.#origin.hear(message, now)
    if (message.type !== 'lost') return REFUSED.notForThem
    viewer.flow.waitForKey()
    this.#origin.askKey(now)
    return null
  }

  #hearRead(viewer: Viewer, message: Extract<StreamClientMessage, { type: 'ack' | 'shown' }>): Refusal | null {
    if (message.type === 'shown') viewer.lateMs = message.lateMs
    return viewer.flow.read(message.received) ? null : REFUSED.readTooMuch
  }

  #judge(now: number): void {
    if (now - this.#judgedAt < JUDGE_EVERY_MS) return
    this.#judgedAt = now
    for (const [viewer, why] of this.#broadcast.judge(now)) this.#close(viewer, REFUSED[why])
    this.#origin.tellHealth(this.#broadcast.health(), now)
  }

  override webSocketClose(socket: WebSocket): void {
    const viewer = this.#broadcast.listeners.of(socket)
    // Without an answer the other side waits for one, and the socket stays until the object sleeps.
    if (viewer) this.#close(viewer, REFUSED.bye)
  }

  override webSocketError(socket: WebSocket): void {
    const viewer = this.#broadcast.listeners.of(socket)
    if (viewer) this.#close(viewer, REFUSED.again)
  }

  #close(viewer: Viewer, why: Refusal): void {
    viewer.close(...why)
    this.#broadcast.listeners.remove(viewer.socket)
    if (this.#isOver) return
    if (this.#origin.isPublisher(viewer)) this.#origin.leave(Date.now())
    else if (viewer.isIn) this.#count(Date.now())
  }

  /** A ticket of the very member and session that opened the socket lets in, or stay in. */
  async #auth(viewer: Viewer, auth: Extract<StreamClientMessage, { type: 'auth' }>): Promise<void> {
    const ticket = await readTicket(this.env.TICKET_SECRET, auth.chatId, Date.now())
    if (this.#broadcast.listeners.of(viewer.socket) !== viewer) return
    const { member, session, until, mayPublish } = viewer.stamp
    const isTheirs = ticket?.session === session && ticket.member.id === member.id && auth.userId === member.id
    if (!isTheirs || auth.streamId !== this.#streamId) return this.#close(viewer, REFUSED.notLoggedIn)
    if (auth.as === 'publisher' && !mayPublish) return this.#close(viewer, REFUSED.notThePublisher)
    const stamp = { ...viewer.stamp, member: ticket.member, until: Math.max(until, ticket.until) }
    if (until > 0) return viewer.restamp(stamp)
    viewer.begin({ ...stamp, as: auth.as, most: auth.level })
    this.#enter(viewer, Date.now())
  }

  #enter(viewer: Viewer, now: number): void {
    if (viewer.stamp.as === 'publisher') this.#origin.enter(viewer, now)
    else {
      this.#count(now)
      if (!this.#broadcast.begin(viewer, now)) this.#origin.askKey(now)
    }
  }

  #count(now: number): void {
    this.#broadcast.setCounts(this.#counts(), now)
    this.#errands.newsSoon(now)
  }

  #counts(): { watching: number; total: number } {
    const members = this.#broadcast.members
    return { watching: members.size, total: this.#store.addSeen(members) }
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    for (const due of this.#due.take(now)) {
      if (due === 'publisher') await this.#origin.look(now)
      if (due === 'news') await this.#errands.tellNews()
      if (due === 'ended') await this.#errands.finish()
    }
  }

  /** By its name, as it is known also where nobody has come yet. */
  get #streamId(): number {
    return Number.parseInt(this.ctx.id.name ?? '', 10)
  }

  async placeFor(_userId: number): Promise<string> {
    return originName(this.#streamId)
  }

  stop(why: Exclude<StreamEnd, 'lost'>): Promise<void> {
    return this.#end(why)
  }

  async #end(why: StreamEnd): Promise<void> {
    if (this.#isOver) return
    const now = Date.now()
    this.#isOver = true
    this.#store.keep('ending', { why, at: now, isTaken: false })
    this.#due.set('publisher', undefined)
    this.#due.set('news', undefined)
    this.#origin.finish()
    await this.#errands.finish()
    this.#broadcast.tell({ type: 'ended', why }, Date.now())
    for (const viewer of this.#broadcast.listeners.all()) this.#close(viewer, REFUSED.bye)
  }

  async end({ userId, session }: Whom, code: number): Promise<void> {
    this.#ended.add({ userId, session }, Date.now())
    for (const viewer of this.#broadcast.listeners.ofMember(userId))
      if (session === undefined || viewer.stamp.session === session) this.#close(viewer, [code, 'ended'])
  }
}
