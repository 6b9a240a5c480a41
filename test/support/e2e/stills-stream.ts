import sharp from 'sharp'
import type WebSocket from 'ws'
import { streamChannel } from '../../../contract/channel.ts'
import { ticketReply } from '../../../contract/http/chat.ts'
import { type StreamStartBody, streamIdReply } from '../../../contract/http/streams.ts'
import { encodeFrame } from '../../../contract/socket/stream-frame.ts'
import {
  type StreamClientMessage,
  type StreamServerEvent,
  streamSocketPath,
} from '../../../contract/socket/stream-messages.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'
import { test as base, expect } from './fixtures.ts'
import type { Member } from './people.ts'
import { currentUserId } from './profiles.ts'
import { siteHeaders } from './site.ts'
import { CAMERA } from './streams.ts'

const STILL_INTERVAL_MS = 500

type StillsOptions = {
  /** Length of what is sent at once; at most nine seconds, because frames may not be far ahead of the clock. */
  lengthMs?: number
}

type Fixtures = {
  /**
   * Publishes a stream of stills in the camera's colour as a member without a browser, which encodes nothing; returns its
   * id once the stills are stored. Every browser shows stills.
   */
  streamStills: (artist: Member, fields?: Partial<StreamStartBody>, options?: StillsOptions) => Promise<number>
  /** Watches a stream as a member without a browser. */
  watchBySocket: (viewer: Member, id: number) => Promise<void>
}

export const test = base.extend<Fixtures>({
  // The members must outlive their streams.
  streamStills: async ({ anotherMember: _members }, use) => {
    const started: { artist: Member; id: number; socket: WebSocket }[] = []
    await use(async (artist, fields = {}, { lengthMs = 1000 } = {}) => {
      const data: StreamStartBody = { title: 'Market crowd', source: 'camera', key: crypto.randomUUID(), ...fields }
      const reply = await artist.request.post('/api/v2/stream/start', { headers: siteHeaders(), data })
      expect(reply.status(), await reply.text()).toBe(200)
      const { id } = streamIdReply.parse(await reply.json())
      started.push({ artist, id, socket: await publishStills(artist, id, lengthMs) })
      return id
    })
    for (const { artist, id, socket } of started) {
      await artist.request.post('/api/v2/stream/end', { headers: siteHeaders(), data: { id } })
      socket.terminate()
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  watchBySocket: async ({}, use) => {
    const opened: WebSocket[] = []
    await use(async (viewer, id) => {
      opened.push(await enterStream(viewer, id, 'viewer'))
    })
    for (const socket of opened) socket.terminate()
  },
})

async function enterStream(
  member: Member,
  streamId: number,
  as: 'publisher' | 'viewer',
  onEvent: (event: StreamServerEvent, socket: WebSocket) => void = () => undefined,
): Promise<WebSocket> {
  const { request } = member
  const userId = await currentUserId(member)
  const ticket = await request.get('/api/v2/chat/ticket', { params: { channel: streamChannel(streamId) } })
  const { chatId } = ticketReply.parse(await ticket.json())
  const { cookies } = await request.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const socket = await openSocketTo(siteHeaders().origin, streamSocketPath(streamId), { cookie })
  onEachFrame(socket, (bytes, isBinary) => {
    if (isBinary) return
    for (const event of JSON.parse(String(bytes)) as StreamServerEvent[]) onEvent(event, socket)
  })
  send(socket, { type: 'auth', chatId, streamId, userId, as, level: 'all' })
  return socket
}

const send = (socket: WebSocket, message: StreamClientMessage) => socket.send(JSON.stringify(message))

/** Publishes stills; resolves once the site has stored them. */
async function publishStills(artist: Member, id: number, lengthMs: number): Promise<WebSocket> {
  const data = await cameraStill()
  const count = Math.floor(lengthMs / STILL_INTERVAL_MS) + 1
  const { promise: stored, resolve, reject } = Promise.withResolvers<void>()
  const socket = await enterStream(artist, id, 'publisher', (event, socket) => {
    if (event.type === 'stored' && event.next.still === count) resolve()
    if (event.type !== 'publish') return
    for (let number = event.next.still; number < count; number++) {
      const timeUs = number * STILL_INTERVAL_MS * 1000
      socket.send(encodeFrame({ kind: 'still', isKey: true, number, timeUs, data }))
    }
    // A pause makes the site store the frames before it.
    for (const paused of [true, false]) send(socket, { type: 'pause', paused })
  })
  socket.once('close', (code) => reject(new Error(`the stream closed the socket with ${code}`)))
  await stored
  return socket
}

async function cameraStill(): Promise<Uint8Array<ArrayBuffer>> {
  const [r, g, b] = CAMERA
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: { r, g, b } } })
  return new Uint8Array(await picture.webp().toBuffer())
}
