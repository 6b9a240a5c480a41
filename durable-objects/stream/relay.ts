import { markOf } from '../../contract/socket/sockets.ts'
import { type StreamServerEvent, streamServerEvent } from '../../contract/socket/stream-messages.ts'
import { log } from '../realtime/log.ts'
import type { Broadcast } from './broadcast.ts'
import { passedFrame } from './frame.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import type { RelayMessage } from './relays.ts'
import type { Source } from './source.ts'
import type { Viewer } from './viewer.ts'

const REPORT_EVERY_MS = 1000
/** Counts are told anew after so long, for an origin that slept. */
const REPORT_AGAIN_MS = 10_000
const AGAIN_MS = 500
const TRIES_MAX = 8
const KEY_EVERY_MS = 1000

type Surroundings = {
  broadcast: Broadcast
  /** Opens a socket at the origin. */
  connect: () => Promise<WebSocket>
  closeAll: (why: Refusal) => void
}

/** A stream where it comes from another object of its kind: the origin sends it once, and hears who watches here. */
export class Relay implements Source {
  readonly #stream: Surroundings
  #socket: WebSocket | null = null
  #isConnecting = false
  #tries = 0
  #reported = { text: '', at: 0 }
  #timer: ReturnType<typeof setTimeout> | null = null
  #askedKeyAt = 0

  constructor(stream: Surroundings) {
    this.#stream = stream
  }

  begin(): void {
    // Its origin says how it stands.
  }

  wake(viewers: readonly Viewer[]): void {
    if (viewers.length > 0) this.#join()
  }

  enter(viewer: Viewer, now: number): Refusal | null {
    // A publisher is at the origin; their page asks where to go.
    if (viewer.state.as === 'publisher') return REFUSED.again
    this.#join()
    if (!this.#stream.broadcast.begin(viewer, now)) this.askKey(now)
    return null
  }

  #join(): void {
    void this.#connect()
    this.#reportSoon()
  }

  leave(): void {
    this.#reportSoon()
  }

  receive(): Refusal {
    return REFUSED.notThePublisher
  }

  hear(): Refusal {
    return REFUSED.notForThem
  }

  /** Someone waits for a key frame. */
  askKey(now: number, everyMs = KEY_EVERY_MS): void {
    if (now - this.#askedKeyAt < everyMs) return
    this.#askedKeyAt = now
    this.#send({ type: 'lost' })
  }

  async #connect(): Promise<void> {
    if (this.#socket || this.#isConnecting) return
    this.#isConnecting = true
    try {
      this.#listen(await this.#stream.connect())
      this.#tries = 0
    } catch (error) {
      log('error', 'stream relay', { reason: error instanceof Error ? error.name : 'unknown' })
      this.#tryAgain()
    } finally {
      this.#isConnecting = false
    }
  }

  #tryAgain(): void {
    this.#tries++
    // Their pages ask where to go, and come to another object.
    if (this.#tries > TRIES_MAX) {
      this.#tries = 0
      this.#stream.closeAll(REFUSED.again)
    } else setTimeout(() => this.#stream.broadcast.viewers.length > 0 && this.#connect(), AGAIN_MS * this.#tries)
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket
    this.#reported = { text: '', at: 0 }
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer, Date.now()))
    socket.addEventListener('close', ({ code }) => this.#lost(socket, code))
    socket.addEventListener('error', () => this.#lost(socket, 0))
    socket.accept()
    this.#report()
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    if (code === REFUSED.over[0]) this.#stream.closeAll(REFUSED.over)
    else if (this.#stream.broadcast.viewers.length > 0) this.#tryAgain()
  }

  #receive(data: string | ArrayBuffer, now: number): void {
    const mark = typeof data === 'string' ? markOf(data) : null
    if (typeof data !== 'string') this.#pass(data, now)
    else if (mark !== null) this.#send({ type: 'ack', mark })
    else for (const event of JSON.parse(data)) this.#hear(streamServerEvent.parse(event), now)
  }

  #pass(raw: ArrayBuffer, now: number): void {
    const frame = passedFrame(raw)
    if (frame) this.#stream.broadcast.pass(frame, now)
  }

  #hear(event: StreamServerEvent, now: number): void {
    const { broadcast, closeAll } = this.#stream
    if (event.type === 'stream') {
      broadcast.startedAt = now - event.clockMs
      broadcast.setState(event.state, now)
    }
    if (event.type === 'counts') broadcast.setCounts(event, now)
    if (event.type === 'coding') broadcast.setCoding(event.coding, now)
    if (event.type !== 'ended') return
    broadcast.tell(event, now)
    closeAll(REFUSED.bye)
  }

  /** How everyone keeps up was looked at: the origin is told, where it is not as it was. */
  judged(now: number): void {
    if (now - this.#reported.at >= REPORT_EVERY_MS) this.#report()
  }

  #reportSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#report()
    }, REPORT_EVERY_MS)
  }

  #report(): void {
    const { broadcast } = this.#stream
    if (broadcast.viewers.length === 0) this.#disconnect()
    const { members, sockets } = broadcast.present
    const report = { members: [...members], sockets, ...broadcast.health() }
    const text = JSON.stringify(report)
    const now = Date.now()
    if (text === this.#reported.text && now - this.#reported.at < REPORT_AGAIN_MS) return
    if (this.#send({ type: 'report', report })) this.#reported = { text, at: now }
  }

  /** Nobody watches here any more: the origin need not send it. */
  #disconnect(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close(1000)
  }

  #send(message: RelayMessage): boolean {
    this.#socket?.send(JSON.stringify(message))
    return this.#socket !== null
  }
}
