import { parseMark } from '../../contract/socket/sockets.ts'
import { type StreamServerEvent, streamServerEvent } from '../../contract/socket/stream-messages.ts'
import { handshakeRequest, readRefusal } from '../realtime/handshake.ts'
import { log } from '../realtime/log.ts'
import type { Refusal } from '../realtime/refusals.ts'
import type { Broadcast } from './Broadcast.ts'
import { parseFrame } from './frames.ts'
import type { RelayMessage } from './RelayDirectory.ts'
import { STREAM_REFUSED } from './StreamConnection.ts'
import { originName, type RelayHandshake } from './stream.ts'

const REPORT_EVERY_MS = 1000
/** An unchanged report is repeated after this time, because the origin may have been evicted from memory. */
const REPORT_AGAIN_MS = 10_000
const RETRY_MS = 500
const ATTEMPTS_MAX = 8
const KEY_FRAME_REQUEST_EVERY_MS = 1000

export type Origins = { getByName(name: string): { fetch(request: Request): Promise<Response> } }

type Deps = {
  origins: Origins
  streamId: number
  relay: number
  broadcast: Broadcast
  closeAll(refusal: Refusal): void
}

/** A relay's socket to the origin. Forwards everything to the relay's broadcast, and reports the relay's viewers. */
export class Upstream {
  readonly #deps: Deps
  #socket: WebSocket | null = null
  #isConnecting = false
  #attempts = 0
  #reported = { text: '', at: 0 }
  #reportTimer: ReturnType<typeof setTimeout> | null = null
  #keyFrameRequestedAt = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Connects to the origin, unless it is connected, and reports the viewers. */
  connect(): void {
    void this.#open()
    this.reportSoon()
  }

  async #open(): Promise<void> {
    if (this.#socket || this.#isConnecting) return
    this.#isConnecting = true
    const { origins, streamId, relay, closeAll } = this.#deps
    try {
      const origin = origins.getByName(originName(streamId))
      const reply = await origin.fetch(handshakeRequest<RelayHandshake>({ relay, session: '' }))
      const refusal = readRefusal(reply)
      if (refusal) return closeAll(refusal)
      if (!reply.webSocket) throw new Error('the origin opened no socket')
      this.#attach(reply.webSocket)
      this.#attempts = 0
    } catch (error) {
      log('error', 'stream relay', { reason: error instanceof Error ? error.name : 'unknown' })
      this.#retry()
    } finally {
      this.#isConnecting = false
    }
  }

  #retry(): void {
    const { broadcast, closeAll } = this.#deps
    this.#attempts++
    if (this.#attempts <= ATTEMPTS_MAX) {
      setTimeout(() => broadcast.receivers.length > 0 && this.#open(), RETRY_MS * this.#attempts)
      return
    }
    // Clients reconnect, and the worker sends them to another object.
    this.#attempts = 0
    closeAll(STREAM_REFUSED.reconnect)
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket
    this.#reported = { text: '', at: 0 }
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer, Date.now()))
    socket.addEventListener('close', ({ code }) => this.#onLost(socket, code))
    socket.addEventListener('error', () => this.#onLost(socket, 0))
    socket.accept()
    this.#report()
  }

  #onLost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    if (code === STREAM_REFUSED.ended[0]) this.#deps.closeAll(STREAM_REFUSED.ended)
    else if (this.#deps.broadcast.receivers.length > 0) this.#retry()
  }

  #receive(data: string | ArrayBuffer, now: number): void {
    if (typeof data !== 'string') {
      const frame = parseFrame(data)
      if (frame) this.#deps.broadcast.forward(frame, now)
      return
    }
    const mark = parseMark(data)
    if (mark !== null) this.#send({ type: 'ack', mark })
    else for (const event of JSON.parse(data)) this.#onEvent(streamServerEvent.parse(event), now)
  }

  #onEvent(event: StreamServerEvent, now: number): void {
    const { broadcast, closeAll } = this.#deps
    if (event.type === 'stream') {
      broadcast.startedAt = now - event.clockMs
      broadcast.setState(event.state, now)
    }
    if (event.type === 'counts') broadcast.setCounts(event, now)
    if (event.type === 'coding') broadcast.setCoding(event.coding, now)
    if (event.type !== 'ended') return
    broadcast.send(event, now)
    closeAll(STREAM_REFUSED.closed)
  }

  requestKeyFrame(now: number, everyMs = KEY_FRAME_REQUEST_EVERY_MS): void {
    if (now - this.#keyFrameRequestedAt < everyMs) return
    this.#keyFrameRequestedAt = now
    this.#send({ type: 'lost' })
  }

  reportSoon(): void {
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = null
      this.#report()
    }, REPORT_EVERY_MS)
  }

  reportIfDue(now: number): void {
    if (now - this.#reported.at >= REPORT_EVERY_MS) this.#report()
  }

  /** Sends a report of the viewers, if it has changed. Disconnects if there are none. */
  #report(): void {
    const { broadcast } = this.#deps
    if (broadcast.receivers.length === 0) this.#disconnect()
    const { members, sockets } = broadcast.audience
    const report = { members: [...members], sockets, ...broadcast.health() }
    const text = JSON.stringify(report)
    const now = Date.now()
    if (text === this.#reported.text && now - this.#reported.at < REPORT_AGAIN_MS) return
    if (this.#send({ type: 'report', report })) this.#reported = { text, at: now }
  }

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
