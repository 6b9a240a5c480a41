import { DurableObject } from 'cloudflare:workers'
import { STREAM_KEY_MS } from '../../contract/limits.ts'
import { type StreamClientMessage, streamClientMessage } from '../../contract/socket/stream-messages.ts'
import { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { Doors } from '../realtime/Doors.ts'
import { decode } from '../realtime/decode.ts'
import { handshakeRequest, readHandshake, refusedSocket } from '../realtime/handshake.ts'
import type { SessionRef } from '../realtime/RevokedSessions.ts'
import { readTicket } from '../realtime/ticket.ts'
import { admit, openedStamp, relayStamp } from './admission.ts'
import { type Beginning, Broadcast, UNCODED } from './broadcast.ts'
import { Origin } from './origin.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import { Relay } from './relay.ts'
import { SOCKETS_FOR_EACH } from './relays.ts'
import type { StreamCalls, StreamSite, StreamStop } from './site.ts'
import type { Source } from './source.ts'
import { StreamStore } from './store.ts'
import { originName, type RelayOpening, relayOf, type StreamFacts, type StreamOpening } from './stream.ts'
import { type StreamStamp, Viewer } from './viewer.ts'

/** What an origin asks of its relays. */
type RelayCalls = Pick<StreamCalls, 'end' | 'readmit'>

/** What a stream is given by its surroundings. */
export type LiveStreamEnv = {
  readonly TICKET_SECRET: string
  readonly FILES: R2Bucket
  /** So many viewers one object takes; the next ones are sent to relays. */
  readonly STREAM_VIEWERS_MAX: string
  /** Objects of this class, by their names. */
  readonly STREAM: {
    getByName(name: string): RelayCalls & { fetch(request: Request): Promise<Response> }
  }
}

const SOCKETS_EACH_MAX = 5
/** Sockets that were closed may hold so much unread; else the object starts again, and all come back to it. */
const HELD_MAX_BYTES = 24 * 2 ** 20
/** How viewers keep up is looked at so often. */
const JUDGE_EVERY_MS = 1000

/**
 * The object of a live stream, or of a relay of it: sockets, clock and storage. Frames are passed on as they come; what must
 * survive is kept before it is told.
 */
export class LiveStream extends DurableObject<LiveStreamEnv> implements StreamCalls {
  readonly #doors: Doors<StreamStamp, Viewer>
  readonly #broadcast: Broadcast
  /** Null at a relay. */
  readonly #origin: Origin | null
  readonly #source: Source
  #judgedAt = 0

  constructor(ctx: DurableObjectState, env: LiveStreamEnv) {
    super(ctx, env)
    const listeners = new ConnectionRegistry<StreamStamp, Viewer>()
    this.#doors = new Doors({
      ...{ ctx, connections: listeners, socketsEachMax: SOCKETS_EACH_MAX },
      connectionOf: (socket, stamp) => new Viewer(socket, stamp),
      left: (viewer) => {
        if (viewer.isAuthenticated) this.#source.leave(viewer, Date.now())
      },
    })
    const woken = this.#doors.wake()
    const relay = relayOf(ctx.id.name ?? '')
    const store = new StreamStore(ctx.storage)
    this.#broadcast = new Broadcast(listeners, relay > 0 ? relayBeginning() : originBeginning(store, woken))
    this.#origin = relay > 0 ? null : this.#makeOrigin(store)
    this.#source = this.#origin ?? this.#makeRelay(relay)
    this.#source.wake(
      woken.filter(({ isAuthenticated }) => isAuthenticated),
      Date.now(),
    )
  }

  #makeOrigin(store: StreamStore): Origin {
    const { SiteForStreams: site } = this.ctx.exports as unknown as { SiteForStreams: StreamSite }
    const due = new AlarmScheduler(this.ctx.storage, {
      get: () => store.read('due'),
      set: (_name, times) => store.keep('due', times),
    })
    return new Origin({
      ...{ store, due, site, broadcast: this.#broadcast, files: this.env.FILES, streamId: () => this.#streamId },
      viewersMax: Number(this.env.STREAM_VIEWERS_MAX),
      close: (viewer, why) => this.#close(viewer, why),
      pingedAt: ({ socket }) => this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0,
    })
  }

  #makeRelay(relay: number): Relay {
    return new Relay({
      broadcast: this.#broadcast,
      connect: async () => {
        const origin = this.env.STREAM.getByName(originName(this.#streamId))
        const { webSocket } = await origin.fetch(handshakeRequest<RelayOpening>({ relay, session: '' }))
        if (!webSocket) throw new Error('the origin opened no socket')
        return webSocket
      },
      closeAll: (why) => {
        for (const viewer of this.#broadcast.listeners.all()) this.#close(viewer, why)
      },
    })
  }

  /** By its name, as it is known also where nobody has come yet. */
  get #streamId(): number {
    return Number.parseInt(this.ctx.id.name ?? '', 10)
  }

  /** Opens a socket for whom the worker says, or for a relay; nobody else can call this. */
  override fetch(request: Request): Response {
    const opening = readHandshake<StreamOpening | RelayOpening>(request)
    if (this.#origin?.isOver) return refusedSocket(...REFUSED.over)
    if ('relay' in opening) return this.#open(relayStamp(opening.relay))
    const { session, member, ...facts } = opening
    this.#judge(Date.now())
    const refusal = this.#doors.refusal({ member, session }, Date.now())
    if (refusal) return refusal
    if (this.#isFull && member.id !== facts.ownerId) return refusedSocket(...REFUSED.again)
    this.#source.begin(facts, Date.now())
    return this.#open(openedStamp({ session, member, ownerId: facts.ownerId }))
  }

  get #isFull(): boolean {
    return this.#broadcast.listeners.sockets() >= SOCKETS_FOR_EACH * Number(this.env.STREAM_VIEWERS_MAX)
  }

  #open(stamp: StreamStamp): Response {
    const { connection: listener, response } = this.#doors.open(stamp)
    if (listener.isAuthenticated) this.#source.enter(listener, Date.now())
    return response
  }

  override async webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): Promise<void> {
    const viewer = this.#broadcast.listeners.of(socket)
    const now = Date.now()
    if (!viewer) return socket.close(...REFUSED.again)
    if (this.#origin?.isOver) return
    const message = typeof raw === 'string' ? decode(streamClientMessage, raw) : null
    if (message?.type === 'auth' && viewer.takeFrame(now)) return await this.#auth(viewer, message)
    const refusal = this.#take(viewer, raw, message, now)
    if (refusal) this.#close(viewer, refusal)
    else this.#judge(now)
  }

  #take(viewer: Viewer, raw: string | ArrayBuffer, message: StreamClientMessage | null, now: number): Refusal | null {
    if (viewer.isRelay) return this.#origin?.hearRelay(viewer, raw, now) ?? null
    if (typeof raw === 'string' && !viewer.takeFrame(now)) return REFUSED.tooMany
    if (typeof raw === 'string' && !message) return REFUSED.badMessage
    if (!viewer.isAuthenticated || !viewer.requireReauth(now)) return REFUSED.notLoggedIn
    if (typeof raw !== 'string') return this.#source.receive(viewer, raw, now)
    return message && this.#hear(viewer, message, now)
  }

  #hear(viewer: Viewer, message: StreamClientMessage, now: number): Refusal | null {
    switch (message.type) {
      case 'shown':
        viewer.lateMs = message.lateMs
        return null
      case 'ack':
        viewer.acks.acknowledge(message.mark)
        return null
      case 'lost':
        viewer.flow.waitForKey()
        // One comes by then in any case.
        this.#source.askKey(now, STREAM_KEY_MS)
        return null
      case 'auth':
        return REFUSED.tooMany
      default:
        return this.#source.hear(viewer, message, now)
    }
  }

  #judge(now: number): void {
    if (now - this.#judgedAt < JUDGE_EVERY_MS) return
    this.#judgedAt = now
    const { listeners } = this.#broadcast
    listeners.pruneClosing(this.ctx.getWebSockets())
    // Nothing else frees what a socket holds whose other side neither reads nor goes.
    const held = listeners.closing().reduce((sum, { acks }) => sum + acks.unread, 0)
    if (held > HELD_MAX_BYTES) this.ctx.abort('closed sockets hold too much')
    for (const [viewer, why] of this.#broadcast.judge(now)) this.#close(viewer, REFUSED[why])
    this.#source.judged(now)
  }

  override webSocketClose(socket: WebSocket): void {
    this.#doors.closed(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#doors.broke(socket)
  }

  #close(viewer: Viewer, why: Refusal): void {
    this.#doors.close(viewer, ...why)
  }

  async #auth(viewer: Viewer, auth: Extract<StreamClientMessage, { type: 'auth' }>): Promise<void> {
    const ticket = await readTicket(this.env.TICKET_SECRET, auth.chatId, Date.now())
    if (this.#broadcast.listeners.of(viewer.socket) !== viewer) return
    const admitted = admit(viewer.state, auth, ticket, this.#streamId)
    if (!('expiresAt' in admitted)) return this.#close(viewer, admitted)
    if (viewer.isAuthenticated) return viewer.setState(admitted)
    viewer.begin(admitted)
    const refusal = this.#source.enter(viewer, Date.now())
    if (refusal) this.#close(viewer, refusal)
  }

  override async alarm(): Promise<void> {
    await this.#origin?.alarm(Date.now())
  }

  async begin(facts: StreamFacts): Promise<void> {
    this.#source.begin(facts, Date.now())
  }

  async placeFor(userId: number): Promise<string> {
    return this.#origin?.placeFor(userId, Date.now()) ?? originName(this.#streamId)
  }

  async stop(why: StreamStop): Promise<void> {
    await this.#origin?.stop(why)
  }

  async end(whom: SessionRef, code: number): Promise<void> {
    for (const viewer of this.#doors.ending(whom, code)) this.#close(viewer, [code, 'ended'])
    await this.#atRelays((relay) => relay.end(whom, code))
  }

  async readmit(): Promise<void> {
    for (const viewer of this.#broadcast.viewers) if (!viewer.isRelay) this.#close(viewer, REFUSED.again)
    await this.#atRelays((relay) => relay.readmit())
  }

  async #atRelays(call: (relay: RelayCalls) => Promise<void>): Promise<void> {
    const relays = this.#origin?.relays ?? []
    await Promise.all(relays.map((relay) => call(this.env.STREAM.getByName(relay))))
  }
}

/** The stream as an origin goes on with it. */
function originBeginning(store: StreamStore, woken: readonly Viewer[]): Beginning {
  const pausedOrLive = store.read('offSince') === null ? 'live' : 'paused'
  return {
    startedAt: store.read('facts')?.startedAt ?? Date.now(),
    state: woken.some(({ state }) => state.as === 'publisher') ? pausedOrLive : 'waiting',
    coding: store.read('coding') ?? UNCODED,
  }
}

/** The stream as a relay knows it before its origin has said how it stands. */
const relayBeginning = (): Beginning => ({ startedAt: Date.now(), state: 'waiting', coding: UNCODED })
