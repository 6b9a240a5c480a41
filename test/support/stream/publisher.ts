import { setTimeout } from 'node:timers/promises'
import type WebSocket from 'ws'
import { encodeFrame, type FrameKind, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { type StreamServerEvent, streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { type ChatMember, ticketOf } from '../chat/members.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'
import { vp8Picture } from './pictures.ts'

export type StreamAddress = { origin: string; streamId: number }

/** Pictures per key frame. */
const KEY_EVERY = 25
const RETRY_MS = 100

export async function enterStream({ origin, streamId }: StreamAddress, member: ChatMember, as: 'publisher' | 'viewer') {
  const socket = await openSocketTo(origin, streamSocketPath(streamId), member)
  socket.on('error', () => socket.terminate())
  const auth = { type: 'auth', chatId: await ticketOf(member), streamId, userId: member.id, as, level: 'all' }
  socket.send(JSON.stringify(auth))
  return socket
}

/** Reconnects until the returned function is called. */
export async function stayConnected(
  address: StreamAddress,
  member: ChatMember,
  as: 'publisher' | 'viewer',
  handlers: SocketHandlers,
) {
  let isStopped = false
  let current: WebSocket | null = null
  const running = (async () => {
    while (!isStopped) {
      const socket = await enterStream(address, member, as).catch(() => null)
      if (!socket) await setTimeout(RETRY_MS)
      else await handleUntilClosed(socket, handlers, (open) => (current = open))
    }
  })()
  return async () => {
    isStopped = true
    current?.close()
    await running
  }
}

type SocketHandlers = {
  onEvent?: (event: StreamServerEvent, socket: WebSocket) => void
  onFrame?: (bytes: Buffer) => void
}

function handleUntilClosed(
  socket: WebSocket,
  { onEvent, onFrame }: SocketHandlers,
  opened: (socket: WebSocket) => void,
): Promise<void> {
  opened(socket)
  onEachFrame(socket, (data, isBinary) => {
    if (isBinary) onFrame?.(data)
    else for (const event of JSON.parse(String(data)) as StreamServerEvent[]) onEvent?.(event, socket)
  })
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/**
 * A publisher like the page: it buffers frames until they are stored, and resends them from the number that the site
 * requests.
 */
export class TestPublisher {
  readonly sent: StreamFrame[] = []
  #buffered: StreamFrame[] = []
  #socket: WebSocket | null = null
  /** Number of stored frames. */
  storedCount = 0
  isPaused = false
  readonly #keyBytes: number

  constructor({ keyBytes = 2000 } = {}) {
    this.#keyBytes = keyBytes
  }

  readonly handlers: SocketHandlers = {
    onEvent: (event, socket) => {
      if (event.type === 'publish') this.#resume(event.next, socket)
      if (event.type === 'stored') this.#confirm(event.next)
    },
  }

  #resume(next: Record<FrameKind, number>, socket: WebSocket): void {
    const coding = {
      picture: { codec: 'vp8', width: 640, height: 480 },
      sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
    }
    socket.send(JSON.stringify({ type: 'coding', coding }))
    for (const frame of this.#buffered) if (frame.number >= next[frame.kind]) socket.send(encodeFrame(frame))
    if (this.isPaused) socket.send(JSON.stringify({ type: 'pause', paused: true }))
    this.#socket = socket
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null
    })
  }

  #confirm(next: Record<FrameKind, number>): void {
    this.#buffered = this.#buffered.filter(({ kind, number }) => number >= next[kind])
    this.storedCount = this.sent.length - this.#buffered.length
  }

  /** Creates the next picture and its sound, and sends them if connected. */
  publish(timeMs: number): void {
    const number = this.sent.length / 2
    const isKey = number % KEY_EVERY === 0
    const fill = number % 256
    const frame = { number, timeUs: timeMs * 1000 }
    const data = vp8Picture({ isKey, bytes: isKey ? this.#keyBytes : 2000, fill })
    this.#send({ ...frame, kind: 'picture', isKey, data })
    this.#send({ ...frame, kind: 'sound', isKey: true, data: new Uint8Array(100).fill(fill) })
  }

  #send(frame: StreamFrame): void {
    this.sent.push(frame)
    this.#buffered.push(frame)
    this.#socket?.send(encodeFrame(frame))
  }

  /** Pauses, which makes the site store everything sent. */
  pause(): void {
    this.isPaused = true
    this.#socket?.send(JSON.stringify({ type: 'pause', paused: true }))
  }
}
