import { parseMark } from '../../contract/socket/sockets.ts'
import { type StreamServerEvent, streamServerEvent } from '../../contract/socket/stream-messages.ts'
import { handshakeRequest } from '../realtime/handshake.ts'
import { log } from '../realtime/log.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast, UNCODED } from './Broadcast.ts'
import { passedFrame } from './frames.ts'
import type { RelayMessage } from './RelayDirectory.ts'
import { REFUSED, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { originName, type RelayHandshake, relayOf } from './stream.ts'

export type StreamRelayEnv = StreamEnv & {
  readonly STREAM: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

const REPORT_EVERY_MS = 1000
/** An unchanged report is repeated after so long, for an origin that was put out of memory. */
const REPORT_AGAIN_MS = 10_000
const RETRY_MS = 500
const TRIES_MAX = 8
const KEY_EVERY_MS = 1000

/**
 * A relay of a stream, for viewers beyond those that the origin takes. The origin sends it everything once, over one socket,
 * and gets reports of who watches here. The relay stays in memory while it has viewers.
 */
export class StreamRelay extends StreamObject<StreamRelayEnv> {
  /** The state is unknown until the origin sends it. */
  protected readonly stream = new Broadcast(this.connections, {
    startedAt: Date.now(),
    state: 'waiting',
    coding: UNCODED,
  })
  #upstream: WebSocket | null = null
  #isConnecting = false
  #tries = 0
  #reported = { text: '', at: 0 }
  #reportTimer: ReturnType<typeof setTimeout> | null = null
  #requestedKeyAt = 0

  constructor(ctx: DurableObjectState, env: StreamRelayEnv) {
    super(ctx, env)
    if (this.connections.authenticated().length > 0) this.#join()
  }

  protected override onFacts(): void {
    // The origin has the facts.
  }

  protected override onAlarm(): void {
    // A relay sets no alarms.
  }

  protected override onEntered(connection: StreamConnection, now: number): Refusal | null {
    // The publisher belongs to the origin; their page asks again where to connect.
    if (connection.state.as === 'publisher') return REFUSED.again
    this.#join()
    if (!this.stream.begin(connection, now)) this.requestKey(now)
    return null
  }

  protected override onLeft({ isAuthenticated }: StreamConnection): void {
    if (isAuthenticated) this.#reportSoon()
  }

  protected override onFrame(): Refusal {
    return REFUSED.notThePublisher
  }

  protected override onPublisherMessage(): Refusal {
    return REFUSED.notForThem
  }

  protected override requestKey(now: number, everyMs = KEY_EVERY_MS): void {
    if (now - this.#requestedKeyAt < everyMs) return
    this.#requestedKeyAt = now
    this.#send({ type: 'lost' })
  }

  #join(): void {
    void this.#connect()
    this.#reportSoon()
  }

  async #connect(): Promise<void> {
    if (this.#upstream || this.#isConnecting) return
    this.#isConnecting = true
    try {
      const origin = this.env.STREAM.getByName(originName(this.streamId))
      const relay = relayOf(this.ctx.id.name ?? '')
      const { webSocket } = await origin.fetch(handshakeRequest<RelayHandshake>({ relay, session: '' }))
      if (!webSocket) throw new Error('the origin opened no socket')
      this.#listen(webSocket)
      this.#tries = 0
    } catch (error) {
      log('error', 'stream relay', { reason: error instanceof Error ? error.name : 'unknown' })
      this.#retry()
    } finally {
      this.#isConnecting = false
    }
  }

  #retry(): void {
    this.#tries++
    if (this.#tries <= TRIES_MAX) {
      setTimeout(() => this.stream.viewers.length > 0 && this.#connect(), RETRY_MS * this.#tries)
      return
    }
    // Clients ask again where to connect, and are sent to another object.
    this.#tries = 0
    this.closeAll(REFUSED.again)
  }

  #listen(socket: WebSocket): void {
    this.#upstream = socket
    this.#reported = { text: '', at: 0 }
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => this.#onUpstream(data as string | ArrayBuffer, Date.now()))
    socket.addEventListener('close', ({ code }) => this.#onUpstreamLost(socket, code))
    socket.addEventListener('error', () => this.#onUpstreamLost(socket, 0))
    socket.accept()
    this.#report()
  }

  #onUpstreamLost(socket: WebSocket, code: number): void {
    if (socket !== this.#upstream) return
    this.#upstream = null
    if (code === REFUSED.over[0]) this.closeAll(REFUSED.over)
    else if (this.stream.viewers.length > 0) this.#retry()
  }

  #onUpstream(data: string | ArrayBuffer, now: number): void {
    if (typeof data !== 'string') {
      const frame = passedFrame(data)
      if (frame) this.stream.pass(frame, now)
      return
    }
    const mark = parseMark(data)
    if (mark !== null) this.#send({ type: 'ack', mark })
    else for (const event of JSON.parse(data)) this.#onEvent(streamServerEvent.parse(event), now)
  }

  #onEvent(event: StreamServerEvent, now: number): void {
    if (event.type === 'stream') {
      this.stream.startedAt = now - event.clockMs
      this.stream.setState(event.state, now)
    }
    if (event.type === 'counts') this.stream.setCounts(event, now)
    if (event.type === 'coding') this.stream.setCoding(event.coding, now)
    if (event.type !== 'ended') return
    this.stream.send(event, now)
    this.closeAll(REFUSED.bye)
  }

  protected override onJudged(now: number): void {
    if (now - this.#reported.at >= REPORT_EVERY_MS) this.#report()
  }

  #reportSoon(): void {
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = null
      this.#report()
    }, REPORT_EVERY_MS)
  }

  /** Reports to the origin who watches here, where that changed; without viewers it disconnects. */
  #report(): void {
    if (this.stream.viewers.length === 0) this.#disconnect()
    const { members, sockets } = this.stream.present
    const report = { members: [...members], sockets, ...this.stream.health() }
    const text = JSON.stringify(report)
    const now = Date.now()
    if (text === this.#reported.text && now - this.#reported.at < REPORT_AGAIN_MS) return
    if (this.#send({ type: 'report', report })) this.#reported = { text, at: now }
  }

  #disconnect(): void {
    const socket = this.#upstream
    this.#upstream = null
    socket?.close(1000)
  }

  #send(message: RelayMessage): boolean {
    this.#upstream?.send(JSON.stringify(message))
    return this.#upstream !== null
  }

  /** Closes all viewers' connections; clients come back by the current rules of access. */
  readmit(): void {
    for (const viewer of this.stream.viewers) this.close(viewer, REFUSED.again)
  }
}
