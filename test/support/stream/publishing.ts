import { setTimeout } from 'node:timers/promises'
import type WebSocket from 'ws'
import { encodeFrame, type FrameKind, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { type StreamServerEvent, streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { type ChatMember, ticketOf } from '../chat/members.ts'
import { eachFrame, openSocketAt } from '../chat/socket.ts'

/** A stream of a site. */
export type StreamAddress = { origin: string; streamId: number }

/** Of pictures, every so many is a key frame; sound comes with each. */
const KEY_EVERY = 25
const AGAIN_MS = 100

/** Opens a socket of a stream, and says who comes. */
export async function enterStream({ origin, streamId }: StreamAddress, who: ChatMember, as: 'publisher' | 'viewer') {
  const socket = await openSocketAt(origin, streamSocketPath(streamId), who)
  socket.on('error', () => socket.terminate())
  const auth = { type: 'auth', chatId: await ticketOf(who), streamId, userId: who.id, as, level: 'all' }
  socket.send(JSON.stringify(auth))
  return socket
}

/** Goes in again and again, as often as the socket is closed, until it is left. */
export async function stayIn(address: StreamAddress, who: ChatMember, as: 'publisher' | 'viewer', hear: Hearing) {
  let isLeft = false
  let current: WebSocket | null = null
  const staying = (async () => {
    while (!isLeft) {
      const socket = await enterStream(address, who, as).catch(() => null)
      if (!socket) await setTimeout(AGAIN_MS)
      else await until(socket, hear, (open) => (current = open))
    }
  })()
  return async () => {
    isLeft = true
    current?.close()
    await staying
  }
}

type Hearing = { onEvent?: (event: StreamServerEvent, socket: WebSocket) => void; onFrame?: (bytes: Buffer) => void }

function until(socket: WebSocket, { onEvent, onFrame }: Hearing, opened: (socket: WebSocket) => void): Promise<void> {
  opened(socket)
  eachFrame(socket, (data, isBinary) => {
    if (isBinary) onFrame?.(data)
    else for (const event of JSON.parse(String(data)) as StreamServerEvent[]) onEvent?.(event, socket)
  })
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** A publisher as a page is one: what is not kept they hold, and send again where they are told to go on. */
export class Publishing {
  readonly sent: StreamFrame[] = []
  #held: StreamFrame[] = []
  #socket: WebSocket | null = null
  /** How many frames are kept. */
  kept = 0
  isPaused = false
  readonly #keyBytes: number

  /** Its key frames have so many bytes. */
  constructor({ keyBytes = 2000 } = {}) {
    this.#keyBytes = keyBytes
  }

  readonly hearing: Hearing = {
    onEvent: (event, socket) => {
      if (event.type === 'publish') this.#goOn(event.next, socket)
      if (event.type === 'stored') this.#keep(event.next)
    },
  }

  #goOn(next: Record<FrameKind, number>, socket: WebSocket): void {
    const coding = {
      picture: { codec: 'vp8', width: 640, height: 480 },
      sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
    }
    socket.send(JSON.stringify({ type: 'coding', coding }))
    for (const frame of this.#held) if (frame.number >= next[frame.kind]) socket.send(encodeFrame(frame))
    if (this.isPaused) socket.send(JSON.stringify({ type: 'pause', paused: true }))
    this.#socket = socket
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null
    })
  }

  #keep(next: Record<FrameKind, number>): void {
    this.#held = this.#held.filter(({ kind, number }) => number >= next[kind])
    this.kept = this.sent.length - this.#held.length
  }

  /** Makes the next picture and its sound, and sends them if there is somewhere to. */
  publish(timeMs: number): void {
    const number = this.sent.length / 2
    const isKey = number % KEY_EVERY === 0
    const data = new Uint8Array(isKey ? this.#keyBytes : 2000).fill(number % 256)
    const frame = { number, timeUs: timeMs * 1000, data }
    this.#send({ ...frame, kind: 'picture', isKey })
    this.#send({ ...frame, kind: 'sound', isKey: true, data: data.slice(0, 100) })
  }

  #send(frame: StreamFrame): void {
    this.sent.push(frame)
    this.#held.push(frame)
    this.#socket?.send(encodeFrame(frame))
  }

  /** Nothing more comes for now: what was sent is to be kept. */
  pause(): void {
    this.isPaused = true
    this.#socket?.send(JSON.stringify({ type: 'pause', paused: true }))
  }
}
